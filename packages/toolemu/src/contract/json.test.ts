import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEscapes, definedOnly, isObject, messageOf, parseJson, withoutNulls } from './index.ts';

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
