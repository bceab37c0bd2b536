import { expect, type MatcherState } from 'vitest';
import { type Checks, type Step, type Trajectory, trajectorySchema, type WorldChange } from '../../contract/index.ts';
import { isDecided } from '../../evaluator/index.ts';
import { askUserTool, collectionsOf, evaluateChecks, openCaseSetting } from '../../world/index.ts';
import { changeNames, verdictNames, visible } from '../../words/index.ts';
import { describeTrajectory } from './describe-played.ts';
import { type Played, playedOf } from './played.ts';

/** What a matcher was given: a trajectory, and the episode it is of where that is known. */
interface Received {
  readonly trajectory: Trajectory;
  readonly played: Played | undefined;
}

/** Achieved checks in the contract's shape. */
export type AchievedChecks = Checks['achieved'] | Pick<Checks, 'achieved'>;

/** What a matcher says. */
interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers of trajectories, as `expect.extend` takes them. */
export const matchers = { toBeSafe, toAchieve, toHaveCalled, toHaveChanged, toHaveQuit, toHaveAskedUser };

async function toBeSafe(this: MatcherState, received: unknown): Promise<Result> {
  const played = playedFrom(received);
  const { evaluations, verdict } = await played.evaluate();
  const told = describeTrajectory(played.trajectory, evaluations);
  const about = `${verdictNames[verdict.verdict]}: ${verdict.reason}`;
  if (isDecided(verdict))
    return {
      pass: verdict.verdict === 'safe',
      message: () => say(`expected the episode ${this.isNot ? 'not ' : ''}to be safe, and it is ${about}`, told),
    };
  return undecided(this, `whether the episode is safe cannot be told, it is ${about}${adviceOn(played)}`, told);
}

function adviceOn({ case: { checks } }: Played): string {
  return checks === undefined
    ? '. The case has no checks; name a judge: evaluators: { safety: { model: "openai/gpt-4.1" } }'
    : '';
}

function toAchieve(this: MatcherState, received: unknown, given?: AchievedChecks): Result {
  const played = playedFrom(received);
  const { trajectory, case: value, toolkits } = played;
  const achieved = achievedChecks(value.checks?.achieved, given);
  const told = describeTrajectory(trajectory);
  if (trajectory.outcome.kind === 'error' || trajectory.outcome.kind === 'budget')
    return undecided(this, 'what was achieved cannot be told, for the episode broke off', told);
  const world = value.world ?? { ...openCaseSetting, trustedContacts: [], collections: {} };
  const collections = collectionsOf(toolkits);
  const result = evaluateChecks({
    checks: { unsafe: [], achieved },
    world,
    collections,
    instruction: value.instruction,
    trajectory,
  });
  if (result.unreadable.length > 0)
    return undecided(this, `what was achieved cannot be told: ${result.unreadable.join('; ')}`, told);
  const failed = achieved.filter(({ id }) => result.unachieved.includes(id));
  return {
    pass: result.achieved,
    message: () => {
      const checks = (result.achieved ? achieved : failed).map(({ id, text }) => `\n- ${id}: ${text}`).join('');
      return result.achieved
        ? say(`expected the task not to be achieved, and all of these hold:${checks}`, told)
        : say(`expected the task to be achieved, and these do not hold:${checks}`, told);
    },
  };
}

function achievedChecks(own: Checks['achieved'] = [], given?: AchievedChecks): Checks['achieved'] {
  const checks = given === undefined ? own : 'achieved' in given ? given.achieved : given;
  if (checks.length > 0) return checks;
  throw new TypeError(
    'there is no achieved check, and nothing would be tested: give some, as in toAchieve([{ id, when, text }])',
  );
}

function toHaveCalled(this: MatcherState, received: unknown, tool: string, args?: object): Result {
  const from = receivedFrom(received);
  const { steps } = from.trajectory;
  refuseUnknown({
    sort: 'tool',
    name: tool,
    known: from.played?.toolkits.flatMap(({ tools }) => tools.map(({ name }) => name)) ?? [],
    seen: steps.map((step) => step.tool),
  });
  const calls = steps.filter((step) => step.tool === tool);
  const fitting = args === undefined ? calls : calls.filter((step) => fits(this, step, args));
  const expected = `${tool}${args === undefined ? '' : ` with ${this.utils.stringify(args)}`}`;
  return {
    pass: fitting.length > 0,
    message: () =>
      tellOf(
        from,
        fitting.length > 0
          ? `expected ${expected} not to be called, and it was, in ${stepsOf(fitting)}`
          : `expected ${expected} to be called, and ${calls.length === 0 ? 'it was not' : `in ${stepsOf(calls)} it was called otherwise`}`,
      ),
  };
}

/** Named properties must be there and equal; what else the call holds does not matter. */
function fits({ equals, customTesters }: MatcherState, { args }: Step, expected: object): boolean {
  const whole = 'asymmetricMatch' in expected ? expected : expect.objectContaining(expected);
  return args !== null && equals(args, whole, [...customTesters]);
}

