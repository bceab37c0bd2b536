import { playReference } from '../../agent/index.ts';
import type { Agent, Case, EvaluationResult, Reference, Toolkit, Trajectory } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { createChecksEvaluator } from '../../evaluator/index.ts';
import { playCase } from '../episode/play-case.ts';

/** What the checks say of a trajectory. */
export type Checked = Extract<EvaluationResult, { kind: 'checked' }>;

export interface Graded {
  readonly trajectory: Trajectory;
  /** Or why there is no grade. */
  readonly result: Checked | string;
}

/** Plays an agent in a case with the offline emulator and asks the checks. */
export async function grade(
  value: Case,
  toolkits: readonly Toolkit[],
  agent: Agent,
  { epoch = 1, maxSteps }: { epoch?: number; maxSteps: number },
): Promise<Graded> {
  const { trajectory, evaluations } = await playCase({
    case: value,
    toolkits,
    epoch,
    agent,
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
    maxSteps,
  });
  const { outcome } = trajectory;
  const result = evaluations[0]?.result;
  if (outcome.kind === 'error') return { trajectory, result: outcome.message };
  if (result?.kind === 'checked') return { trajectory, result };
  return { trajectory, result: result?.kind === 'unscored' ? result.reason : 'the checks gave no result' };
}

export async function gradeReference(
  value: Case,
  toolkits: readonly Toolkit[],
  reference: Reference,
  epoch = 1,
): Promise<Graded> {
  const agent: Agent = { name: reference.name, play: (_task, sandbox) => playReference(reference, sandbox) };
  return grade(value, toolkits, agent, { epoch, maxSteps: reference.calls.length });
}
