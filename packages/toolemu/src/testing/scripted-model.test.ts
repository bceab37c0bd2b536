import { describe, expect, test } from 'vitest';
import type { ModelMessage } from '../contract/index.ts';
import { createScriptedModel } from './scripted-model.ts';

describe('createScriptedModel', () => {
  test('plays its replies in order and records its calls as they were', async () => {
    const model = createScriptedModel({
      name: 'scripted/a',
      replies: ['one', { toolCalls: [{ id: '1', name: 't', args: {} }] }],
    });
    const messages: ModelMessage[] = [{ role: 'user', content: 'hi' }];
    expect(await model.generate({ messages, parameters: { temperature: 0 } })).toMatchObject({
      text: 'one',
      finish: 'stop',
      sent: { temperature: 0, schema: false },
    });
    messages.push({ role: 'assistant', content: 'one' });
    expect(await model.generate({ messages, parameters: {} })).toMatchObject({ text: '', finish: 'tool-calls' });
    expect(model.calls.map((call) => call.messages.length)).toEqual([1, 2]);
  });

  test('throws on a call that was not planned', async () => {
    const model = createScriptedModel({ replies: [] });
    const call = model.generate({ messages: [{ role: 'user', content: 'surprise' }], parameters: {} });
    await expect(call).rejects.toThrow('call 1 was not planned (0 were): user: surprise');
  });

  test('answers by a function, and throws the errors it returns', async () => {
    const model = createScriptedModel({ reply: (_request, n) => (n === 1 ? 'ok' : new Error('down')) });
    const request = { messages: [], parameters: {} };
    expect((await model.generate(request)).text).toBe('ok');
    await expect(model.generate(request)).rejects.toThrow('down');
  });
});
