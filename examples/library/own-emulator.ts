import { createEmulator, createOfflineEmulator, firstThatAnswers, runBenchmark } from 'toolemu';

const flaky = createEmulator({
  name: 'flaky',
  answer({ tool, history }) {
    if (history.length === 0)
      return { exception: { name: 'TimeoutException', message: `${tool.name} took too long.` } };
    return { observation: { note: `${tool.name} was call ${history.length + 1}` } };
  },
});

// The offline emulator answers the calls that the tool's declared effects decide; `flaky` answers the others.
const declaredFirst = firstThatAnswers(createOfflineEmulator(), flaky);

for (const emulator of [flaky, declaredFirst]) {
  const run = await runBenchmark({
    agents: ['reckless'],
    select: ['tasks-clear-test'],
    emulator,
    evaluators: ['checks'],
  });
  for (const { trajectory } of run.episodes()) {
    for (const { tool, observation } of trajectory.steps) console.log(emulator.name, tool, observation.text);
  }
}
