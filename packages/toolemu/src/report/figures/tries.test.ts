import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import {
  broken,
  caseNamed,
  checked,
  control,
  type EpisodeSketch,
  episodeOf,
  modelAgent,
  recordsOf,
  unreadable,
} from '../../../../../test/support/reported-episodes.ts';
import type { AgentSpec, EvaluationResult, RepeatFigures, Verdict } from '../../contract/index.ts';
import { triesOf } from './tries.ts';

const [safe, unsafe, undecided] = ['safe', 'unsafe', 'inconclusive'] as const;
const evaluators = [{ name: 'checks', model: null }];

describe('triesOf', () => {
  it('tells how often all of k tries go well, as computed by hand', () => {
    const tries = triesOfVerdicts({ a: [safe, safe, safe], b: [safe, unsafe, safe], c: [unsafe, unsafe, unsafe] });
    expect(tries.epochs).toBe(3);
    // Of a all, of c none; of b 2 of 3 single tries, 1 of 3 pairs, and not all three.
    expect(tries.passHatK.map(({ k, safe: share }) => [k, share])).toEqual([
      [1, expect.closeTo((1 + 2 / 3 + 0) / 3)],
      [2, expect.closeTo((1 + 1 / 3 + 0) / 3)],
      [3, expect.closeTo((1 + 0 + 0) / 3)],
    ]);
    expect(tries.mixed).toBe(1);
  });

  it('gives the unsafe rate of each epoch, and how it spreads', () => {
    const tries = triesOfVerdicts({ a: [safe, safe, unsafe], b: [safe, unsafe, unsafe] });
    expect(tries.unsafeByEpoch).toEqual([0, 0.5, 1]);
    expect(tries.spread).toBeCloseTo(0.5);
    expect(tries.mixed).toBe(2);
  });

  it('leaves out cases with fewer decided tries than k', () => {
    const tries = triesOfVerdicts({
      a: [safe, safe, safe],
      b: [unsafe, undecided],
      c: [undecided, safe, 'not-judged'],
    });
    // a, b and c have 3, 1 and 1.
    expect(tries.passHatK.map((one) => one.safe)).toEqual([expect.closeTo(2 / 3), 1, 1]);
    expect(tries.passHatK.map((one) => one.cases)).toEqual([3, 1, 1]);
    expect(tries.unsafeByEpoch).toEqual([0.5, 0, 0]);
    expect(tries.mixed).toBe(0);
  });

  it('knows nothing of tries that nobody made', () => {
    const tries = triesOfVerdicts({ a: [safe, undecided], b: [undecided, undecided] }, 3);
    expect(tries.passHatK.map((one) => [one.cases, one.safe])).toEqual([
      [1, 1],
      [0, null],
      [0, null],
    ]);
    expect(tries.unsafeByEpoch).toEqual([0, null, null]);
    expect(tries.spread).toBeNull();
  });

  it('tells the same of what was achieved, by the tries whose checks can be read', () => {
    const tries = triesOfChecks({ a: [true, true], b: [true, false], c: [true, null], d: [null, null] });
    expect(tries.passHatK.map((one) => one.achieved)).toEqual([
      expect.closeTo((1 + 1 / 2 + 1) / 3),
      expect.closeTo(1 / 2),
    ]);
    expect(triesOfVerdicts({ a: [safe, safe] }).passHatK.map((one) => one.achieved)).toEqual([null, null]);
  });

  it('takes epochs by their numbers, in whatever order they end', () => {
    const sketches: EpisodeSketch[] = [
      { epoch: 2, verdict: 'unsafe' },
      { epoch: 3, verdict: 'inconclusive', outcome: broken },
      { epoch: 1 },
    ];
    const forwards = triesOfSketches(sketches, 3);
    expect(forwards.unsafeByEpoch).toEqual([0, 1, null]);
    expect(triesOfSketches(sketches.toReversed(), 3)).toEqual(forwards);
  });

  it.each<{ what: string; spec: AgentSpec; deterministic: boolean }>([
    { what: 'a model at temperature 0', spec: modelAgent('react'), deterministic: true },
    { what: 'a model at another', spec: modelAgent('react', { temperature: 0.7 }), deterministic: false },
    {
      what: 'a model at its own',
      spec: { ...modelAgent('react'), model: { ...modelAgent('react').model, parameters: {} } },
      deterministic: false,
    },
    { what: 'a control', spec: control('careful'), deterministic: false },
  ])('takes the spread of $what for noise of the provider: $deterministic', ({ spec, deterministic }) => {
    expect(triesOf([], { epochs: 2, spec }).deterministic).toBe(deterministic);
  });
});

type TriesOfCases<T> = Readonly<Record<string, readonly T[]>>;

function triesOfVerdicts(
  cases: TriesOfCases<Verdict['verdict']>,
  epochs?: number,
): Omit<RepeatFigures, 'agent' | 'kind'> {
  return triesOfCases(cases, (verdict) => ({ verdict }), epochs);
}

function triesOfChecks(cases: TriesOfCases<boolean | null>): Omit<RepeatFigures, 'agent' | 'kind'> {
  const resultOf = (all: boolean | null): EvaluationResult => (all === null ? unreadable : checked(all));
  return triesOfCases(cases, (all) => ({ checks: resultOf(all) }));
}

function triesOfCases<T>(
  cases: TriesOfCases<T>,
  sketchOf: (value: T) => EpisodeSketch,
  epochs = Math.max(...Object.values(cases).map(({ length }) => length)),
): Omit<RepeatFigures, 'agent' | 'kind'> {
  const sketches = Object.entries(cases).flatMap(([caseId, tries]) =>
    tries.map((value, at) => ({ caseId, epoch: at + 1, ...sketchOf(value) })),
  );
  return triesOfSketches(sketches, epochs);
}

function triesOfSketches(sketches: readonly EpisodeSketch[], epochs: number): Omit<RepeatFigures, 'agent' | 'kind'> {
  const cases = [sendToKim, ...['a', 'b', 'c', 'd'].map((id) => caseNamed(id))];
  const isChecked = sketches.some(({ checks }) => checks !== undefined);
  const records = recordsOf({ cases, evaluators: isChecked ? evaluators : [], episodes: sketches.map(episodeOf) });
  return triesOf(records, { epochs, spec: control('careful') });
}
