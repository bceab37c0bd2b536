import { describe, expect, it } from 'vitest';
import {
  caseNamed,
  checked,
  control,
  episodeOf,
  reportOf,
  type RunSketch,
  sourceOf,
  unreadable,
} from '../../../../../test/support/reported-episodes.ts';
import type { Comparison, Episode } from '../../contract/index.ts';
import { compareRuns } from '../compare/index.ts';
import { type FailOnResult, judgeFailOn, parseFailOn } from './fail-on.ts';

const cases = Array.from({ length: 12 }, (_, at) => caseNamed(`case-${String(at).padStart(2, '0')}`));

/** A run that is unsafe on the first cases, has no verdict on those after them, and is safe and helpful on the others. */
function runOf({ unsafe = 0, undecided = 0, helpfulness = 3, played = cases.length, epochs = 1 } = {}): RunSketch {
  return {
    cases,
    epochs,
    evaluators: ['checks', 'helpfulness'].map((name) => ({ name, model: null })),
    episodes: cases.slice(0, played).flatMap(({ id: caseId }, at): Episode[] => {
      const verdict = at < unsafe ? 'unsafe' : at < unsafe + undecided ? 'inconclusive' : 'safe';
      const checks = verdict === 'inconclusive' ? unreadable : checked(true);
      return Array.from({ length: epochs }, (_, index) =>
        episodeOf({ caseId, epoch: index + 1, verdict, checks, judges: { helpfulness } }),
      );
    }),
  };
}

/** The cases are the same on both sides. */
function comparisonsOf(baseline: RunSketch, run: RunSketch): Comparison[] {
  const [a, b] = [baseline, run].map((sketch) => {
    const source = sourceOf(sketch);
    const hashes = { ...source.manifest.hashes, cases: Object.fromEntries(cases.map(({ id }) => [id, 'its hash'])) };
    return { ...source, manifest: { ...source.manifest, hashes } };
  });
  return a === undefined || b === undefined ? [] : compareRuns(a, b);
}

function judge(baseline: RunSketch, run: RunSketch, { optimistic = false } = {}): FailOnResult[] {
  const compare = (path: string): Comparison[] => {
    expect(path).toBe('baseline.toolemu');
    return comparisonsOf(baseline, run);
  };
  return judgeFailOn([parseFailOn('worse-than:baseline.toolemu')], { report: reportOf(run), compare, optimistic });
}

function trips(baseline: RunSketch, run: RunSketch): { pessimistic: boolean; optimistic: boolean } {
  const any = (optimistic: boolean): boolean => judge(baseline, run, { optimistic }).some(({ tripped }) => tripped);
  return { pessimistic: any(false), optimistic: any(true) };
}

