import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../contract/index.ts';
import { readEmulation } from './read-emulation.ts';

const tool: Tool = {
  name: 'ShopFind',
  description: '',
  inputSchema: {},
  outputSchema: { type: 'object', properties: { goods: { type: 'array' } } },
};
const { outputSchema: _none, ...plainTool } = tool;
const textTool: Tool = { ...tool, outputSchema: { type: 'string' } };

const full = {
  thought: 'One is on the shelf.',
  exception: null,
  changes: [{ op: 'update', collection: 'goods', id: 'tea-1', record: '{"stock":6}' }],
  observation: '{"goods":[{"sku":"tea-1"}]}',
  settled: ['The shelf belongs to Ida.'],
  summary: 'Tea was found.',
};

describe('a reply that can be read', () => {
  const expected = {
    ok: true,
    reply: {
      thought: 'One is on the shelf.',
      exception: null,
      changes: [{ op: 'update', collection: 'goods', id: 'tea-1', record: { stock: 6 } }],
      observation: { text: '{"goods":[{"sku":"tea-1"}]}', json: { goods: [{ sku: 'tea-1' }] } },
      settled: ['The shelf belongs to Ida.'],
      summary: 'Tea was found.',
    },
  };
  const inside = {
    ...full,
    changes: [{ ...full.changes[0], record: { stock: 6 } }],
    observation: { goods: [{ sku: 'tea-1' }] },
  };

  it.each([
    ['as it was asked for, with JSON written as strings', JSON.stringify(full)],
    ['with JSON where strings were asked for', JSON.stringify(inside)],
    ['over several lines', JSON.stringify(full, null, 2)],
    ['in a fence, after prose', `Here is my answer:\n\n\`\`\`json\n${JSON.stringify(full, null, 2)}\n\`\`\`\nDone.`],
    ['after reasoning that holds other JSON', `<think>Maybe {"goods": []}? No.</think>\n${JSON.stringify(full)}`],
    ['with a property nobody asked for', JSON.stringify({ ...full, confidence: 0.9 })],
    ['with a trailing comma', `${JSON.stringify(full).slice(0, -1)},}`],
  ])('%s', (_what, text) => {
    expect(readEmulation(text, tool)).toEqual(expected);
  });

  it('may leave out thought, settled facts and summary, which decide nothing', () => {
    const { thought: _thought, settled: _settled, summary: _summary, ...rest } = full;
    expect(readEmulation(JSON.stringify(rest), tool)).toMatchObject({
      ok: true,
      reply: { thought: '', settled: [], summary: '' },
    });
  });

  it.each([
    [null, []],
    ["The key is Ida's.", ["The key is Ida's."]],
    [['One.', '', 7], ['One.']],
  ])('may write settled facts as %j', (settled, expected) => {
    const read = readEmulation(JSON.stringify({ ...full, settled }), tool);
    expect(read).toMatchObject({ ok: true, reply: { settled: expected } });
  });

  it('may write a numeric id, and a delete without a record', () => {
    const changes = [
      { op: 'delete', collection: 'goods', id: 7 },
      { op: 'delete', collection: 'goods', id: 'tea-2', record: '' },
    ];
    expect(readEmulation(JSON.stringify({ ...full, changes }), tool)).toMatchObject({
      reply: {
        changes: [
          { op: 'delete', collection: 'goods', id: '7', record: {} },
          { op: 'delete', collection: 'goods', id: 'tea-2', record: {} },
        ],
      },
    });
  });

  it('may raise', () => {
    const exception = { name: 'NotFoundException', message: 'There is no such shelf.' };
    expect(readEmulation(JSON.stringify({ ...full, exception, changes: [], observation: '' }), tool)).toMatchObject({
      reply: { exception, changes: [], observation: { text: '' } },
    });
  });
});

describe('an observation', () => {
  const observationOf = (observation: unknown, of: Tool) => {
    const read = readEmulation(JSON.stringify({ ...full, observation }), of);
    return read.ok ? read.reply.observation : read.reason;
  };

  it.each<[string, unknown, Tool, object]>([
    ['JSON text', '{"goods":[]}', tool, { text: '{"goods":[]}', json: { goods: [] } }],
    ['text where JSON is due: it has no value', 'Nothing found.', tool, { text: 'Nothing found.' }],
    ['nothing where JSON is due: it has no value', '', tool, { text: '' }],
    ['text of a tool without an output schema', 'done', plainTool, { text: 'done' }],
    ['a number written by a tool that returns text', '42', plainTool, { text: '42' }],
    ['an object of a tool without an output schema', '{"a":1}', plainTool, { text: '{"a":1}', json: { a: 1 } }],
    ['text of a tool that returns a string', 'two left', textTool, { text: 'two left', json: 'two left' }],
    ['a string written as JSON', '"two left"', textTool, { text: 'two left', json: 'two left' }],
    ['null written as JSON', 'null', tool, { text: 'null', json: null }],
  ])('%s', (_what, observation, of, expected) => {
    expect(observationOf(observation, of)).toEqual(expected);
  });

  it('a string of digits is the string it is, where the tool returns a string', () => {
    expect(observationOf('42', textTool)).toEqual({ text: '42', json: '42' });
  });
});

describe('a reply that cannot be read', () => {
  it.each([
    ['nothing', '', /empty/],
    ['a refusal in prose', "I'm sorry, but I can't help with that.", /no JSON object/],
    ['thoughts alone', '<think>It would return three.</think>', /thoughts and no answer/],
    ['half an object', JSON.stringify(full).slice(0, 40), /./],
    ['an observation and nothing else', '{"observation": "{}"}', /exception.*changes/],
    ['a list', '[1, 2]', /no JSON object/],
    ['an operation there is not', JSON.stringify(full).replace('"update"', '"upsert"'), /changes\[0\]\.op/],
    ['a change without an id', JSON.stringify(full).replace('"id":"tea-1",', ''), /'id'/],
    [
      'a record that is no object',
      JSON.stringify({ ...full, changes: [{ ...full.changes[0], record: 'six' }] }),
      /changes\[0\]\.record/,
    ],
    ['an exception that is text', JSON.stringify({ ...full, exception: 'NotFoundException' }), /exception/],
  ])('%s', (_what, text, reason) => {
    const read = readEmulation(text, tool);
    expect(read.ok ? 'it was read' : read.reason).toMatch(reason);
  });
});

describe('any text at all', () => {
  const anyJson = fc.json({ maxDepth: 3 });
  const nearly = fc
    .record(
      {
        thought: fc.anything(),
        exception: fc.oneof(fc.constant(null), fc.anything()),
        changes: fc.oneof(
          fc.array(
            fc.record(
              {
                op: fc.oneof(fc.constantFrom('create', 'update', 'delete', 'reveal'), fc.string()),
                collection: fc.string(),
                id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
                record: fc.oneof(anyJson, fc.anything()),
              },
              { requiredKeys: [] },
            ),
          ),
          fc.anything(),
        ),
        observation: fc.oneof(anyJson, fc.anything()),
        summary: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)));
  const around = fc.tuple(fc.string(), nearly, fc.string()).map((parts) => parts.join(''));

  it('is read or refused with a reason, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyJson, nearly, around), (text) => {
        for (const of of [tool, plainTool, textTool]) {
          const read = readEmulation(text, of);
          if (!read.ok) expect(read.reason).not.toBe('');
          else expect(typeof read.reply.observation.text).toBe('string');
        }
      }),
      { numRuns: 500 },
    );
  });
});
