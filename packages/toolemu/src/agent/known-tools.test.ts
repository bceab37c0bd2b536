import { describe, expect, it } from 'vitest';
import type { Agent, Outcome, Sandbox, Task } from '../contract/index.ts';
import { withKnownTools } from './known-tools.ts';

const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };
const tasks: Sandbox = {
  tools: ['TasksSearch', 'TasksDelete'].map((name) => ({ name, description: '', inputSchema: {} })),
  call: async () => ({ text: '{}' }),
};

function play(calls: readonly string[], outcome: Outcome = finished): Promise<Outcome> {
  const agent: Agent = {
    name: 'mine',
    async play(_task, sandbox) {
      for (const tool of calls) await sandbox.call({ tool, input: {} });
      return outcome;
    },
  };
  return withKnownTools(agent).play({} as Task, tasks);
}

describe('an agent from outside', () => {
  it.each([{ calls: [] }, { calls: ['TasksDelete'] }, { calls: ['TaskSearch', 'TasksSearch'] }])(
    'may call $calls',
    async ({ calls }) => {
      expect(await play(calls)).toBe(finished);
    },
  );

  it('has not found its tools where none of its calls names one', async () => {
    await expect(play(['TaskSearch', 'TaskSearch', 'read_text_file'])).rejects.toMatchObject({
      code: 'agent',
      message:
        "no call named a tool that is there: the agent called TaskSearch, read_text_file, and the case has TasksSearch, TasksDelete. Are these the agent's tools?",
    });
    await expect(play(['TaskSearch'], { kind: 'quit', reason: 'no such tool' })).rejects.toMatchObject({
      code: 'agent',
    });
  });

  it('that broke off otherwise has broken off for that reason', async () => {
    expect(await play(['TaskSearch'], { kind: 'step-limit' })).toEqual({ kind: 'step-limit' });
  });
});
