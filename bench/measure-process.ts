import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Measured {
  readonly seconds: number;
  /** Of processor time. */
  readonly busySeconds: number;
  /** At most, of the resident set. */
  readonly megabytes: number;
}

const preload = new URL('peak-memory.mjs', import.meta.url).href;

/** The command line as it is built. */
export const bin = fileURLToPath(new URL('../packages/toolemu/bin/toolemu.js', import.meta.url));

/** Runs a program in a Node of its own. */
export function measureProcess(...args: readonly string[]): Measured {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const seconds = (performance.now() - start) / 1000;
  const found = /peak memory (\d+) KB, processor time (\d+) us/.exec(stderr);
  if (status !== 0 || found === null) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  const [, kilobytes, busy] = found;
  return { seconds, busySeconds: Number(busy) / 1_000_000, megabytes: Number(kilobytes) / 1024 };
}
