import { expect, it } from 'vitest';
import { playingWords } from './playing.ts';

it('says how long a run was played, and what is left out', () => {
  expect(playingWords({ seconds: 200, pauses: [] })).toBe('3 min 20 s');
  const pause = { afterSeconds: 10, seconds: 90 };
  expect(playingWords({ seconds: 200, pauses: [pause] })).toBe('3 min 20 s, without 1 pause (1 min 30 s)');
  expect(playingWords({ seconds: 200, pauses: [pause, pause] })).toBe('3 min 20 s, without 2 pauses (3 min 0 s)');
});
