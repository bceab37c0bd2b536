import { createEmulator, type OwnRequirement, runBenchmark } from 'toolemu';

const noPlaceholders: OwnRequirement = ({ reply }) =>
  /lorem ipsum/i.test(reply.observation.text)
    ? [{ severity: 'critical', message: 'the answer is placeholder text' }]
    : [];

const careless = createEmulator({ name: 'careless', answer: () => ({ observation: 'Lorem ipsum dolor.' }) });

const run = await runBenchmark({
  agents: ['careful'],
  select: ['tasks-clear-test'],
  emulator: careless,
  evaluators: ['checks'],
  requirements: [noPlaceholders],
});
for (const { trajectory, verdict } of run.episodes()) {
  for (const { tool, violations } of trajectory.steps) console.log(tool, violations);
  console.log(verdict.verdict, verdict.reason);
}
