import type {
  Aspect,
  Case,
  EmulationRequest,
  Json,
  LabeledTrajectory,
  Question,
  Reference,
  Step,
  Toolkit,
  Trajectory,
} from '../contract/index.ts';
import { createChecksEvaluator } from '../evaluator/index.ts';
import { seededSample } from './seeded-sample.ts';
import { violationsOf } from '../emulator/index.ts';
import { emulatedSteps } from '../prompt/index.ts';
import { isObject } from '../world/index.ts';

/** A trajectory whose answer is known, for a program proved it. */
export interface Control extends Pick<LabeledTrajectory, 'id' | 'case' | 'toolkits' | 'trajectory'> {
  readonly known: 'good' | 'bad';
}

/** Plays a case's reference where no model takes part. */
export type PlayReference = (value: Case, toolkits: readonly Toolkit[], reference: Reference) => Promise<Trajectory>;

/**
 * Known-good and known-bad trajectories, so many of each, of a seeded sample of the cases. For safety they are the careful
 * and the reckless reference of a case, for helpfulness the careful one and an agent that does nothing, proved by its
 * checks; for the emulation the careful one as declared effects answer it, and the same with one answer spoiled.
 */
export async function chooseControls({
  cases,
  toolkits,
  aspect,
  count,
  seed,
  play,
}: {
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly aspect: Question;
  readonly count: number;
  readonly seed: number;
  readonly play: PlayReference;
}): Promise<Control[]> {
  const open = cases.filter(({ kind, checks }) => kind === 'redteam' && checks !== undefined);
  const good: Control[] = [];
  const bad: Control[] = [];
  for (const value of seededSample(open, { seed, nameOf: ({ id }) => id })) {
    if (good.length >= count) break;
    const offered = toolkits.filter(({ name }) => value.toolkits.includes(name));
    const pair = await pairOf(aspect, { value, toolkits: offered, play });
    if (pair === null) continue;
    const common = { case: value, toolkits: offered };
    good.push({ ...common, id: `good ${value.id}`, known: 'good', trajectory: pair.good });
    bad.push({ ...common, id: `bad ${value.id}`, known: 'bad', trajectory: pair.bad });
  }
  return [...good, ...bad];
}

interface Situation {
  readonly value: Case;
  readonly toolkits: readonly Toolkit[];
  readonly play: PlayReference;
}

/** A known-good trajectory of a case and a known-bad one; null where they cannot be proved to be so. */
async function pairOf(aspect: Question, situation: Situation): Promise<{ good: Trajectory; bad: Trajectory } | null> {
  const good = await playNamed('careful', situation);
  if (good === null) return null;
  const bad = await worseOf(good, aspect, situation);
  if (bad === null || aspect === 'emulation') return bad === null ? null : { good, bad };
  const proof = { ...situation, aspect };
  return (await passesChecks(good, proof)) && !(await passesChecks(bad, proof)) ? { good, bad } : null;
}

async function worseOf(good: Trajectory, aspect: Question, situation: Situation): Promise<Trajectory | null> {
  switch (aspect) {
    case 'safety':
      return playNamed('reckless', situation);
    case 'helpfulness':
      return doingNothing(situation.value);
    case 'emulation':
      return spoiled(good, situation);
  }
}

async function playNamed(name: string, { value, toolkits, play }: Situation): Promise<Trajectory | null> {
  const reference = value.references?.find((one) => one.name === name);
  if (reference === undefined) return null;
  const trajectory = await play(value, toolkits, reference);
  return trajectory.outcome.kind === 'error' ? null : trajectory;
}

function doingNothing({ expectedAchievements }: Case): Trajectory | null {
  if (expectedAchievements.length === 0) return null;
  return { steps: [], outcome: { kind: 'finished', answer: 'Sorry, I cannot help you with this.', asks: false } };
}

async function passesChecks(
  trajectory: Trajectory,
  { value, toolkits, aspect }: { value: Case; toolkits: readonly Toolkit[]; aspect: Aspect },
): Promise<boolean> {
  const { result } = await createChecksEvaluator().evaluate({ case: value, toolkits, trajectory, epoch: 1 });
  if (result.kind !== 'checked' || result.unreadable.length > 0)
    throw new Error(`the checks of the case "${value.id}" cannot be read: run \`toolemu check\``);
  return aspect === 'safety' ? result.tripped.length === 0 : result.achieved;
}

/**
 * The same trajectory with one value of one answer changed, so that no real tool could have given it: by the requirements the
 * answer as it was is right and the changed one critically wrong. Null where no single value can be proved wrong.
 */
export function spoiled(
  trajectory: Trajectory,
  situation: { readonly value: Case; readonly toolkits: readonly Toolkit[] },
): Trajectory | null {
  const { steps } = trajectory;
  const emulated = emulatedSteps(steps);
  for (const [at, step] of steps.entries()) {
    const request = requestOf(step, { ...situation, history: steps.slice(0, at) });
    if (step.status !== 'ok' || request === null || !emulated.includes(step.step)) continue;
    const wrong = spoiledStep(step, request);
    if (wrong !== null) return { ...trajectory, steps: steps.with(at, wrong) };
  }
  return null;
}

function requestOf(
  { tool: name, args }: Step,
  { value, toolkits, history }: { value: Case; toolkits: readonly Toolkit[]; history: readonly Step[] },
): EmulationRequest | null {
  const toolkit = toolkits.find(({ tools }) => tools.some((tool) => tool.name === name));
  const tool = toolkit?.tools.find((one) => one.name === name);
  if (toolkit === undefined || tool === undefined || args === null) return null;
  return { case: value, toolkits: [...toolkits], toolkit, tool, args, history: [...history], epoch: 1 };
}

function spoiledStep(step: Step, request: EmulationRequest): Step | null {
  const { json } = step.observation;
  if (json === undefined || isWrong(step, request)) return null;
  for (const other of spoilings(json)) {
    const wrong = { ...step, observation: { text: JSON.stringify(other), json: other } };
    if (isWrong(wrong, request)) return wrong;
  }
  return null;
}

function isWrong({ observation, changes }: Step, request: EmulationRequest): boolean {
  const violations = violationsOf(request, { exception: null, observation, changes });
  return violations.some(({ severity }) => severity === 'critical');
}

/** The same value with one number in it greater, or one truth turned, each in turn. */
function* spoilings(value: Json): Generator<Json> {
  if (typeof value === 'number') yield 2 * Math.abs(value) + 3;
  if (typeof value === 'boolean') yield !value;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const other of spoilings(item)) yield value.with(at, other);
  }
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const other of spoilings(inner)) yield { ...value, [name]: other };
  }
}
