import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelReply, PromptStyle, ToolCall } from '../contract/index.ts';
import type { Decision } from './dialogue.ts';
import { reactCodec } from './react.ts';

const stays: PromptStyle = { name: 'naive', quits: false, role: '', requirements: '' };
const mayQuit: PromptStyle = { ...stays, name: 'quit', quits: true };

function replyOf(text: string): ModelReply {
  const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return { text, toolCalls: [], finish: 'stop', usage, sent: {}, responseModel: null };
}

function decisionOn(text: string, promptStyle = stays): Decision {
  return reactCodec.parse(replyOf(text), [], promptStyle);
}

function fixture(name: string): string {
  return readFileSync(path.join(import.meta.dirname, '__fixtures__', `${name}.reply.txt`), 'utf8');
}

const search: ToolCall = { tool: 'ParcelsSearch', input: '{"to": "Kim"}' };

describe('an awkward reply', () => {
  it.each<[string, ToolCall]>([
    [
      'several-actions',
      {
        ...search,
        thought: 'I need to find the parcel first and then send it.',
        dropped: expect.stringMatching(/^Thought: Now I can send it\.\nAction: ParcelsSend[\s\S]*Final Answer: Kim's/),
      },
    ],
    [
      'invented-observation',
      {
        ...search,
        thought: 'Let me look it up.',
        dropped: expect.stringMatching(/^Observation: \{"parcels"[\s\S]*Final Answer: Sent!\s*$/),
      },
    ],
    [
      'windows-lines',
      { tool: 'ParcelsSearch', input: '{\r\n  "to": "Kim",\r\n  "limit": 5\r\n}', thought: 'Windows.' },
    ],
    [
      'fenced-input',
      {
        tool: 'ParcelsRegister',
        input: expect.stringMatching(/^\{[\s\S]*"weight": 2\.5,[\s\S]*\}$/),
        thought: 'I will register it.',
        dropped: 'Let me know what comes back!',
      },
    ],
    ['think-block', { ...search, thought: 'There may be more than one Kim, so I search first.' }],
    ['think-without-opening', { ...search, thought: 'I look first.' }],
    [
      'missing-input',
      {
        tool: 'ParcelsSearch',
        input: '',
        thought: 'I check the list.',
        dropped: expect.stringMatching(/^Thought: Then I send what I find\.\nAction: ParcelsSend\nAction Input: /),
      },
    ],
    [
      'prose-after-input',
      { ...search, thought: 'Search.', dropped: 'and then I will wait for the result before I go on.' },
    ],
    [
      'markers-inside-lines',
      {
        tool: 'ParcelsSearch',
        input: '{"to": "QUIT: Final Answer: Kim"}',
        thought: expect.stringContaining('or, where that is allowed, with QUIT: and a reason'),
      },
    ],
    [
      'list-as-input',
      {
        tool: 'ParcelsSend',
        input: '[{"parcelIds": ["pcl_0001"]}, {"parcelIds": ["pcl_0002"]}]',
        thought: 'Two of them.',
      },
    ],
    [
      'python-dict',
      { tool: 'ParcelsAsk', input: "{'question': 'Is it in?', 'urgent': True}", thought: 'Ask the desk.' },
    ],
  ])('makes one call, and the rest is dropped: %s', (name, call) => {
    for (const promptStyle of [stays, mayQuit]) {
      expect(decisionOn(fixture(name), promptStyle)).toEqual({ kind: 'calls', calls: [call] });
    }
  });

  it('gives a fenced input as the JSON it is', () => {
    const decision = decisionOn(fixture('fenced-input'));
    const input = decision.kind === 'calls' ? (decision.calls[0]?.input as string) : '';
    expect(JSON.parse(input)).toEqual({
      to: 'Kim Abe',
      weight: 2.5,
      note: 'Say "hi" {to} her; use a \\ if needed',
    });
  });

  it.each([
    ['no-marker', /no line that begins with "Action:" or "Final Answer:"$/],
    ['thought-alone', /no line that begins with/],
    ['bold-markers', /no line that begins with/],
    ['think-cut-off', /blank/],
  ])('is asked for again: %s', (name, reason) => {
    expect(decisionOn(fixture(name))).toEqual({ kind: 'unreadable', reason: expect.stringMatching(reason) });
  });
});

describe('a marker', () => {
  it.each([
    ['', /blank/],
    [' \n\t\r\n', /blank/],
    ['Observation: {"parcels": []}\nThought: Good.\nFinal Answer: Done.', /blank/],
    ['Thought: hm', /no line/],
  ])('is asked for where there is none: %j', (text, reason) => {
    expect(decisionOn(text)).toEqual({ kind: 'unreadable', reason: expect.stringMatching(reason) });
  });

  it('may be indented, and stands at the start of a line', () => {
    expect(decisionOn('  Action: ParcelsSearch\n\tAction Input: {"to": "Kim"}')).toEqual({
      kind: 'calls',
      calls: [search],
    });
    expect(decisionOn('So, Action: ParcelsSearch\nAction Input: {}').kind).toBe('unreadable');
  });

  it.each<[string, Decision]>([
    ['Final Answer: Yes.\nAction: ParcelsSearch\nAction Input: {}', answer('Yes.')],
    ['Final Answer: Yes.\nQUIT: no', answer('Yes.')],
    ['QUIT: Two Kims.\nFinal Answer: Yes.', quit('Two Kims.')],
    ['QUIT: Two Kims.\nAction: ParcelsSearch\nAction Input: {}', quit('Two Kims.')],
    ['Action: ParcelsSearch\nAction Input: {"to": "Kim"}\nQUIT: no', calling({ ...search, dropped: 'QUIT: no' })],
    [
      'Action: ParcelsSearch\nAction Input: {"to": "Kim"}\nFinal Answer: Yes.',
      calling({ ...search, dropped: 'Final Answer: Yes.' }),
    ],
  ])('counts where it is the first of those that decide: %j', (text, decision) => {
    expect(decisionOn(text, mayQuit)).toEqual(decision);
  });
});

describe('a final answer', () => {
  it('runs to the next marker, over several lines', () => {
    expect(decisionOn(fixture('answer-then-action'))).toEqual(
      answer("Kim's parcel is on its way.\n\nIt should arrive on Friday."),
    );
  });

  it('ends where the agent makes up what it is told next', () => {
    expect(decisionOn('Final Answer: Done.\nObservation: good\nThought: More.')).toEqual(answer('Done.'));
  });

  it('says whether it asks', () => {
    expect(decisionOn('Final Answer: Which Kim do you mean?')).toMatchObject({ outcome: { asks: true } });
  });

  it.each(['Final Answer:', 'Final Answer: \n', 'Final Answer:\nAction: MailSend\nAction Input: {}'])(
    'is asked for again where it is blank: %j',
    (text) => {
      expect(decisionOn(text)).toEqual({ kind: 'unreadable', reason: 'its final answer is blank' });
    },
  );
});

describe('QUIT', () => {
  it('ends the episode with its reason where the agent may quit', () => {
    expect(decisionOn(fixture('quit-with-reason'), mayQuit)).toEqual(
      quit(
        'I stop here. There are two people called Kim:\n- Kim Abe\n- Kim Abel\nSending to the wrong one cannot be undone.',
      ),
    );
  });

  it('is a word like any other where it may not', () => {
    expect(decisionOn('QUIT: Two Kims.')).toMatchObject({ kind: 'unreadable' });
    expect(decisionOn('QUIT: Final Answer: Yes.')).toMatchObject({ kind: 'unreadable' });
    expect(decisionOn('QUIT: Action: ParcelsSearch\nAction Input: {}')).toMatchObject({ kind: 'unreadable' });
    expect(decisionOn('Final Answer: I could say\nQUIT: but I do not.')).toEqual(
      answer('I could say\nQUIT: but I do not.'),
    );
    expect(decisionOn(fixture('quit-with-reason'))).toMatchObject({ calls: [{ tool: 'ParcelsSend' }] });
  });

  it('is asked for by name only where it may be said', () => {
    expect(decisionOn('Hm.', mayQuit)).toMatchObject({ reason: expect.stringContaining('"QUIT:"') });
    expect(decisionOn('Hm.', stays)).not.toMatchObject({ reason: expect.stringContaining('QUIT') });
  });
});

describe('the name of a tool', () => {
  it.each([
    ['Action: Send Email\nAction Input: {}', 'Send Email', undefined],
    ['Action: Kassenbuch öffnen\nAction Input: {}', 'Kassenbuch öffnen', undefined],
    ['Action:\nParcelsSearch\nAction Input: {}', 'ParcelsSearch', undefined],
    ['Action:   ParcelsSearch  \n\nAction Input: {}', 'ParcelsSearch', undefined],
    ['Action: ParcelsSearch\nwhich finds parcels\nAction Input: {}', 'ParcelsSearch', 'which finds parcels'],
    ['Action: ParcelsSearch Action Input: {}', 'ParcelsSearch Action Input: {}', undefined],
    ['Action:', '', undefined],
  ])('is what stands on its line: %j', (text, tool, dropped) => {
    expect(decisionOn(text)).toMatchObject({ kind: 'calls', calls: [{ tool, ...(dropped && { dropped }) }] });
  });
});

describe('the history', () => {
  const kept = (text: string, promptStyle = stays) => reactCodec.kept(replyOf(text), promptStyle);

  it.each([
    'several-actions',
    'invented-observation',
    'think-block',
    'think-without-opening',
    'prose-after-input',
    'fenced-input',
    'missing-input',
    'windows-lines',
    'markers-inside-lines',
  ])('holds what was acted on and no more: %s', (name) => {
    const before = decisionOn(fixture(name));
    const { content } = kept(fixture(name));
    const { dropped: _dropped, ...call } = before.kind === 'calls' ? (before.calls[0] ?? search) : search;
    expect(decisionOn(content)).toEqual(calling(call));
    expect(content).not.toMatch(/Observation:|```|<\/?think>/);
  });

  it('is the reply, and the observation under its marker', () => {
    const reply = kept('Thought: Look.\nAction: ParcelsSearch\nAction Input: {"to": "Kim"}\nObservation: none');
    expect(reactCodec.render({ reply, observations: [{ text: '{"parcels": []}' }] })).toEqual([
      { role: 'assistant', content: 'Thought: Look.\nAction: ParcelsSearch\nAction Input: {"to": "Kim"}' },
      { role: 'user', content: 'Observation: {"parcels": []}' },
    ]);
  });

  it('keeps a line that only looks like a marker to one who may not quit', () => {
    const text = 'QUIT: would be wrong.\nAction: ParcelsSearch\nAction Input: {"to": "Kim"}';
    expect(kept(text).content).toBe(text);
  });
});

it('asks the model to stop where it would make up an observation', () => {
  expect(reactCodec.extras([], stays)).toEqual({ stop: ['\nObservation:'] });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '\n',
      '\r\n',
      '\u2028',
      'Thought:',
      'Action:',
      'Action Input:',
      'Observation:',
      'Final Answer:',
      'QUIT:',
      '{',
      '}',
      '{"a": "}"}',
      '"',
      '\\',
      '```json',
      '[',
      '<think>',
      '</think>\n',
      'ParcelsSearch',
    ),
  );
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

  it('is read without throwing, and acted on in one way', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (said, quits) => {
        const promptStyle = quits ? mayQuit : stays;
        const decision = decisionOn(said, promptStyle);
        if (decision.kind === 'calls') expect(decision.calls).toHaveLength(1);
        if (decision.kind === 'end' && !quits) expect(decision.outcome.kind).toBe('finished');
        if (decision.kind === 'unreadable') expect(decision.reason).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  it('names no tool by a marker of reasoning', () => {
    const said = '{\nAction:</think>\n}';
    expect(decisionOn(said, stays)).toMatchObject({ kind: 'calls', calls: [{ tool: '' }] });
    const again = reactCodec.kept(replyOf(said), stays).content;
    expect(decisionOn(again, stays)).toMatchObject({ kind: 'calls', calls: [{ tool: '' }] });
  });

  it('is kept so that it says the same call again', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (said, quits) => {
        const promptStyle = quits ? mayQuit : stays;
        const decision = decisionOn(said, promptStyle);
        if (decision.kind !== 'calls') return;
        const again = decisionOn(reactCodec.kept(replyOf(said), promptStyle).content, promptStyle);
        const [first] = decision.calls;
        expect(again).toMatchObject({ kind: 'calls', calls: [{ tool: first?.tool, input: first?.input }] });
      }),
      { numRuns: 2000 },
    );
  });
});

function answer(text: string): Decision {
  return { kind: 'end', outcome: { kind: 'finished', answer: text, asks: false } };
}

function quit(reason: string): Decision {
  return { kind: 'end', outcome: { kind: 'quit', reason } };
}

function calling(call: ToolCall): Decision {
  return { kind: 'calls', calls: [call] };
}
