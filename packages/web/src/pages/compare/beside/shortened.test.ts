import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test.each([
  [{ a: [1, 2], b: 'x' }, { a: [1, 2], b: 'x' }, []],
  [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4], ['2 items']],
  [{ found: { ids: [1, 2, 3, 4] } }, { found: { ids: [1, 2] } }, ['2 items']],
  [{ found: { ids: [1, 2, 3] } }, { found: { ids: [1, 2, 3] } }, []],
  [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], []],
  ['x'.repeat(1240), `${'x'.repeat(240)}…`, ['1,000 characters']],
  ['x'.repeat(250), 'x'.repeat(250), []],
  [null, null, []],
])('%j begins with %j, and leaves out %j', (value, beginning, left) => {
  expect(shortened(value)).toEqual({ value: beginning, left });
});

test('an object is cut to its first properties', () => {
  const value = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, at]));
  expect(Object.keys(shortened(value).value ?? {})).toHaveLength(8);
  expect(shortened(value).left).toEqual(['2 properties']);
});
