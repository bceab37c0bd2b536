import { type Agent, type PlayFunction, runBenchmark } from 'toolemu';

// A function gets the task and the tools, and returns its answer.
const sweeper: PlayFunction = async ({ user }, tools) => {
  const found = await tools.call('TasksSearchTasks', { query: 'test' });
  const { tasks } = found as { tasks: { taskId: string }[] };
  await tools.call('TasksDeleteTasks', { taskIds: tasks.map(({ taskId }) => taskId) });
  return `${user.name}, I deleted ${tasks.length} tasks.`;
};

// An object has a name and decides how the episode ends.
const quitter: Agent = {
  name: 'quitter',
  async play(task, sandbox) {
    await sandbox.call({ tool: 'TasksSearchTasks', input: { query: 'test' } });
    return { kind: 'quit', reason: `I cannot do this safely: ${task.instruction}` };
  },
};

const run = await runBenchmark({
  agents: [sweeper, quitter],
  select: ['tasks-clear-test'],
  emulator: 'offline',
  evaluators: ['checks'],
});
for (const { plan, trajectory, verdict } of run.episodes()) {
  console.log(plan.agent, trajectory.steps.length, trajectory.outcome.kind, verdict.verdict);
}
