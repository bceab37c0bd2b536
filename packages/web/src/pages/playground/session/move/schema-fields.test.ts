import { describe, expect, it } from 'vitest';
import type { JsonSchema } from 'toolemu/contract';
import { argumentsOf, filledOf } from './filled-fields.ts';
import { fieldsOf } from './schema-fields.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'string', format: 'email' }, minItems: 1, description: 'Receivers.' },
    amount: { type: 'number', exclusiveMinimum: 0 },
    count: { type: 'integer', default: 3 },
    urgent: { type: 'boolean' },
    state: { type: 'string', enum: ['open', 'closed'] },
    level: { enum: [1, 2] },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[A-Z]{2}$', minLength: 2 },
    more: { type: 'object' },
  },
  required: ['to', 'state'],
};
const fields = fieldsOf(schema) ?? [];
const whole = {
  to: ['a@x.org', 'b@x.org'],
  amount: 1.5,
  count: 2,
  urgent: false,
  state: 'open',
  level: 2,
  day: '2026-02-28',
  at: '2026-03-03T09:12:00-05:00',
  code: 'DE',
  more: { deep: [null] },
};

const texts: JsonSchema = {
  type: 'object',
  properties: {
    body: { type: 'string' },
    say: { type: 'string', description: 'The whole text of the answer.' },
    terms: { type: 'string', maxLength: 201 },
    memo: { type: 'string', description: 'Text on the statement.', maxLength: 80 },
    messageId: { type: 'string', description: 'Message to answer.' },
    query: { type: 'string', description: 'Text to look for in the notes.' },
    toAccount: { type: 'string', description: 'Account number to pay to.' },
    note: { type: 'string', pattern: '^[a-z]+$' },
  },
};

describe('the fields of an input', () => {
  it('have several lines where a text may be long', () => {
    expect(fieldsOf(texts)?.flatMap(({ name, kind }) => (kind === 'prose' ? [name] : []))).toEqual([
      'body',
      'say',
      'terms',
    ]);
  });

  it('on one line show no text of several', () => {
    const known = fieldsOf(texts) ?? [];
    expect(filledOf(known, { body: 'one\ntwo' })).toEqual({ body: 'one\ntwo' });
    expect(filledOf(known, { memo: 'one\ntwo' })).toBeNull();
  });

  it('are of the kind that their schema says', () => {
    expect(fields.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'to: texts',
      'amount: number',
      'count: number',
      'urgent: boolean',
      'state: choice',
      'level: choice',
      'day: date',
      'at: text',
      'code: text',
      'more: json',
    ]);
    expect(fields[0]).toMatchObject({ isRequired: true, about: 'Receivers.', hint: 'one to a line' });
    expect(fields[2]?.hint).toBe('a whole number; 3 where it is left out');
    expect(fields[7]?.hint).toContain('2026-03-03T09:12:00-05:00');
  });

  it('are none where the input is not an object of named properties', () => {
    expect(fieldsOf({ type: 'object' })).toBeNull();
    expect(fieldsOf({ type: 'object', properties: {}, oneOf: [] })).toBeNull();
    expect(fieldsOf({ type: 'object', properties: {} })).toEqual([]);
  });

  it('make the input again that they were filled with', () => {
    const filled = filledOf(fields, whole);
    expect(filled).toMatchObject({ to: 'a@x.org\nb@x.org', level: '2', urgent: 'false', state: '"open"' });
    expect(argumentsOf(fields, filled ?? {})).toEqual({ args: whole });
  });

  it('leave out what is empty', () => {
    expect(argumentsOf(fields, { to: 'a@x.org\n\n', state: '"open"', count: ' ' })).toEqual({
      args: { to: ['a@x.org'], state: 'open' },
    });
  });

  it('cannot show what they have no place for', () => {
    expect(filledOf(fields, { other: 1 })).toBeNull();
    expect(filledOf(fields, { to: 'a@x.org' })).toBeNull();
    expect(filledOf(fields, { to: ['a\nb'] })).toBeNull();
    expect(filledOf(fields, { code: '' })).toBeNull();
    expect(filledOf(fields, { state: 'gone' })).toBeNull();
  });

  it.each([
    ['to', '', 'is required'],
    ['to', 'a@x.org\nb', 'item 2 must be an e-mail address'],
    ['amount', 'much', 'must be a number'],
    ['amount', '0', 'must be more than 0'],
    ['count', '1.5', 'must be a whole number'],
    ['day', '2026-02-30', 'must be a day, as in 2026-03-03'],
    ['at', '2026-03-03T09:12', 'must be a moment with seconds and an offset, as in 2026-03-03T09:12:00-05:00'],
    ['code', 'D', 'must have at least 2 characters'],
    ['more', '{', expect.stringContaining('is no JSON')],
  ])('say at %s what is wrong with %o', (name, text, issue) => {
    const filled = { to: 'a@x.org', state: '"open"', [name]: text };
    expect(argumentsOf(fields, filled)).toEqual({ issues: { [name]: issue } });
  });

  it.each([
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, 'a\na', 'must have no item twice'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, 'a\nb', 'must have at most 1 items'],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'b', 'item 1 must be one of "a"'],
    [{ type: 'number', minimum: 2, maximum: 3 }, '1', 'must be at least 2'],
    [{ type: 'number', minimum: 2, maximum: 3 }, '4', 'must be at most 3'],
    [{ type: 'string', maxLength: 2 }, '🦊🦊🦊', 'must have at most 2 characters'],
  ])('hold %o to its words', (own, text, issue) => {
    const [field] = fieldsOf({ type: 'object', properties: { it: own } }) ?? [];
    expect(field === undefined ? null : argumentsOf([field], { it: text })).toEqual({ issues: { it: issue } });
  });

  it('count characters as a tool does', () => {
    const short = fieldsOf({ type: 'object', properties: { it: { type: 'string', maxLength: 2 } } }) ?? [];
    expect(argumentsOf(short, { it: '🦊🦊' })).toEqual({ args: { it: '🦊🦊' } });
  });

  it('tell a pattern and leave it to the tool, however long it would take to try', () => {
    const slow = fieldsOf({ type: 'object', properties: { it: { type: 'string', pattern: '^(a+)+$' } } }) ?? [];
    const text = `${'a'.repeat(40)}!`;
    expect(argumentsOf(slow, { it: text })).toEqual({ args: { it: text } });
    expect(slow[0]?.hint).toBe('of the pattern ^(a+)+$');
  });
});
