import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, hashOf } from './canonical-json.ts';

test('sorts keys at every depth and leaves undefined out', () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined, a: 2 }], a: null })).toBe('{"a":null,"b":[{"a":2,"d":1}]}');
});

test('hashes do not depend on the order of keys', () => {
  expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: '1' }));
});

test('canonical JSON holds the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
