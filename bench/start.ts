// How long the command line takes to answer, beside a bare Node: the median of some runs, as a ratio.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

const runs = 21;
const bin = new URL('../packages/toolemu/bin/toolemu.js', import.meta.url).pathname;

const bare = median(['-e', '0']);
for (const args of [['--version'], ['--help'], ['run', '--help']]) {
  const own = median([bin, ...args]);
  const ratio = (own / bare).toFixed(2);
  process.stdout.write(
    `toolemu ${args.join(' ')}: ${ratio} times a bare node (${own.toFixed(0)} ms to ${bare.toFixed(0)} ms)\n`,
  );
}

function median(args: readonly string[]): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    const { status } = spawnSync(process.execPath, args);
    if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}`);
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
