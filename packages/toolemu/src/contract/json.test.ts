import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEscapes,
  definedOnly,
  entryOf,
  isObject,
  isTooDeep,
  type Json,
  JsonTooDeep,
  maxJsonDepth,
  messageOf,
  parseJson,
  readJson,
  withoutNulls,
} from './index.ts';

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('no table has the entry %s by itself', (name) => {
  expect(entryOf({ a: 1 }, name)).toBeUndefined();
  expect(entryOf({ a: 1 }, 'a')).toBe(1);
});

describe('isObject', () => {
  it.each([
    [{}, true],
    [{ a: null }, true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
  ])('says of %j: %s', (value, is) => {
    expect(isObject(value)).toBe(is);
  });
});

describe('parseJson', () => {
  it('reads what was written as JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives undefined for any other text, and never throws', () => {
    expect(parseJson('{"a": ')).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseJson(text);
      }),
    );
  });
});

describe('values without what is not set', () => {
  it('have no null at the top, and keep those further down', () => {
    expect(withoutNulls({ a: null, b: 0, c: { d: null } })).toEqual({ b: 0, c: { d: null } });
    expect([withoutNulls([null]), withoutNulls(null), withoutNulls('a')]).toEqual([[null], null, 'a']);
  });

  it('have no undefined at the top', () => {
    expect(Object.keys(definedOnly({ a: undefined, b: null, c: 1 }))).toEqual(['b', 'c']);
  });
});

describe('messageOf', () => {
  it('is the message of an error, and anything else as text', () => {
    expect([new Error('no'), 'no', 404, null].map(messageOf)).toEqual(['no', 'no', '404', 'null']);
  });
});

describe('decodeEscapes', () => {
  it('reads percent escapes, and leaves a text that has broken ones', () => {
    expect(['a%20b', '100%', '%E0%A4%A'].map(decodeEscapes)).toEqual(['a b', '100%', '%E0%A4%A']);
  });
});

describe('JSON with many levels', () => {
  const kinds: readonly (readonly [string, string, string])[] = [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['lists in objects', '{"a":[', ']}'],
  ];
  const nested = ([, open, close]: (typeof kinds)[number], times: number): string =>
    `${open.repeat(times)}${open.endsWith('[') ? '' : '1'}${close.repeat(times)}`;

  it.each(kinds)('is read up to the limit, and refused beyond it: %s', (...kind) => {
    const levels = kind[1].length === 6 ? 2 : 1;
    const last = nested(kind, maxJsonDepth / levels);
    expect(readJson(last)).toEqual(JSON.parse(last));
    for (const times of [maxJsonDepth / levels + 1, 1_000, 100_000]) {
      const text = nested(kind, times);
      expect(() => readJson(text)).toThrow(new JsonTooDeep());
      expect(() => readJson(text)).toThrow(SyntaxError);
      expect(parseJson(text)).toBeUndefined();
      expect(isTooDeep(JSON.parse(text))).toBe(true);
    }
  });

  it('counts levels, not values', () => {
    const wide: Json = Array.from({ length: 10_000 }, () => [[{}]]);
    expect(isTooDeep(wide)).toBe(false);
    expect(isTooDeep(wide, 3)).toBe(true);
    expect([isTooDeep('[['.repeat(500)), isTooDeep(null), isTooDeep([], 0), isTooDeep([], 1)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});
