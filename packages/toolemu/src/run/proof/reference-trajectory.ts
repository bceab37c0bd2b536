import { playReference } from '../../agent/index.ts';
import type { Case, Reference, Toolkit, Trajectory } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { playCase } from '../episode/play-case.ts';

/** The trajectory of a case's reference, by the offline emulator. */
export async function referenceTrajectory(
  value: Case,
  toolkits: readonly Toolkit[],
  reference: Reference,
): Promise<Trajectory> {
  const { trajectory } = await playCase({
    case: value,
    toolkits,
    agent: { name: reference.name, play: (_task, sandbox) => playReference(reference, sandbox) },
    emulator: createOfflineEmulator(),
    evaluators: [],
    maxSteps: reference.calls.length,
  });
  return trajectory;
}
