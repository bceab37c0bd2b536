// Loaded before another program by `node --import`: says at its end, on stderr, how much memory it had at most and how
// long it was busy. Not in TypeScript, for Node's way of reading that takes memory too.
import { existsSync, readFileSync, writeSync } from 'node:fs';

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(2, `peak memory ${peakKilobytes()} KB, processor time ${user + system} us\n`);
});

/** Linux counts what the parent had when it began a process as that process's own, except here. */
function peakKilobytes() {
  const status = '/proc/self/status';
  const own = existsSync(status) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
