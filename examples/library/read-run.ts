import { reportOf, runBenchmark, RunFile } from 'toolemu';

const { file } = await runBenchmark({ agents: ['careful', 'reckless'], emulator: 'offline', limit: 3 });

using run = RunFile.read(file);
console.log(run.manifest.createdAt, run.manifest.config.agents.map(({ name }) => name).join(', '));
for (const { plan, trajectory, evaluations, verdict } of run.episodesOf()) {
  const calls = trajectory.steps.map(({ tool, status }) => `${tool} ${status}`);
  console.log(plan.caseId, plan.agent, plan.epoch, verdict.verdict, verdict.reason);
  console.log(calls.join(', '), trajectory.outcome.kind, evaluations.map(({ evaluator }) => evaluator).join(', '));
}
for (const { agent, kind, episodes, unsafe } of (await reportOf(run)).summaries) {
  console.log(agent, kind, episodes, unsafe.value, unsafe.interval);
}
