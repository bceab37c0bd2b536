import { expect, it } from 'vitest';
import { jsonIn, storedJson } from './values.ts';

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it('reads values as deep as they are taken, inside of what holds them', () => {
  expect(storedJson(deep(210))).toEqual(JSON.parse(deep(210)));
});

it.each([300, 100_000])(
  'refuses a stored value of %i levels as damaged, before anything recurses into it',
  (levels) => {
    expect(() => storedJson(deep(levels))).toThrow(SyntaxError);
    expect(() => jsonIn(deep(levels))).toThrow('it is nested more than 250 levels deep');
  },
);
