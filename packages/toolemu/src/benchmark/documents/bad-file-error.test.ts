import { expect, it } from 'vitest';
import { BadFileError, placeInFile } from './bad-file-error.ts';

it.each([
  ['cases.json', '$', 'cases.json'],
  ['cases.json', '$[3].id', 'cases.json, $[3].id'],
  ['run.jsonl', 'line 4, $', 'run.jsonl, line 4'],
  ['run.jsonl', 'line 4', 'run.jsonl, line 4'],
  ['run.jsonl', 'line 4, $.case', 'run.jsonl, line 4, $.case'],
])('names a place in a file where it is not the whole: %s, %s', (file, path, place) => {
  expect(placeInFile(file, path)).toBe(place);
  expect(new BadFileError({ file, path, problem: 'it is empty', remedy: 'fill it' }).message).toBe(
    `${place}: it is empty; fill it`,
  );
});
