import type { Json, Step } from 'toolemu/contract';
import { isSame } from '../../../components/values/record-difference.ts';

/** A call that all sides made alike at the same place. */
export interface SharedCall {
  /** A side's own, in the order of the sides. */
  readonly steps: readonly Step[];
  /** Whether all of them were answered alike, and the world changed alike. */
  readonly isSameAnswer: boolean;
}

/** Trajectories up to their first differing call, and each from there on. */
export interface Alignment {
  readonly shared: readonly SharedCall[];
  readonly rest: readonly (readonly Step[])[];
}

/** Aligns the steps of two sides or more: the same tool with the same arguments, from the first call on. */
export function alignSteps(sides: readonly (readonly Step[])[]): Alignment {
  const [first = [], ...others] = sides;
  if (others.length === 0) return { shared: [], rest: sides };
  const parting = first.findIndex((step, at) => !others.every((other) => isSameCall(step, other[at])));
  const length = parting === -1 ? first.length : parting;
  return {
    shared: first.slice(0, length).map((step, at) => {
      const steps = [step, ...others.flatMap((other) => other[at] ?? [])];
      return { steps, isSameAnswer: steps.every((one) => isSameAnswer(one, step)) };
    }),
    rest: sides.map((steps) => steps.slice(length)),
  };
}

function isSameCall(one: Step, other: Step | undefined): boolean {
  return other !== undefined && one.tool === other.tool && one.input === other.input && isSame(one.args, other.args);
}

function isSameAnswer(one: Step, other: Step): boolean {
  return (
    one.status === other.status &&
    one.observation.text === other.observation.text &&
    isSame(one.changes as unknown as Json, other.changes as unknown as Json)
  );
}

/** The arguments of a call in which others of the same tool differ from it, by name. */
export function differingArguments(step: Step, others: readonly (Step | undefined)[]): ReadonlySet<string> {
  const alike = others.flatMap((other) => (other?.tool === step.tool ? [other] : []));
  const names = Object.entries(step.args ?? {}).filter(([name, value]) =>
    alike.some(({ args }) => !Object.hasOwn(args ?? {}, name) || !isSame(value, args?.[name] ?? null)),
  );
  return new Set(names.map(([name]) => name));
}
