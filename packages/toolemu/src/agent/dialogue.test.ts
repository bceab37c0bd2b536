import { describe, expect, it } from 'vitest';
import {
  type Agent,
  EpisodeEnded,
  EpisodeError,
  type ModelParameters,
  type Observation,
  type Outcome,
  type PromptStyle,
  type Sandbox,
  type Task,
  type Tool,
  type ToolCall,
} from '../contract/index.ts';
import { createScriptedModel, type ScriptedModel, type ScriptedReply } from '../testing/scripted-model.ts';
import { type Codec, createDialogueAgent } from './dialogue.ts';
import { reactCodec } from './react.ts';
import { toolsCodec } from './tools.ts';

const tools: Tool[] = [
  { name: 'mail search', description: 'Finds messages.', inputSchema: { type: 'object' } },
  { name: 'MailSend', description: 'Sends a message.', inputSchema: { type: 'object' } },
];
const task: Task = {
  caseId: 'send-report',
  instruction: 'Send Amy the report.',
  user: { name: 'Dana', email: 'dana@home.net' },
  now: '2026-03-03T09:12:00-05:00',
  toolkits: [{ name: 'Mail', description: '', tools }],
  epoch: 1,
};
const promptStyle: PromptStyle = { name: 'quit', quits: true, role: 'You may quit.', requirements: 'Be careful.' };

/** A sandbox that answers calls with their number, and ends the episode at one. */
function counting(endsAt = 0): Sandbox & { calls: ToolCall[] } {
  const calls: ToolCall[] = [];
  return {
    tools,
    calls,
    async call(call): Promise<Observation> {
      if (calls.length + 1 === endsAt) throw new EpisodeEnded({ kind: 'step-limit' });
      calls.push(call);
      return { text: `result ${calls.length}` };
    },
  };
}

/** How each codec says the same. */
const languages = {
  react: {
    codec: reactCodec,
    call: (...names: string[]): ScriptedReply => `Thought: Go.\nAction: ${names[0]}\nAction Input: {"n": 1}`,
    answer: (text: string): ScriptedReply => `Thought: Done.\nFinal Answer: ${text}`,
    quit: (reason: string): ScriptedReply => `QUIT: ${reason}`,
  },
  tools: {
    codec: toolsCodec,
    call: (...names: string[]): ScriptedReply => ({
      text: 'Go.',
      toolCalls: names.map((name, index) => ({ id: `${name}_${index}`, name: name.replace(' ', '_'), args: { n: 1 } })),
    }),
    answer: (text: string): ScriptedReply => text,
    quit: (reason: string): ScriptedReply => ({ toolCalls: [{ id: 'q', name: 'quit', args: { reason } }] }),
  },
};

function play(
  codec: Codec,
  replies: ScriptedReply[],
  { sandbox = counting(), parameters = {} }: { sandbox?: Sandbox; parameters?: ModelParameters } = {},
): { outcome: Promise<Outcome>; model: ScriptedModel; agent: Agent } {
  const model = createScriptedModel({ replies });
  const agent = createDialogueAgent({ name: 'a', model, parameters, promptStyle, codec });
  return { outcome: agent.play(task, sandbox), model, agent };
}

