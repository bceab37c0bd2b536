import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ModelReply, ModelToolCall, PromptStyle, Tool } from '../contract/index.ts';
import { offeredInput, toolsCodec } from './tools.ts';

const text = { type: 'string' };

const input = {
  type: 'object',
  properties: { $filter: text, filter: text, 'user:id': text, plain: text, ['x'.repeat(80)]: text, 名前: text },
  required: ['$filter', 'plain'],
};

test('offers distinct property names that every provider accepts, and maps them back', () => {
  const { schema, ownArguments } = offeredInput(input);
  const names = Object.keys(schema.properties as object);
  expect(names.every((name) => /^[\w.-]{1,64}$/.test(name))).toBe(true);
  expect(new Set(names).size).toBe(6);
  expect(names.slice(1, 4)).toEqual(['filter', 'user_id', 'plain']);
  expect(schema.required).toEqual([names[0], 'plain']);
  const args = Object.fromEntries(names.map((name, at) => [name, at]));
  expect(ownArguments(args)).toEqual(Object.fromEntries(Object.keys(input.properties).map((name, at) => [name, at])));
  expect(ownArguments({ unknown: 1 })).toEqual({ unknown: 1 });
});

test('keeps an input with valid names unchanged', () => {
  const sound = { type: 'object', properties: { 'a.b-c_D': text } };
  expect(offeredInput(sound).schema).toBe(sound);
});

const stays: PromptStyle = { name: 'naive', quits: false, role: '', requirements: '' };
const mayQuit: PromptStyle = { ...stays, name: 'quit', quits: true };
const inputSchema = { type: 'object', properties: { to: { type: 'string' } } };
const tools: Tool[] = [
  {
    name: 'MailSend',
    description: 'Sends a message.',
    inputSchema,
    outputSchema: { type: 'object', required: ['id'], properties: { id: { type: 'string', description: 'Its id' } } },
  },
  { name: 'mail search', description: 'Finds messages.', inputSchema },
];

function replyOf(text: string, ...calls: [name: string, args: ModelToolCall['args']][]): ModelReply {
  const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  const toolCalls = calls.map(([name, args], index) => ({ id: `call_${index}`, name, args }));
  return { text, toolCalls, finish: 'stop', usage, sent: {}, responseModel: null };
}

const decisionOn = (reply: ModelReply, promptStyle = stays) => toolsCodec.parse(reply, tools, promptStyle);

describe('what is sent beside the messages', () => {
  it('is the tools, by names that providers accept, with what they return', () => {
    expect(toolsCodec.extras(tools, stays)).toEqual({
      tools: [
        { name: 'MailSend', description: 'Sends a message.\nReturns:\n- id (string): Its id', inputSchema },
        { name: 'mail_search', description: 'Finds messages.', inputSchema },
      ],
    });
  });

  it('is a tool to quit by, where the agent may', () => {
    expect(toolsCodec.extras(tools, mayQuit).tools?.slice(2)).toMatchObject([
      { name: 'quit', inputSchema: { required: ['reason'], additionalProperties: false } },
    ]);
  });
});

describe('a reply', () => {
  it('has its calls carried out in order, under the names of the tools', () => {
    const reply = replyOf('First I look.', ['mail_search', { to: 'amy' }], ['MailSend', { to: 'amy' }]);
    expect(decisionOn(reply)).toEqual({
      kind: 'calls',
      calls: [
        { tool: 'mail search', input: { to: 'amy' }, thought: 'First I look.' },
        { tool: 'MailSend', input: { to: 'amy' } },
      ],
    });
  });

  it('keeps arguments that could not be read as they were written', () => {
    expect(decisionOn(replyOf('', ['MailSend', '{"to": "amy"']))).toEqual({
      kind: 'calls',
      calls: [{ tool: 'MailSend', input: '{"to": "amy"' }],
    });
  });

  it('that calls a tool there is not is told so by the sandbox', () => {
    expect(decisionOn(replyOf('', ['MailErase', {}]))).toMatchObject({ calls: [{ tool: 'MailErase' }] });
  });

  it('of text alone is the answer', () => {
    expect(decisionOn(replyOf(' Which Amy do you mean? '))).toEqual({
      kind: 'end',
      outcome: { kind: 'finished', answer: 'Which Amy do you mean?', asks: true },
    });
  });

  it('is the answer without the reasoning before it', () => {
    expect(decisionOn(replyOf('<think>Should I ask?</think>\n\nIt is sent.'))).toMatchObject({
      outcome: { answer: 'It is sent.', asks: false },
    });
    expect(decisionOn(replyOf('Should I ask?\n</think>\n\nIt is sent.'))).toMatchObject({
      outcome: { answer: 'It is sent.' },
    });
  });

  it.each(['', ' \n', '<think>Should I ask?</think>', '<think>Should I', 'Should I ask?\n</think>'])(
    'of nothing is asked for again: %j',
    (text) => {
      expect(decisionOn(replyOf(text))).toEqual({ kind: 'unreadable', reason: expect.stringContaining('blank') });
    },
  );
});

