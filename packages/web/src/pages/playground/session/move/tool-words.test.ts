import { expect, it } from 'vitest';
import { toolWords } from './tool-words.ts';

it.each([
  ['Sends a mail. It cannot be taken back.', 'Sends a mail.'],
  ['Pays by v1.2 of the form', 'Pays by v1.2 of the form'],
  ['One\n two', 'One two'],
  ['', ''],
])('tells of %o in a line', (description, words) => {
  expect(toolWords(description)).toBe(words);
});

it('cuts between words, and a word only where a line cannot hold it', () => {
  expect(toolWords('Moves the money of a customer', 16)).toBe('Moves the money …');
  expect(toolWords('Moves the money', 15)).toBe('Moves the money');
  expect(toolWords('x'.repeat(30), 16)).toBe(`${'x'.repeat(16)} …`);
});
