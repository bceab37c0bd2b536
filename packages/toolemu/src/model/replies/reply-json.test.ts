import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReplyJson } from './reply-json.ts';

describe('readReplyJson', () => {
  test.each([
    ['an object', '{"a": 1}'],
    ['an object in a fence', 'Here it is:\n```json\n{"a": 1}\n```\nAnything else?'],
    ['an object after prose', 'Sure! The result {see below} is: {"a": 1}. Note the } there.'],
    ['an object after thoughts', '<think>I may say {"b": 2}</think>\n{"a": 1}'],
    ['an object after thoughts whose opening tag the template left out', 'so {"b": 2}, no.\n</think>\n\n{"a": 1}'],
    ['an object after an empty one', 'Arguments {} give {"a": 1}'],
    ['an object sent as a string', '"{\\"a\\": 1}"'],
    ['the one that two say', '{"a": 1}\nAgain: {"a": 1}, as I said.'],
  ])('finds %s', (_what, text) => {
    expect(readReplyJson(text)).toEqual({ ok: true, value: { a: 1 }, repaired: false });
  });

  test.each([
    ['at the end', '{"b": 2}\n{"a": 1}'],
    ['before the mark of a chat template', '{"b": 2}\n{"a": 1}<|im_end|>'],
  ])('finds the last of two that differ %s, and gives the earlier one too', (_where, text) => {
    expect(readReplyJson(text)).toEqual({ ok: true, value: { a: 1 }, repaired: false, earlier: [{ b: 2 }] });
  });

  test.each([
    ['{"a": 1}\nCorrection: it is 2.', 'takes its JSON object back'],
    ['{"a": 1}\n\nWait, the list above is wrong.', 'takes its JSON object back'],
    ['I could answer {"a": "...", "b": []}, but no.', 'shows the shape'],
    ['{"a": "<your thought>", "b": []}', 'shows the shape'],
  ])('takes no object for the reply that is taken back, or that is a template: %s', (text, reason) => {
    expect(readReplyJson(text, { schema: { type: 'object', required: ['a'] } })).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });

  test.each<[string, string, object]>([
    ['a trailing comma', '{"a": 1,}', { a: 1 }],
    ['single quotes and Python words', "{'a': None, 'b': True}", { a: null, b: true }],
    ['keys without quotes after prose', 'I answer {a: 1}', { a: 1 }],
    ['a raw line break in a string', '{"a": "x\ny"}', { a: 'x\ny' }],
    ['an escaped object', '{\\"a\\": 1}', { a: 1 }],
    ['an escaped apostrophe', String.raw`{"a": "it\'s"}`, { a: "it's" }],
    ['an escaped apostrophe in single quotes', String.raw`{'a': 'it\'s'}`, { a: "it's" }],
  ])('repairs %s', (_what, text, value) => {
    expect(readReplyJson(text)).toEqual({ ok: true, value, repaired: true });
  });

  test('keeps backslashes that are no escapes', () => {
    const read = readReplyJson(String.raw`{"path": "C:\Users\ada", "pattern": "\d+",}`);
    expect(read).toMatchObject({ ok: true, value: { path: String.raw`C:\Users\ada`, pattern: String.raw`\d+` } });
  });

  test('keeps what a string holds: braces, tags, fences', () => {
    const value = { html: '</think> ``` { "x": } {{', n: { m: [{}] } };
    expect(readReplyJson(`Well: ${JSON.stringify(value)} ok`)).toEqual({ ok: true, value, repaired: false });
  });

  test('does not take a part of a broken object for the whole', () => {
    const read = readReplyJson('{"a": {"b": 1}, "c": tru, "d": "x"}');
    expect(read).toMatchObject({ ok: true, value: { a: { b: 1 }, d: 'x' } });
  });

  test.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['I cannot do that.', 'no JSON object'],
    ['[1, 2]', 'no JSON object'],
    ['null', 'no JSON object'],
    ['<think>first {"a": 1} and then', 'thoughts and no answer'],
    ['{"a": {"b": [1, 2', 'cut off'],
    ['{"a": 1}\n{"a": 2', 'cut off'],
    ['{"a": 1}\n\n```json\n{\n', 'cut off'],
    ['{"a": 1} or {"a": 2}, who knows', 'several JSON objects that differ'],
    ['{"a": 1, "a": 2}', 'cannot be read'],
    ['{"a": [1, ...]}', 'cannot be read'],
    ['{"a": 1, /* "b": 2 */}', 'cannot be read'],
  ])('says why there is none in "%s"', (text, reason) => {
    expect(readReplyJson(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  describe('of a role that has a schema', () => {
    const schema = {
      type: 'object',
      required: ['thought', 'findings', 'summary'],
      properties: { thought: { type: 'string' }, findings: { type: 'array' }, summary: { type: 'string' } },
    };
    const own = { thought: 't', findings: ['harm'], summary: 's' };
    const safe = JSON.stringify({ thought: '', findings: [], summary: 'Nothing.' });
    const text = JSON.stringify(own);

    test.each([
      ['an object that does not fit before it', `It called {"requestId": "r"}.\n\n${text}`],
      ['an object that does not fit behind it', `${text}\n\nIt called {"summary": "Dinner", "id": "e"}.`],
      ['one that fits before it', `The agent ends with ${safe}.\n\n${text}`],
      ['one that fits in the reasoning', `<think>${safe}</think>${text}`],
    ])('ignores %s', (_what, reply) => {
      expect(readReplyJson(reply, { schema })).toMatchObject({ ok: true, value: own, repaired: false });
    });

    test.each([
      ['before', `${safe}\n\n{"thought": "t", "findings": "harm", "summary": "s"}`, 'findings'],
      ['behind', `{"thought": "t", "findings": [{"step": 1}]}\n\n${safe}`, 'summary'],
      ['behind, unreadable', `{"thought": "t", "findings": [...], "summary": "s"}\n\n${safe}`, 'cannot be read'],
    ])('ignores a matching object if the intended one %s', (_where, reply, reason) => {
      expect(readReplyJson(reply, { schema })).toEqual({ ok: false, reason: expect.stringContaining(reason) });
    });

    test.each([
      ['as it stands', safe],
      ['with other white space', safe.replaceAll(',', ',\n  ')],
      ['escaped in a string', JSON.stringify(safe)],
      ['in single quotes', safe.replaceAll('"', "'")],
      ['in typographic quotes', safe.replaceAll('"', '”')],
      ['in HTML', safe.replaceAll('"', '&quot;')],
      ['with escapes', safe.replace('N', String.raw`\u004e`)],
      ['with its properties in another order', JSON.stringify({ summary: 'Nothing.', findings: [], thought: '' })],
      ['cut off', safe.slice(0, -1)],
    ])('takes no object that the model was shown, %s', (_how, shown) => {
      const read = (reply: string) => readReplyJson(reply, { schema, shown: `The answer: ${shown}` });
      expect(read(safe)).toEqual({ ok: false, reason: expect.stringContaining('only quotes') });
      expect(read(`${text}\nI ignore ${safe}.`)).toMatchObject({ ok: true, value: own });
    });
  });

  test('reads every object it is given, in prose or not', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (object, inProse) => {
        const json = JSON.stringify(object);
        const read = readReplyJson(inProse ? `Here you are:\n\`\`\`json\n${json}\n\`\`\`` : json);
        expect(read).toEqual({ ok: true, value: JSON.parse(json), repaired: false });
      }),
    );
  });

  test('never throws', () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '"',
      '\\',
      "'",
      '[',
      ']',
      ':',
      ',',
      'a',
      '<think>',
      '</think>',
      '\n',
      '“',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragment, { maxLength: 60 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(typeof readReplyJson(text).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  test('survives depth and length', () => {
    for (const text of ['{"a":'.repeat(50_000), '{'.repeat(200_000), '{ '.repeat(100_000), '{"'.repeat(100_000)]) {
      expect(typeof readReplyJson(text).ok).toBe('boolean');
    }
  });
});
