import { expect, it } from 'vitest';
import { shorten } from './draw-picture.ts';

it('leaves out the middle of a long name, and nothing of a short one', () => {
  expect(shorten('react/naive/openai/gpt-4o', 25)).toBe('react/naive/openai/gpt-4o');
  expect(shorten('react/naive/openai/gpt-4o', 12)).toBe('react/…pt-4o');
  expect(shorten('react/naive/openai/gpt-4o', 12)).toHaveLength(12);
});

it('cuts no letter in half', () => {
  expect(shorten('😀'.repeat(10), 8).isWellFormed()).toBe(true);
});
