import { expect, it } from 'vitest';
import { saveError } from './save-error.ts';

const names = { id: 'The id', reference: 'The reference' };

it.each([
  ['id: must be letters', 'The id must be letters'],
  ['body.id: must be letters', 'The id must be letters'],
  ['reference: it ends with an answer: leave it out', 'The reference: it ends with an answer: leave it out'],
  ['cases/a.json is there already: choose', 'cases/a.json is there already: choose'],
  ['name: must be letters', 'name: must be letters'],
])('says %o with the name of the field on the page', (message, words) => {
  expect(saveError(new Error(message), names)?.message).toBe(words);
});

it('is none where there is none', () => {
  expect(saveError(null, names)).toBeNull();
});
