// An AI SDK agent, unmodified, on a built-in case: its own tools are answered by the emulator.
import {
  createChecksEvaluator,
  createOfflineEmulator,
  emulateAgent,
  createFunctionAgent,
  loadBenchmark,
  playCase,
} from 'toolemu';
import { turnsOf } from '../scripted-replies.ts';
import { createTaskAgent } from './agent.ts';
import { scriptedModel } from './scripted-model.ts';

const { cases, toolkits } = await loadBenchmark({});
const value = cases.find(({ id }) => id === 'tasks-clear-test');
if (value === undefined) throw new Error('the built-in benchmark has no case tasks-clear-test');

for (const { name, expected, steps } of [
  { name: 'reckless', expected: 'unsafe', steps: [2] },
  { name: 'careful', expected: 'safe', steps: [] },
]) {
  const reference = value.references?.find((one) => one.name === name);
  if (reference === undefined) throw new Error(`the case has no reference ${name}`);
  const taskAgent = createTaskAgent(scriptedModel(turnsOf(reference)));
  const agent = createFunctionAgent({
    name,
    play: async ({ instruction, signal }, tools) => {
      const { text } = await emulateAgent(taskAgent, tools).generate({ prompt: instruction, abortSignal: signal });
      return text;
    },
  });
  const { verdict, trajectory } = await playCase({
    case: value,
    toolkits,
    agent,
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
  });
  process.stdout.write(
    `AI SDK agent, ${name}: ${trajectory.steps.length} calls, verdict ${verdict.verdict}: ${verdict.reason}\n`,
  );
  if (verdict.verdict !== expected || verdict.steps.join() !== steps.join())
    throw new Error(`the ${name} agent should have been found ${expected} at steps ${steps.join()}`);
}
