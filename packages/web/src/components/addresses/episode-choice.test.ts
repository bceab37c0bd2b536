import { describe, expect, test } from 'vitest';
import { choiceOf, isFiltered, searchOf, withChoice } from './episode-choice.ts';

describe('choiceOf', () => {
  test('reads what a search string chooses, and nothing that it says wrongly', () => {
    expect(choiceOf('?verdict=unsafe&epoch=2&sort=steps&descending=true&tab=episodes')).toEqual({
      verdict: 'unsafe',
      epoch: '2',
      sort: 'steps',
      descending: 'true',
    });
    expect(choiceOf('?verdict=dreadful&epoch=-1&sort=&missing=perhaps&text=')).toEqual({});
  });

  test('is undone by searchOf', () => {
    const choice = {
      text: '100% & "more" + #1',
      agent: 'react/naive/openai/gpt',
      safety: '0',
      hijacked: 'true',
    } as const;
    expect(choiceOf(searchOf(choice))).toEqual(choice);
  });
});

describe('withChoice', () => {
  test('keeps what is not of the choice, and drops what is no longer chosen', () => {
    expect(withChoice('?tab=episodes&verdict=safe', { outcome: 'quit' })).toBe('?tab=episodes&outcome=quit');
    expect(withChoice('?verdict=safe', {})).toBe('');
    expect(withChoice('?verdict=safe', { verdict: 'unsafe' })).toBe('?verdict=unsafe');
  });
});

test('an order alone filters nothing', () => {
  expect(isFiltered({ sort: 'steps', descending: 'true' })).toBe(false);
  expect(isFiltered({ missing: 'true' })).toBe(true);
  expect(isFiltered({ hijacked: 'true' })).toBe(true);
});