describe('quitting', () => {
  const quit = (reason: string) => ({ kind: 'quit', reason });

  it('ends the episode with its reason', () => {
    expect(decisionOn(replyOf('Hm.', ['quit', { reason: 'Two Amys.' }]), mayQuit)).toEqual({
      kind: 'end',
      outcome: quit('Two Amys.'),
    });
  });

  it('comes after the calls before it, and drops those after it', () => {
    const reply = replyOf('', ['mail_search', {}], ['quit', { reason: 'Two Amys.' }], ['MailSend', { to: 'amy' }]);
    expect(decisionOn(reply, mayQuit)).toEqual({
      kind: 'calls',
      calls: [{ tool: 'mail search', input: {} }],
      afterwards: quit('Two Amys.'),
    });
  });

  it.each<[ModelToolCall['args'], string]>([
    [{}, ''],
    ['Two Amys.', 'Two Amys.'],
    [{ reason: ['Two', 'Amys'] }, '["Two","Amys"]'],
    [{ reason: '' }, ''],
  ])('counts whatever its reason is: %j', (args, reason) => {
    expect(decisionOn(replyOf('', ['quit', args]), mayQuit)).toEqual({ kind: 'end', outcome: quit(reason) });
  });

  it('is a tool there is not where the agent may not', () => {
    expect(decisionOn(replyOf('', ['quit', { reason: 'Two Amys.' }]))).toEqual({
      kind: 'calls',
      calls: [{ tool: 'quit', input: { reason: 'Two Amys.' } }],
    });
  });

  it('is not calling a tool of the case that has the same name', () => {
    const named = [{ name: 'quit', description: 'Gives notice.', inputSchema }];
    const offered = toolsCodec.extras(named, mayQuit).tools ?? [];
    expect(new Set(offered.map(({ name }) => name)).size).toBe(2);
    const reply = replyOf('', [offered[0]?.name ?? '', {}]);
    expect(toolsCodec.parse(reply, named, mayQuit)).toEqual({ kind: 'calls', calls: [{ tool: 'quit', input: {} }] });
  });
});

describe('the history', () => {
  it('holds the reply with its calls, and a result for each', () => {
    const kept = toolsCodec.kept(replyOf('<think>x</think> Look. ', ['mail_search', {}], ['MailSend', '{']), stays);
    expect(toolsCodec.render({ reply: kept, observations: [{ text: 'none' }, { text: '{"error":"no"}' }] })).toEqual([
      {
        role: 'assistant',
        content: 'Look.',
        toolCalls: [
          { id: 'call_0', name: 'mail_search', args: {} },
          { id: 'call_1', name: 'MailSend', args: '{' },
        ],
      },
      { role: 'tool', toolCallId: 'call_0', toolName: 'mail_search', content: 'none' },
      { role: 'tool', toolCallId: 'call_1', toolName: 'MailSend', content: '{"error":"no"}' },
    ]);
  });

  it('has a result for every call, carried out or not', () => {
    const names = fc.constantFrom('MailSend', 'mail_search', 'quit', 'unheard-of');
    fc.assert(
      fc.property(fc.array(names, { maxLength: 6 }), fc.nat(6), (called, done) => {
        const reply = toolsCodec.kept(
          replyOf('', ...(called.map((name): [string, object] => [name, {}]) as [])),
          stays,
        );
        const observations = called.slice(0, done).map((name) => ({ text: name }));
        const [first, ...results] = toolsCodec.render({ reply, observations });
        expect(first?.role).toBe('assistant');
        expect(results.map((one) => (one.role === 'tool' ? one.toolCallId : one.role))).toEqual(
          called.map((_name, index) => `call_${index}`),
        );
      }),
    );
  });
});

it('reads any reply without throwing', () => {
  const args = fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.string()));
  const call = fc.tuple(fc.oneof(fc.constantFrom('quit', 'MailSend', 'mail_search', 'toString'), fc.string()), args);
  fc.assert(
    fc.property(fc.string(), fc.array(call), fc.boolean(), (text, calls, quits) => {
      const decision = decisionOn(replyOf(text, ...calls), quits ? mayQuit : stays);
      if (decision.kind === 'calls') expect(decision.calls.length).toBeGreaterThan(0);
      if (decision.kind === 'end' && !quits) expect(decision.outcome.kind).toBe('finished');
    }),
  );
});
