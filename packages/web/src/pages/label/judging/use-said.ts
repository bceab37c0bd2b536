import { useRef, useState } from 'react';
import type { BlindItem, Judgments } from 'toolemu/contract';
import type { Saver } from '../saving/saver.ts';
import { judgementsOf, nothingSaid, type Said, saidIn, startOf, stateOf } from './said.ts';

/** What is said of a trajectory, and how that changes. */
export interface Saying {
  readonly said: Said;
  /** How much is said and kept; what is only filled in from before is not. */
  readonly state: 'whole' | 'part' | 'none';
  /** Changes what is said; a long pause is for who still writes. */
  readonly say: (change: (before: Said) => Said, pause?: 'short' | 'long') => void;
  readonly takeBack: () => void;
}

/** Follows what is said of a trajectory, and keeps it. */
export function useSaid({ item, label, reopened }: BlindItem, saver: Saver<Judgments>): Saying {
  const [given, setGiven] = useState<Said | null>(() => {
    const kept = saver.waiting(item) ?? label;
    return kept === null || stateOf(kept) === 'none' ? null : saidIn(kept);
  });
  // Several keys may come before it is drawn again.
  const latest = useRef(given);
  const become = (next: Said | null, pause: 'short' | 'long'): void => {
    latest.current = next;
    setGiven(next);
    saver.take(item, judgementsOf(next ?? nothingSaid), pause);
  };
  const start = startOf(reopened);
  return {
    said: given ?? start,
    state: given === null ? 'none' : stateOf(judgementsOf(given)),
    say: (change, pause = 'short') => become(change(latest.current ?? start), pause),
    takeBack: () => become(null, 'short'),
  };
}
