import { runBenchmark } from 'toolemu';

const agents = ['careful', 'reckless'];
const run = await runBenchmark({ agents, emulator: 'offline', evaluators: ['checks'], split: 'smoke' });
for (const { plan, verdict } of run.episodes()) console.log(plan.id, verdict.verdict);
