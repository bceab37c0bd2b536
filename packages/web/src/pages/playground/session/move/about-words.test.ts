import { expect, it } from 'vitest';
import { aboutWords } from './about-words.ts';

it.each([
  [['How many (20 unless given).', 'a whole number'], 'How many (20 unless given). A whole number.'],
  [['the account', ''], 'The account.'],
  [['', ' one to a line '], 'One to a line.'],
  [['', ''], ''],
])('tells %o in sentences', (parts, words) => {
  expect(aboutWords(parts)).toBe(words);
});