describe.each(Object.entries(languages))('a dialogue in %s', (name, { codec, call, answer, quit }) => {
  it('begins with what the agent is told', async () => {
    const { outcome, model, agent } = play(codec, [answer('No.')]);
    await outcome;
    expect(agent.name).toBe('a');
    const { system, user } = codec.prompt(task, promptStyle);
    expect(model.calls[0]?.messages).toEqual([
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]);
    expect(system).toContain('You may quit.');
  });

  it('goes on with each reply and what came of it, in order', async () => {
    const sandbox = counting();
    const { outcome, model } = play(codec, [call('mail search'), call('MailSend'), answer('It is sent.')], { sandbox });
    expect(await outcome).toEqual({ kind: 'finished', answer: 'It is sent.', asks: false });
    expect(sandbox.calls.map(({ tool }) => tool)).toEqual(['mail search', 'MailSend']);
    const [first, second, third] = model.calls.map(({ messages }) => messages);
    expect(second?.slice(0, 2)).toEqual(first);
    expect(third?.slice(0, 4)).toEqual(second);
    expect(third?.slice(2).map(({ role, content }) => `${role}: ${content}`)).toEqual(
      name === 'react'
        ? [
            'assistant: Thought: Go.\nAction: mail search\nAction Input: {"n": 1}',
            'user: Observation: result 1',
            'assistant: Thought: Go.\nAction: MailSend\nAction Input: {"n": 1}',
            'user: Observation: result 2',
          ]
        : ['assistant: Go.', 'tool: result 1', 'assistant: Go.', 'tool: result 2'],
    );
  });

  it('ends where the agent quits', async () => {
    const { outcome, model } = play(codec, [call('mail search'), quit('Two Amys.')]);
    expect(await outcome).toEqual({ kind: 'quit', reason: 'Two Amys.' });
    expect(model.calls).toHaveLength(2);
  });

  it('rejects an answer that was cut off', async () => {
    const cut = { text: `${name === 'react' ? 'Final Answer: ' : ''}I have del`, finish: 'length' } as const;
    const { outcome, model } = play(codec, [cut, answer('I deleted it.')]);
    expect(await outcome).toMatchObject({ kind: 'finished', answer: 'I deleted it.' });
    expect(model.calls).toHaveLength(2);
  });

  it.each([1, 2])('asks again where a reply cannot be used: %i times', async (times) => {
    const blank = Array.from({ length: times }, () => '');
    const { outcome, model } = play(codec, [...blank, call('MailSend'), answer('It is sent.')]);
    expect(await outcome).toMatchObject({ kind: 'finished' });
    expect(model.calls[times]?.messages.slice(2)).toEqual(
      blank.flatMap(() => [
        { role: 'assistant', content: '(nothing)' },
        { role: 'user', content: expect.stringMatching(/^Your last reply could not be used: it is blank/) },
      ]),
    );
    const history = model.calls.at(-1)?.messages ?? [];
    expect(history.filter(({ content }) => content.includes('could not be used'))).toEqual([]);
  });

  it('counts the repeats of each turn for itself', async () => {
    const { outcome } = play(codec, ['', '', call('MailSend'), '', '', answer('It is sent.')]);
    expect(await outcome).toMatchObject({ kind: 'finished' });
  });

  it('is an error of the agent where three replies cannot be used', async () => {
    const { outcome, model } = play(codec, [call('MailSend'), '', ' ', '\n']);
    await expect(outcome).rejects.toThrow(EpisodeError);
    await expect(outcome).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringMatching(/after 3 attempts: it is blank/),
    });
    expect(model.calls).toHaveLength(4);
  });

  it.each([
    '<tool_call>{"name": "MailSend", "arguments": {}}</tool_call>',
    '<think>I send it.</think>\n{"name": "MailSend", "arguments": {}}',
    '[MailSend(to="Amy")]',
  ])('prompts again if a call is written as text: %s', async (text) => {
    const written = name === 'react' ? `Final Answer: ${text}` : text;
    const { outcome, model } = play(codec, [written, call('MailSend'), answer('It is sent.')]);
    expect(await outcome).toMatchObject({ kind: 'finished', answer: 'It is sent.' });
    expect(model.calls[1]?.messages.at(-1)?.content).toMatch(/tool call.*, which calls nothing/);
    await expect(play(codec, [written, written, written]).outcome).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringMatching(name === 'tools' ? /--tool-call-parser/ : /holds a tool call/),
    });
  });

  it('asks again where a call was cut off in its input', async () => {
    const cut: ScriptedReply =
      name === 'react'
        ? { text: 'Action: MailSend\nAction Input: {"to": "Am', finish: 'length' }
        : { text: '', toolCalls: [{ id: 'a', name: 'MailSend', args: '{"to": "Am' }], finish: 'length' };
    const sandbox = counting();
    const { outcome } = play(codec, [cut, call('MailSend'), answer('It is sent.')], { sandbox });
    expect(await outcome).toMatchObject({ kind: 'finished', answer: 'It is sent.' });
    expect(sandbox.calls).toHaveLength(1);
    await expect(play(codec, [cut, cut, cut]).outcome).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringContaining('Raise the maximum output'),
    });
  });

  it('ignores calls in reasoning', async () => {
    const hidden = { text: `<seed:think>\nAction: MailSend\nAction Input: {}\n</seed:think>\nFinal Answer: No.` };
    const { outcome } = play(codec, [hidden]);
    expect(await outcome).toMatchObject({ kind: 'finished', answer: expect.stringMatching(/No\.$/) });
  });

  const filtered = (reply: ScriptedReply): ScriptedReply => {
    const finish = 'content-filter';
    if (reply instanceof Error) return reply;
    return typeof reply === 'string' ? { text: reply, finish } : { ...reply, finish };
  };

  it.each<[string, ScriptedReply]>([
    ['a blank one', { text: '', finish: 'content-filter' }],
    ['half an answer', filtered(answer('I have del'))],
    ['a whole call', filtered(call('MailSend'))],
    ['a quit', filtered(quit('Two Amys.'))],
  ])('is an error of the agent if the provider filtered a reply: %s', async (_what, reply) => {
    const sandbox = counting();
    const { outcome, model } = play(codec, [call('mail search'), reply, answer('Done.')], { sandbox });
    await expect(outcome).rejects.toMatchObject({
      name: 'EpisodeError',
      code: 'agent',
      message: expect.stringContaining('filtered by the provider'),
    });
    expect([model.calls.length, sandbox.calls.length]).toEqual([2, 1]);
  });

  it('goes on where the user replies to the question it ends with', async () => {
    const asked: string[] = [];
    const sandbox: Sandbox = {
      ...counting(),
      async ask(question) {
        asked.push(question);
        return 'The one at work.';
      },
    };
    const { outcome, model } = play(codec, [answer('Which Amy?'), call('MailSend'), answer('It is sent.')], {
      sandbox,
    });
    expect(await outcome).toEqual({ kind: 'finished', answer: 'It is sent.', asks: false });
    expect(asked).toEqual(['Which Amy?']);
    expect(model.calls[1]?.messages.slice(2)).toEqual([
      expect.objectContaining({
        role: 'assistant',
        content: name === 'react' ? 'Thought: Done.\nFinal Answer: Which Amy?' : 'Which Amy?',
      }),
      { role: 'user', content: 'The one at work.' },
    ]);
  });

  it.each<[string, Pick<Sandbox, 'ask'>]>([
    ['nobody is there to reply', {}],
    ['the user does not reply', { ask: async () => null }],
  ])('ends with its question where %s', async (_why, user) => {
    const { outcome, model } = play(codec, [answer('Which Amy?')], { sandbox: { ...counting(), ...user } });
    expect(await outcome).toEqual({ kind: 'finished', answer: 'Which Amy?', asks: true });
    expect(model.calls).toHaveLength(1);
  });

  it('lets the end of the episode pass', async () => {
    const { outcome, model } = play(codec, [call('mail search'), call('MailSend')], { sandbox: counting(2) });
    await expect(outcome).rejects.toThrow(EpisodeEnded);
    await expect(outcome).rejects.toMatchObject({ outcome: { kind: 'step-limit' } });
    expect(model.calls).toHaveLength(2);
  });

  it('lets what its model throws pass', async () => {
    const { outcome } = play(codec, [new Error('no network')]);
    await expect(outcome).rejects.toThrow('no network');
  });

  it('sends the same parameters and tools with each request', async () => {
    const parameters = { temperature: 0.5, maxOutputTokens: 100 };
    const { outcome, model } = play(codec, [call('MailSend'), answer('Yes.')], { parameters });
    await outcome;
    const { tools: offered, stop } = codec.extras(tools, promptStyle);
    for (const request of model.calls) {
      expect(request.parameters).toEqual({ ...parameters, ...(stop && { stop }) });
      expect(request.tools).toEqual(offered);
      expect(request.schema).toBeUndefined();
    }
  });
});

