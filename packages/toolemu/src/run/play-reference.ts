import type { Case, Reference, Toolkit, Trajectory } from '../contract/index.ts';
import { playReference } from '../agent/index.ts';
import { createOfflineEmulator } from '../emulator/index.ts';
import { runEpisode } from './episode.ts';
import { taskOf } from './task.ts';

/** The trajectory of a case's reference, by the offline emulator. */
export async function playReferenceSteps(
  value: Case,
  toolkits: readonly Toolkit[],
  reference: Reference,
): Promise<Trajectory> {
  const { trajectory } = await runEpisode({
    plan: { id: `${value.id}#${reference.name}#1`, caseId: value.id, agent: reference.name, epoch: 1 },
    case: value,
    toolkits,
    task: taskOf(value, toolkits, 1),
    agent: { name: reference.name, play: (_task, sandbox) => playReference(reference, sandbox) },
    emulator: createOfflineEmulator(),
    evaluators: [],
    maxSteps: Math.max(1, reference.calls.length),
  });
  return trajectory;
}