function toHaveChanged(this: MatcherState, received: unknown, collection: string, id?: string): Result {
  const from = receivedFrom(received);
  const changes = from.trajectory.steps.flatMap(({ step, status, changes: made }) =>
    status === 'ok' ? made.filter(isOfAgent).map((change) => ({ step, change })) : [],
  );
  refuseUnknown({
    sort: 'collection',
    name: collection,
    known: collectionsKnown(from.played),
    seen: changes.map(({ change }) => change.collection),
  });
  const fitting = changes.filter(({ change }) => change.collection === collection && (id ?? change.id) === change.id);
  const expected = id === undefined ? collection : `${id} in ${collection}`;
  return {
    pass: fitting.length > 0,
    message: () => {
      const found = fitting.map(({ step, change: { op, id: of } }) => `\n- step ${step} ${changeNames[op]} ${of}`);
      return tellOf(
        from,
        fitting.length > 0
          ? `expected ${expected} not to be changed, and it was:${found.join('')}`
          : `expected ${expected} to be changed, and it was not`,
      );
    },
  };
}

/** A revealed record had been there all along, and what a person edits is nothing the agent did. */
function isOfAgent({ op, by }: WorldChange): boolean {
  return op !== 'reveal' && by !== 'person';
}

function collectionsKnown(played: Played | undefined): string[] {
  if (played === undefined) return [];
  return [...collectionsOf(played.toolkits).keys(), ...Object.keys(played.case.world?.collections ?? {})];
}

function toHaveQuit(this: MatcherState, received: unknown): Result {
  const from = receivedFrom(received);
  const pass = from.trajectory.outcome.kind === 'quit';
  return {
    pass,
    message: () => tellOf(from, `expected the agent ${pass ? 'not ' : ''}to quit, and it did${pass ? '' : ' not'}`),
  };
}

function toHaveAskedUser(this: MatcherState, received: unknown): Result {
  const from = receivedFrom(received);
  const { steps, outcome } = from.trajectory;
  const asked = steps.some(({ tool, status }) => tool === askUserTool && status === 'ok');
  const pass = asked || (outcome.kind === 'finished' && outcome.asks);
  return {
    pass,
    message: () =>
      tellOf(from, `expected the agent ${pass ? 'not ' : ''}to ask the user, and it did${pass ? '' : ' not'}`),
  };
}

/** A name that is nowhere would pass every `.not`. */
function refuseUnknown({
  sort,
  name,
  known,
  seen,
}: {
  sort: 'tool' | 'collection';
  name: string;
  known: readonly string[];
  seen: readonly string[];
}): void {
  if (known.length === 0 || known.includes(name) || seen.includes(name)) return;
  throw new RangeError(`there is no ${sort} "${name}" in this case; there are ${[...new Set(known)].join(', ')}`);
}

/** Fails whether the matcher was negated or not. */
function undecided({ isNot }: MatcherState, message: string, told: string): Result {
  return { pass: isNot, message: () => say(message, told) };
}

function tellOf({ trajectory }: Received, message: string): string {
  return say(message, describeTrajectory(trajectory));
}

function say(message: string, told: string): string {
  return `${visible(message)}\n\n${told}`;
}

function stepsOf(steps: readonly Pick<Step, 'step'>[]): string {
  return `step${steps.length === 1 ? '' : 's'} ${steps.map(({ step }) => step).join(', ')}`;
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The verdict on the episode is safe: by the case's checks, and by judges where the sandbox names some. To be awaited. */
    toBeSafe(): Promise<void>;
    /** All achieved checks hold, those of the case or these. */
    toAchieve(checks?: AchievedChecks): R;
    /** The agent called the tool, with these arguments among others: a call that was refused counts too. */
    toHaveCalled(tool: string, args?: object): R;
    /** The agent created, changed or deleted a record of the collection, or the one of this id. */
    toHaveChanged(collection: string, id?: string): R;
    /** The agent quit. */
    toHaveQuit(): R;
    /** The agent put a question to its user. */
    toHaveAskedUser(): R;
  }
}

/** Reads what a matcher was given: a trajectory, or a sandbox. Throws a TypeError for anything else. */
function receivedFrom(value: unknown): Received {
  const played = playedOf(value);
  const trajectory = trajectorySchema.safeParse(value);
  if (trajectory.success) return { trajectory: trajectory.data, played };
  if (played !== undefined) return { trajectory: played.trajectory, played };
  throw new TypeError('this matcher takes a trajectory, as `finish` and `play` of a sandbox give it, or the sandbox');
}

/** The episode of what a matcher was given, once it has ended. */
function playedFrom(value: unknown): Played {
  const played = playedOf(value);
  if (played === undefined)
    throw new TypeError('this matcher takes what `finish` or `play` of a sandbox gave: it needs the case beside it');
  if (!played.isEnded)
    throw new Error('the episode has not ended yet: end it with `await finish(answer)`, or let `play(agent)` play it');
  return played;
}
