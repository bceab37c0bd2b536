import { useEffect, useState } from 'react';
import { noteId, placeId, stepAround } from './marks.ts';

/** Where a reader is in a trajectory, and what leads on. Steps count from 1; 0 is before them, one more is the end. */
export interface Reading {
  readonly step: number;
  /** The step that has the focus, else the one that is read. */
  readonly here: () => number;
  /** The step whose note is open to be written. */
  readonly noted: number | null;
  readonly goBy: (steps: number) => void;
  /** Opens the note on a step (0: on the whole), by default on the one that is read. */
  readonly writeNote: (step?: number) => void;
  readonly endNote: (step: number) => void;
}

/** Follows a reader through so many steps. A trajectory begins at its top, with the focus there. */
export function useReading(steps: number): Reading {
  const [step, setStep] = useState(0);
  const [noted, setNoted] = useState<number | null>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById(placeId(0))?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (noted !== null) document.getElementById(noteId(noted))?.focus();
  }, [noted]);
  const here = (): number => stepAround(document.activeElement) ?? step;
  return {
    step,
    here,
    noted,
    goBy(by) {
      const next = Math.min(Math.max(here() + by, 0), steps + 1);
      setStep(next);
      const element = document.getElementById(placeId(next));
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'start', behavior: 'instant' });
    },
    writeNote(on = here()) {
      const noteOn = on > steps ? 0 : on;
      setStep(here());
      setNoted(noteOn);
      document.getElementById(noteId(noteOn))?.focus();
    },
    endNote(on) {
      setNoted(null);
      document.getElementById(placeId(on === 0 ? step : on))?.focus({ preventScroll: true });
    },
  };
}
