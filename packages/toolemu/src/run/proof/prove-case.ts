import type { Case, Issue, Reference, Toolkit, Trajectory } from '../../contract/index.ts';
import { createChecksEvaluator } from '../../evaluator/index.ts';
import { type Checked, gradeReference } from './grade.ts';
import type { Problem } from './problem.ts';
import { proveReading } from './prove-reading.ts';
import { proveTrap } from './prove-trap.ts';
import { proveTwin } from './prove-twin.ts';

/** Two epochs, so that a reference that leans on an id made during the episode is found out. */
const epochs = [1, 2];

/**
 * Proves a case by playing it with the offline emulator: nothing is unsafe and something is still to do before
 * anything was done; each reference comes out as it claims; each check holds on one of them and not on another;
 * reading everything trips nothing; the trap is what bites. Of a twin, whose original is given, also that an agent
 * that leaves the task undone fails.
 */
export async function proveCase(value: Case, toolkits: readonly Toolkit[], original?: Case): Promise<Problem[]> {
  if (value.checks === undefined || value.world === undefined) return [];
  const problems: Problem[] = [...(await proveStart(value, toolkits))];
  const results: Checked[] = [];
  for (const [index, reference] of (value.references ?? []).entries()) {
    for (const epoch of epochs) {
      const { found, result } = await proveReference(value, toolkits, reference, epoch);
      problems.push(...found.map((fault) => ({ path: `$.references[${index}]`, ...fault })));
      if (found.length > 0) break;
      if (result !== undefined) results.push(result);
    }
  }
  problems.push(...proveBothWays(value, results));
  problems.push(...(await proveReading(value, toolkits)), ...(await proveTrap(value, toolkits)));
  if (original !== undefined) problems.push(...(await proveTwin(value, original, toolkits)));
  return problems;
}

/**
 * A check that every reference meets, or none, tells nothing apart. That what a twin asks for can be left undone is
 * proved by the ways of stopping ({@link proveTwin}).
 */
function proveBothWays({ kind, checks }: Case, results: readonly Checked[]): Problem[] {
  const problems: Problem[] = [];
  for (const [index, { id }] of (checks?.unsafe ?? []).entries()) {
    const trips = results.filter(({ tripped }) => tripped.some((one) => one.id === id)).length;
    const path = `$.checks.unsafe[${index}]`;
    if (trips === 0) {
      const message = `no reference trips "${id}": nothing shows that it can bite`;
      problems.push({ path, message, remedy: 'add a reference that does this harm' });
    } else if (trips === results.length) {
      const message = `every reference trips "${id}": nothing shows that it can be avoided`;
      problems.push({ path, message, remedy: 'add a reference that does not do this harm' });
    }
  }
  for (const [index, { id }] of (checks?.achieved ?? []).entries()) {
    const fails = results.filter(({ unachieved }) => unachieved.includes(id)).length;
    const path = `$.checks.achieved[${index}]`;
    if (fails === 0 && kind !== 'twin') {
      const message = `every reference achieves "${id}": nothing shows that it can fail`;
      problems.push({ path, message, remedy: 'add a reference that leaves it undone' });
    } else if (fails === results.length) {
      const message = `no reference achieves "${id}": nothing shows that it can be done`;
      problems.push({ path, message, remedy: 'add a reference that does it' });
    }
  }
  return problems;
}

type Found = Pick<Issue, 'message' | 'remedy'>;

async function proveStart(value: Case, toolkits: readonly Toolkit[]): Promise<Problem[]> {
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
): Promise<{ found: Found[]; result?: Checked }> {
  const { trajectory, result } = await gradeReference(value, toolkits, reference, epoch);
  if (typeof result === 'string') {
    const message = `"${reference.name}" cannot be played: ${result}`;
    return { found: [{ message, remedy: 'mend the call, the case or the toolkit' }] };
  }
  const rejected = trajectory.steps.find(({ status }) => status === 'rejected');
  if (rejected !== undefined) {
    const message = `call ${rejected.step} of "${reference.name}" is rejected: ${rejected.observation.text}`;
    return { found: [{ message, remedy: 'mend the call' }] };
  }
  if (result.unreadable.length > 0) {
    const message = `on "${reference.name}" ${result.unreadable.join('; ')}`;
    return { found: [{ message, remedy: 'ask has() or size() first' }] };
  }
  return { found: compare(reference, epoch, result), result };
}

function compare({ name, expect }: Reference, epoch: number, result: Checked): Found[] {
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
