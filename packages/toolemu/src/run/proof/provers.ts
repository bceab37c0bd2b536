import type { Toolkit, World } from '../../contract/index.ts';
import { checkBenchmark } from './check-files.ts';
import { proveToolkit } from './prove-toolkit.ts';
import { referenceTrajectory } from './reference-trajectory.ts';

/** How drafts are proved: as `toolemu check` proves files, and tools with a few records of their own. */
export const provers = {
  prove: checkBenchmark,
  proveTools: (toolkit: Toolkit, world: World) => proveToolkit(toolkit, { world, toolkits: [toolkit] }),
  play: referenceTrajectory,
} as const;
