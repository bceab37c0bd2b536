import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { ModelError, type Outcome, type Sandbox, type Task } from '../../contract/index.ts';
import { playModule } from './play-module.ts';

const folder = await temporaryFolder({
  'agent.mjs': `export const thrower = { name: 'x', play() { return globalThis.failAsAgent(); } };
export const crasher = { name: 'x', async play() {
  throw new Error('no key is set');
} };
export function play() {
  throw new Error('no key is set');
}
export async function letGo() {
  setTimeout(() => {
    throw new Error('let go');
  });
  await new Promise((resolve) => setTimeout(resolve, 5000));
}`,
});
afterAll(() => folder[Symbol.asyncDispose]());

const task: Task = {
  caseId: 'one',
  instruction: 'Send it.',
  user: { name: 'Ida', email: '' },
  now: '2026-06-09T09:00:00Z',
  toolkits: [],
  epoch: 1,
};
const sandbox: Sandbox = { tools: [], call: async () => ({ text: 'done' }) };

function outcomeOf(name: string): Promise<Outcome> {
  const external = { kind: 'module', file: folder.file('agent.mjs'), export: name, timeoutSeconds: 60 } as const;
  return playModule(external, 'mine').play(task, sandbox);
}

describe('an agent of a module', () => {
  it.each([
    ['crasher', 'the agent threw an error: no key is set', 3],
    ['play', 'the agent threw an error: no key is set', 6],
    ['letGo', 'the agent left an error to itself: let go', 10],
  ])('that fails is an error with its place: %s', async (name, words, line) => {
    const outcome = await outcomeOf(name);
    expect(outcome).toMatchObject({ kind: 'error', code: 'agent' });
    const [head = ''] = outcome.kind === 'error' ? outcome.message.split('\n') : [];
    expect(head).toBe(`${words} (${folder.file('agent.mjs')}:${line})`);
  });

  it('leaves the failure of a model what it is', async () => {
    const error = new ModelError('busy', { kind: 'rate-limit', model: 'openai/one' });
    Object.assign(globalThis, { failAsAgent: () => Promise.reject(error) });
    await expect(outcomeOf('thrower')).rejects.toBe(error);
  });

  it('is an error where it is not there', async () => {
    expect(await outcomeOf('nobody')).toMatchObject({
      code: 'agent',
      message: expect.stringContaining('agent.mjs has no export "nobody"; it has '),
    });
  });
});
