import { spawnSync } from 'node:child_process';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import { largeRun } from './large-run.ts';
import { bin } from './measure-process.ts';

/**
 * How long the command line takes to answer, beside a bare Node: the median of some runs. The report is that of a run
 * file of 100,000 episodes.
 */
export const start: Benchmark = async (note) => {
  const bare = timeOf(['-e', '0'], 21);
  note(`a bare node: ${bare.toFixed(0)} ms`);
  const figure = (name: string, args: readonly string[], runs: number): Figure => {
    const own = timeOf([bin, ...args], runs);
    note(`toolemu ${name}: ${own.toFixed(0)} ms`);
    return { name: `toolemu ${name}`, value: own / bare, unit: 'times a bare node' };
  };
  return [
    figure('--version', ['--version'], 21),
    figure('--help', ['--help'], 21),
    figure('run --help', ['run', '--help'], 21),
    figure('report, 100,000 episodes', ['report', (await largeRun(100_000)).path], 5),
  ];
};

/** Milliseconds a Node process takes, the median of some runs. */
function timeOf(args: readonly string[], runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
    return performance.now() - begun;
  });
  return median(times);
}
