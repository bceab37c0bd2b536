import { expect, test } from 'vitest';
import { rowsOf } from './value-rows.ts';

const wide = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`p${at}`, at]));

test.each([
  ['objects alike', [{ a: 1, b: 'x' }, { a: 2 }], true],
  ['a single object', [{ a: 1 }], false],
  ['things that are no objects', [{ a: 1 }, 2], false],
  ['objects that share nothing', [{ a: 1 }, { b: 1 }, { c: 1 }], false],
  ['objects that hold others', [{ a: { b: 1 } }, { a: [] }], true],
  ['objects of very many properties', [wide, wide], false],
  ['empty objects', [{}, {}], false],
])('%s are rows of a table: %#', (_, items, isTable) => {
  expect(rowsOf(items) !== null).toBe(isTable);
});
