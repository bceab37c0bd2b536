import { expect, test } from 'vitest';
import { isRunFile } from './is-run-file.ts';

test.each([
  ['SQLite format 3\0and all else', true],
  ['SQLite format 3', false],
  ['SQLite format 2\0and all else', false],
  ['Dear Ada', false],
  ['', false],
])('a file that is %j may be a run file: %s', async (text, may) => {
  expect(await isRunFile(new Blob([text]))).toBe(may);
});

test('no more of a file is read than its beginning', async () => {
  const asked: unknown[][] = [];
  const blob = new Blob(['x'.repeat(1000)]);
  const slice = blob.slice.bind(blob);
  blob.slice = (...range) => {
    asked.push(range);
    return slice(...range);
  };
  blob.text = () => Promise.reject(new Error('all of it was read'));
  expect(await isRunFile(blob)).toBe(false);
  expect(asked).toEqual([[0, 16]]);
});
