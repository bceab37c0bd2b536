import { describe, expect, test } from 'vitest';
import type { Json } from 'toolemu/contract';
import { issuesAt, pathOf, textsAt, valueAt, type Way, withValueAt } from './value-at.ts';

const value: Json = { a: { b: [1, { c: 'x' }] } };

test.each<[Way, Json | undefined]>([
  [[], value],
  [['a', 'b', 1, 'c'], 'x'],
  [['a', 'b', 7], undefined],
  [['a', 'b', 0, 'c'], undefined],
  [['toString'], undefined],
])('valueAt %j', (way, found) => {
  expect(valueAt(value, way)).toEqual(found);
});

describe('withValueAt', () => {
  test.each<[Way, Json | undefined, Json]>([
    [['a', 'b', 1, 'c'], 'y', { a: { b: [1, { c: 'y' }] } }],
    [['a', 'b', 2], 3, { a: { b: [1, { c: 'x' }, 3] } }],
    [['a', 'b', 0], undefined, { a: { b: [{ c: 'x' }] } }],
    [['a', 'b'], undefined, { a: {} }],
    [['n', 'm'], 's', { a: { b: [1, { c: 'x' }] }, n: { m: 's' } }],
    [['l', 0], 's', { a: { b: [1, { c: 'x' }] }, l: ['s'] }],
  ])('%j', (way, next, expected) => {
    const before = structuredClone(value);
    expect(withValueAt(value, way, next)).toEqual(expected);
    expect(value).toEqual(before);
  });

  test('keeps the order of properties', () => {
    expect(Object.keys(withValueAt({ a: 1, b: 2 }, ['a'], 3) as object)).toEqual(['a', 'b']);
  });
});

test('issuesAt finds those of a value and of what is in it', () => {
  const issues = ['$.risks', '$.risks[0].id', '$.risksMore', '$'].map((path) => ({
    file: '',
    path,
    message: '',
    remedy: '',
  }));
  expect(issuesAt(issues, ['risks']).map(({ path }) => path)).toEqual(['$.risks', '$.risks[0].id']);
  expect(pathOf(['a', 2, 'b'])).toBe('$.a[2].b');
});

test('textsAt reads a list of texts alone', () => {
  expect(textsAt({ a: ['x'] }, ['a'])).toEqual(['x']);
  expect(textsAt({}, ['a'])).toEqual([]);
  expect(textsAt({ a: [1] }, ['a'])).toBeNull();
  expect(textsAt({ a: 'x' }, ['a'])).toBeNull();
});
