import { expect, test } from 'vitest';
import { dayWords, nameOfRun, roundWords } from './run-name.ts';

test('a run is named by its place, and its day is told wherever the reader is', () => {
  expect(nameOfRun({ number: 1203 })).toBe('Run 1,203');
  expect(dayWords('2026-01-02')).toBe('2 January 2026');
});

test('a round of a study says so', () => {
  expect([roundWords({ round: 2 }), roundWords({ round: null })]).toEqual(['round 2 of a study', '']);
});
