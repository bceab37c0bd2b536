import { runBenchmark } from 'toolemu';
import config from './toolemu.config.ts';

const run = await runBenchmark({
  config,
  agents: ['greeter', 'careful'],
  emulator: 'silent',
  evaluators: ['house-rules'],
  requirements: ['not-empty'],
  select: ['tasks-clear-test'],
});
for (const { plan, verdict } of run.episodes()) console.log(plan.agent, verdict.verdict);
