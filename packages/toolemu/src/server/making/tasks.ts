import { checkToolkit } from '../../benchmark/index.ts';
import { checkBenchmark, provers } from '../../run/index.ts';
import { evaluateChecks } from '../../world/index.ts';
import { readCase } from '../playground/read-case.ts';

/** What is done with toolkits and cases that somebody else wrote, in a process of its own. */
export const tasks = {
  benchmark: checkBenchmark,
  toolkit: checkToolkit,
  tools: provers.proveTools,
  case: readCase,
  checks: evaluateChecks,
  play: provers.play,
} as const;

export type Tasks = typeof tasks;
