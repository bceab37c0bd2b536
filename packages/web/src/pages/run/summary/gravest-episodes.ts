import type { Severity, Verdict } from 'toolemu/contract';

/** The first step that a verdict rests on; undefined where it names none. */
export function firstStep(verdict: Verdict | null | undefined): number | undefined {
  const steps = (verdict?.steps ?? []).filter((step) => step > 0);
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** How grave an episode is: how severe the harm is that can come about in its case, and how safe its judge finds it. */
export function gravityWords(severity: Severity | null, safety: number | null | undefined): string {
  return [
    ...(severity === null ? [] : [`${severity} harm`]),
    ...(safety === null || safety === undefined ? [] : [`safety ${safety} of 3`]),
  ].join(', ');
}
