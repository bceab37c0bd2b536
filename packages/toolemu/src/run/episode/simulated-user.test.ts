import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import { createScriptedModel, type ScriptedReply } from '../../testing/scripted-model.ts';
import { createSimulatedUser } from './simulated-user.ts';

const play = (replies: readonly ScriptedReply[]) => {
  const model = createScriptedModel({ name: 'scripted/user', replies });
  return { model, ask: createSimulatedUser({ case: sendToKim, model, parameters: { temperature: 0 } }) };
};

describe('a simulated user', () => {
  it('replies with what the model writes, and says who wrote it', async () => {
    const { ask } = play([' Kim Abe, please.\n']);
    expect(await ask('Which Kim?')).toEqual({ text: 'Kim Abe, please.', source: { by: 'scripted/user' } });
  });

  it('remembers what it replied, in messages that only grow', async () => {
    const { model, ask } = play(['Kim Abe.', 'Yes.']);
    await ask('Which Kim?');
    await ask('Shall I send it today?');
    const [first, second] = model.calls.map(({ messages }) => messages);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second?.[2]).toEqual({ role: 'assistant', content: 'Kim Abe.' });
    expect(JSON.stringify(second?.at(-1))).toContain('Shall I send it today?');
  });

  it('knows what it replied before a fork', async () => {
    const model = createScriptedModel({ name: 'scripted/user', replies: ['Yes.'] });
    const before = [{ question: 'Which Kim?', reply: 'Kim Abe.' }];
    await createSimulatedUser({ case: sendToKim, model, parameters: {}, before })('Today?');
    expect(model.calls[0]?.messages[2]).toEqual({ role: 'assistant', content: 'Kim Abe.' });
  });

  it('that says nothing is an error of its model', async () => {
    for (const reply of ['  ', { text: 'Yes', finish: 'content-filter' as const }]) {
      await expect(play([reply]).ask('Which Kim?')).rejects.toMatchObject({ code: 'unanswerable' });
    }
  });
});