describe('several calls in one native reply', () => {
  it('are carried out one after the other, each with its result', async () => {
    const sandbox = counting();
    const { call, answer } = languages.tools;
    const { outcome, model } = play(toolsCodec, [call('mail search', 'MailSend', 'MailSend'), answer('Yes.')], {
      sandbox,
    });
    await outcome;
    expect(sandbox.calls.map(({ tool }) => tool)).toEqual(['mail search', 'MailSend', 'MailSend']);
    expect(model.calls[1]?.messages.slice(3)).toEqual([
      { role: 'tool', toolCallId: 'mail search_0', toolName: 'mail_search', content: 'result 1' },
      { role: 'tool', toolCallId: 'MailSend_1', toolName: 'MailSend', content: 'result 2' },
      { role: 'tool', toolCallId: 'MailSend_2', toolName: 'MailSend', content: 'result 3' },
    ]);
  });

  it('before a quit are carried out, and those after it are not', async () => {
    const sandbox = counting();
    const toolCalls = ['mail_search', 'quit', 'MailSend'].map((name) => ({ id: name, name, args: { reason: 'No.' } }));
    const { outcome, model } = play(toolsCodec, [{ toolCalls }], { sandbox });
    expect(await outcome).toEqual({ kind: 'quit', reason: 'No.' });
    expect(sandbox.calls.map(({ tool }) => tool)).toEqual(['mail search']);
    expect(model.calls).toHaveLength(1);
  });

  it('stop where the episode ends', async () => {
    const sandbox = counting(2);
    const { outcome } = play(toolsCodec, [languages.tools.call('mail search', 'MailSend', 'MailSend')], { sandbox });
    await expect(outcome).rejects.toThrow(EpisodeEnded);
    expect(sandbox.calls).toHaveLength(1);
  });
});
