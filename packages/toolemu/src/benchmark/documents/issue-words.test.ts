import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idSchema } from '../../contract/json.ts';
import { issueWords } from './issue-words.ts';

describe('what a schema found wrong, in words', () => {
  it.each<[string, z.ZodType, unknown, string, string?]>([
    ['an empty text', z.string().min(1), '', 'must not be empty', 'write it'],
    ['a short text', z.string().min(3), 'a', 'needs at least 3 characters'],
    ['a long text', z.string().max(2), 'abc', 'may have at most 2 characters', 'shorten it'],
    ['an empty list', z.array(z.string()).min(1), [], 'needs at least one item'],
    ['a short list', z.array(z.string()).min(2), ['a'], 'needs at least 2 items'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'may have at most one item', 'remove some'],
    ['a small number', z.number().min(3), 2, 'must be at least 3', 'give a larger one'],
    ['a number that is not beyond', z.number().gt(3), 3, 'must be more than 3'],
    ['a large number', z.number().max(3), 4, 'must be at most 3', 'give a smaller one'],
    ['a number that is not below', z.number().lt(3), 3, 'must be less than 3'],
    ['a number for a text', z.string(), 4, 'must be a text, not a number'],
    ['nothing for an object', z.strictObject({}), null, 'must be an object, not null'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['a word of others', z.enum(['a', 'b', 'c']), 'd', 'must be "a", "b" or "c"'],
    ['a word for the only one', z.literal('a'), 'd', 'must be "a"'],
    ['no address', z.email(), 'x', 'must be an e-mail address'],
    ['a text of another form', z.string().regex(/^a$/), 'x', 'is not written as it must be'],
    ['what the schema has words for', idSchema, '-', 'must be letters, digits, ".", "_" or "-"'],
    ['a name of another form', z.record(idSchema, z.string()), { '-': '' }, 'must be letters, digits'],
    ['what fits nothing', z.json(), undefined, 'is nothing that belongs here'],
    ['a rule of its own', z.string().refine(() => false, 'must rhyme'), 'x', 'must rhyme'],
  ])('of %s', (_what, schema, value, message, remedy = '') => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    expect(issue && issueWords(issue)).toEqual({
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
  });

  it('has none of the words of the library that found it', () => {
    const issues = z
      .strictObject({ a: z.string().min(1), b: z.int().max(2), c: z.enum(['x']), d: z.iso.date() })
      .safeParse({ a: '', b: 7, c: 'y', d: 'z', e: 1 }).error?.issues;
    const said = (issues ?? []).map((issue) => issueWords(issue).message);
    expect(said).toHaveLength(5);
    expect(said.join(' ')).not.toMatch(/Invalid|Too |expected|>=/);
  });
});
