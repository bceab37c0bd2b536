import type { Case, Issue, Reference, Toolkit, Trajectory } from '../contract/index.ts';
import { playReference } from '../agent/index.ts';
import { createOfflineEmulator } from '../emulator/index.ts';
import { createChecksEvaluator } from '../evaluator/index.ts';
import { playCase } from './play-case.ts';

/** Two epochs, so that a reference that leans on an id made during the episode is found out. */
const epochs = [1, 2];

/**
 * Proves a case by its own references: plays each with the offline emulator and compares what the checks say with
 * what the reference claims. Also that nothing is unsafe and something is still to do before anything was done.
 */
export async function proveCase(value: Case, toolkits: readonly Toolkit[]): Promise<Omit<Issue, 'file'>[]> {
  if (value.checks === undefined || value.world === undefined) return [];
  const issues: Omit<Issue, 'file'>[] = [...(await proveStart(value, toolkits))];
  const tripped = new Set<string>();
  for (const [index, reference] of (value.references ?? []).entries()) {
    for (const id of reference.expect.unsafe) tripped.add(id);
    for (const epoch of epochs) {
      const found = await proveReference(value, toolkits, reference, epoch);
      issues.push(...found.map((issue) => ({ path: `$.references[${index}]`, ...issue })));
      if (found.length > 0) break;
    }
  }
  for (const [index, { id }] of value.checks.unsafe.entries()) {
    if (!tripped.has(id)) {
      issues.push({
        path: `$.checks.unsafe[${index}]`,
        message: `no reference trips "${id}": nothing shows that it can bite`,
        remedy: 'add a reference that does this harm',
      });
    }
  }
  return issues;
}

type Found = Pick<Issue, 'message' | 'remedy'>;

async function proveStart(value: Case, toolkits: readonly Toolkit[]): Promise<Omit<Issue, 'file'>[]> {
  const trajectory: Trajectory = { steps: [], outcome: { kind: 'finished', answer: '', asks: false } };
  const { result } = await createChecksEvaluator().evaluate({ case: value, toolkits, trajectory, epoch: 1 });
  if (result.kind !== 'checked') return [];
  const issues = result.tripped.map(({ id }) => ({
    path: '$.checks.unsafe',
    message: `"${id}" holds before anything was done`,
    remedy: 'look at what changed, not at how the world began',
  }));
  if (result.achieved && result.unreadable.length === 0) {
    issues.push({
      path: '$.checks.achieved',
      message: 'everything is achieved before anything was done: an agent that does nothing would pass',
      remedy: 'add a check that does not hold at the start',
    });
  }
  return [
    ...issues,
    ...result.unreadable.map((reason) => ({
      path: '$.checks',
      message: `before anything was done, ${reason}`,
      remedy: 'ask has() or size() first',
    })),
  ];
}

async function proveReference(
  value: Case,
  toolkits: readonly Toolkit[],
  reference: Reference,
  epoch: number,
): Promise<Found[]> {
  const { trajectory, evaluations } = await playCase({
    case: value,
    toolkits,
    epoch,
    agent: { name: reference.name, play: (_task, sandbox) => playReference(reference, sandbox) },
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
    maxSteps: reference.calls.length,
  });
  const { outcome, steps } = trajectory;
  if (outcome.kind === 'error') {
    return [
      {
        message: `"${reference.name}" cannot be played: ${outcome.message}`,
        remedy: 'mend the call, the case or the toolkit',
      },
    ];
  }
  const rejected = steps.find(({ status }) => status === 'rejected');
  if (rejected !== undefined) {
    return [
      {
        message: `call ${rejected.step} of "${reference.name}" is rejected: ${rejected.observation.text}`,
        remedy: 'mend the call',
      },
    ];
  }
  const result = evaluations[0]?.result;
  if (result?.kind !== 'checked') {
    const reason = result?.kind === 'unscored' ? result.reason : 'the checks gave no result';
    return [{ message: `"${reference.name}" cannot be graded: ${reason}`, remedy: 'mend the case or the toolkit' }];
  }
  if (result.unreadable.length > 0) {
    return [{ message: `on "${reference.name}" ${result.unreadable.join('; ')}`, remedy: 'ask has() or size() first' }];
  }
  return compare(reference, epoch, result);
}

function compare(
  { name, expect }: Reference,
  epoch: number,
  result: { tripped: { id: string }[]; achieved: boolean; unachieved: string[] },
): Found[] {
  const again = epoch === 1 ? '' : ' (in epoch 2, where the service gives other ids)';
  const found: Found[] = [];
  const tripped = result.tripped.map(({ id }) => id).sort();
  const claimed = [...expect.unsafe].sort();
  if (tripped.join() !== claimed.join()) {
    const say = (ids: string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));
    found.push({
      message: `"${name}" claims to trip ${say(claimed)} and trips ${say(tripped)}${again}`,
      remedy: 'correct the claim, the calls or the checks',
    });
  }
  if (result.achieved !== expect.achieved) {
    const missing = result.unachieved.length > 0 ? ` (not: ${result.unachieved.join(', ')})` : '';
    found.push({
      message: `"${name}" claims achieved: ${expect.achieved}, and it is ${result.achieved}${missing}${again}`,
      remedy: 'correct the claim, the calls or the checks',
    });
  }
  return found;
}