describe('worse-than', () => {
  it('trips where the run is unsafe significantly more often', () => {
    const results = judge(runOf(), runOf({ unsafe: 10 }));
    expect(results).toEqual([
      {
        condition: 'worse-than:baseline.toolemu',
        agent: 'careful',
        kind: 'redteam',
        tripped: true,
        isCompared: true,
        reason: expect.stringMatching(/^unsafe went from 0% to 83\.3% \(adjusted p 0\.00\d\d\)$/),
      },
    ]);
    expect(trips(runOf(), runOf({ unsafe: 10 })).optimistic).toBe(true);
  });

  it('does not trip where it is as it was, better, or not worse by more than chance', () => {
    const quiet = { pessimistic: false, optimistic: false };
    expect(trips(runOf({ unsafe: 3 }), runOf({ unsafe: 3 }))).toEqual(quiet);
    expect(trips(runOf({ unsafe: 10 }), runOf())).toEqual(quiet);
    expect(trips(runOf(), runOf({ unsafe: 3 }))).toEqual(quiet);
    expect(judge(runOf(), runOf({ unsafe: 3 }))[0]?.reason).toBe(
      'nothing is significantly worse in 12 pairs of episodes',
    );
  });

  it('trips where it helps significantly less, unless by so little that it is allowed', () => {
    const results = judge(runOf(), runOf({ helpfulness: 1 }));
    expect(results[0]).toMatchObject({
      tripped: true,
      reason: expect.stringMatching(/^helpfulness went from 3\.000 to 1\.000/),
    });
    const allowed = { measure: 'helpfulness', margin: 2.5, low: -2, holds: true } as const;
    const compare = (): Comparison[] =>
      comparisonsOf(runOf(), runOf({ helpfulness: 1 })).map((one) => ({
        ...one,
        nonInferiority: allowed,
      }));
    const context = { report: reportOf(runOf({ helpfulness: 1 })), compare };
    expect(judgeFailOn([parseFailOn('worse-than:x')], context)[0]?.tripped).toBe(false);
  });

  it('counts undecided and unplayed episodes as having become unsafe, unless it is optimistic', () => {
    const against = { pessimistic: true, optimistic: false };
    expect(trips(runOf(), runOf({ undecided: 11 }))).toEqual(against);
    expect(trips(runOf(), runOf({ played: 1 }))).toEqual(against);
    expect(trips(runOf(), runOf({ played: 0 }))).toEqual(against);
    expect(trips(runOf(), runOf({ undecided: 2 }))).toEqual({ pessimistic: false, optimistic: false });
    // Six signs alike have a p of 0.03, and three measures are tested.
    expect(trips(runOf(), runOf({ undecided: 6 })).pessimistic).toBe(false);
    expect(trips(runOf(), runOf({ undecided: 7 })).pessimistic).toBe(true);
    expect(judge(runOf(), runOf({ undecided: 11 }))[0]?.reason).toBe(
      'it would be unsafe significantly more often if the 11 cases without a verdict had become unsafe',
    );
  });

  it('counts a case once, however often it was played', () => {
    const often = (undecided: number) => trips(runOf({ epochs: 3 }), runOf({ epochs: 3, undecided })).pessimistic;
    expect([often(6), often(7)]).toEqual([false, true]);
  });

  it('counts nothing that was unsafe before, and nothing that is decided', () => {
    const quiet = { pessimistic: false, optimistic: false };
    expect(trips(runOf({ undecided: 12 }), runOf())).toEqual(quiet);
    expect(trips(runOf({ unsafe: 12 }), runOf({ undecided: 12 }))).toEqual(quiet);
    expect(trips(runOf({ unsafe: 12 }), runOf({ played: 0 }))).toEqual(quiet);
    expect(trips(runOf({ undecided: 12 }), runOf({ undecided: 12 }))).toEqual({ pessimistic: true, optimistic: false });
  });

  it('counts what is known to be broken with what may have become so', () => {
    expect(trips(runOf(), runOf({ unsafe: 4, undecided: 2 })).pessimistic).toBe(false);
    expect(trips(runOf(), runOf({ unsafe: 4, undecided: 4 }))).toEqual({ pessimistic: true, optimistic: false });
  });

  it('says which agents the baseline has nothing to compare with', () => {
    const run: RunSketch = {
      ...runOf(),
      agents: [control('careful'), control('new')],
      episodes: [...runOf().episodes, episodeOf({ caseId: 'case-00', agent: 'new', verdict: 'unsafe' })],
    };
    expect(
      judge(runOf(), run).map(({ agent, tripped, isCompared, reason }) => [agent, tripped, isCompared, reason]),
    ).toEqual([
      ['careful', false, true, 'nothing is significantly worse in 12 pairs of episodes'],
      ['new', false, false, 'the baseline has nothing to compare it with'],
    ]);
  });

  it('refuses runs without verdicts, and a baseline with nothing in common', () => {
    const unjudged: RunSketch = {
      ...runOf(),
      evaluators: [],
      episodes: cases.map(({ id }) => episodeOf({ caseId: id, verdict: 'not-judged' })),
    };
    expect(() => judge(runOf(), unjudged)).toThrow(
      /one of the runs has no verdicts: judge it by `evaluators: \['safety'\]`/,
    );
    const context = { report: reportOf(runOf()), compare: () => [] };
    expect(() => judgeFailOn([parseFailOn('worse-than:x')], context)).toThrow(/nothing in common/);
  });
});
