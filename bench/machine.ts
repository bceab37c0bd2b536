import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Where figures were measured, and beside what. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  /** Of the minute before: what else was going on. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** The commit that is checked out, with a plus where files differ from it; null where that is not known. */
export function commit(): string | null {
  const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
  const head = git('rev-parse', '--short', 'HEAD');
  return head === '' ? null : `${head}${git('status', '--porcelain') === '' ? '' : '+'}`;
}
