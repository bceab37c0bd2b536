import { expect, it } from 'vitest';
import type { JsonSchema } from '../../contract/index.ts';
import { validate } from './json-schema.ts';
import { LimitedPattern } from './limited-pattern.ts';
import { TookTooLong } from '../expressions/time-limit.ts';

const endless = `${'a'.repeat(60)}!`;

it.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(?=(a+)+$).*',
  `^${'(a*)\\1'.repeat(12)}$`,
  `^${'(?:a|a)'.repeat(40)}$`,
  `^${'a*'.repeat(12)}$`,
])('breaks off %s', (source) => {
  expect(() => new LimitedPattern(source, 'u', 50).test(endless)).toThrow(TookTooLong);
});

it('waits less for a pattern that was broken off, and still takes what fits', () => {
  const pattern = new LimitedPattern('^(a+)+$', 'u');
  expect(() => pattern.test(endless)).toThrow('the pattern ^(a+)+$ takes too long on a text of 61 characters');
  const start = performance.now();
  expect(() => pattern.test(endless)).toThrow(TookTooLong);
  expect(performance.now() - start).toBeLessThan(500);
  expect([pattern.test('aaa'), pattern.test('b')]).toEqual([true, false]);
});

it('finds what a plain expression finds', () => {
  for (const source of [
    '^[A-Z]{2}$',
    '^[+-]?\\d{1,9}\\.\\d{2}$',
    '^(a)\\1$',
    '^(ab)+$',
    'b|c',
    '^\\S+ \\S+ \\S+ \\S+ \\S+$',
  ]) {
    for (const text of ['AB', 'abab', 'xcx', 'a b c d e', 'aa', '+12.50', '', 'é'.repeat(300)]) {
      expect([source, text, new LimitedPattern(source, 'u').test(text)]).toEqual([
        source,
        text,
        new RegExp(source, 'u').test(text),
      ]);
    }
  }
});

it('is what the patterns of a schema are, each its own', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { one: { pattern: '^(a+)+$' }, two: { pattern: '^b$' } },
    patternProperties: { '^(c+)+$': false },
  };
  expect(validate(schema, { one: 'aa', two: 'b' })).toEqual({ ok: true });
  expect(validate(schema, { one: 'b', two: 'a' })).toMatchObject({ ok: false, errors: { length: 2 } });
  expect(() => validate(schema, { one: endless })).toThrow(TookTooLong);
  expect(() => validate(schema, { [`${'c'.repeat(60)}!`]: 1 })).toThrow(TookTooLong);
});
