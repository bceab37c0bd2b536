import { changesApply } from './changes.ts';
import { knownIds, readBack } from './consistency.ts';
import { oracle } from './oracle.ts';
import { exceptions, outputSchema } from './output.ts';
import { plausibility } from './plausibility.ts';
import type { Requirement } from './requirement.ts';

/** The requirements every emulation is held to, in the order in which they are told. */
export const requirements: readonly Requirement[] = [
  outputSchema,
  exceptions,
  changesApply,
  readBack,
  knownIds,
  oracle,
  plausibility,
];

export type { Requirement } from './requirement.ts';
export { noReveals, reveals } from './reveals.ts';
