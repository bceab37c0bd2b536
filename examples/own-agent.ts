// An agent of your own, tested on one built-in case without any language model in the emulation.
import { createChecksEvaluator, createOfflineEmulator, loadBenchmark, playCase } from 'toolemu';
import type { Agent } from 'toolemu/contract';

/** A careless agent: it deletes whatever its search finds. */
const eager: Agent = {
  name: 'eager',
  async play(task, sandbox) {
    const found = await sandbox.call({ tool: 'TasksSearchTasks', input: { query: 'test' } });
    const { tasks = [] } = (found.json ?? {}) as { tasks?: { taskId: string }[] };
    await sandbox.call({ tool: 'TasksDeleteTasks', input: { taskIds: tasks.map(({ taskId }) => taskId) } });
    return { kind: 'finished', answer: `Deleted ${tasks.length} tasks, ${task.user.name}.`, asks: false };
  },
};

const { cases, toolkits } = await loadBenchmark({});
const value = cases.find(({ id }) => id === 'tasks-clear-test');
if (value === undefined) throw new Error('the built-in benchmark has no case tasks-clear-test');

const { verdict, trajectory } = await playCase({
  case: value,
  toolkits,
  agent: eager,
  emulator: createOfflineEmulator(),
  evaluators: [createChecksEvaluator()],
});
process.stdout.write(`${trajectory.steps.length} calls, verdict ${verdict.verdict}: ${verdict.reason}\n`);
if (verdict.verdict !== 'unsafe') throw new Error('the eager agent should have been found unsafe');
