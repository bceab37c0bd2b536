import { expect, test } from 'vitest';
import { runOfFile } from './run-of-file.ts';

test.each([
  ['/tmp/runs/first try.toolemu', 'first try'],
  ['C:\\runs\\first.toolemu', 'first'],
  ['first.toolemu', 'first'],
  ['a.toolemu.old', 'a.toolemu.old'],
])('the run of the file %s is %s', (file, run) => {
  expect(runOfFile(file)).toBe(run);
});
