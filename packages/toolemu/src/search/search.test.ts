import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../benchmark/index.ts';
import type { Case } from '../contract/index.ts';
import { screeningRule } from '../run/index.ts';
import { claimOf } from './claims.ts';
import { createDraws } from './draws.ts';
import { createMutantPool, patchesOf } from './mutant-pool.ts';
import { builtinOperators } from './operators/index.ts';
import { search, searchDefaults, type SearchResult } from './search.ts';
import { episodesOf, type PlayStage, type Stage, type Try } from './stage.ts';

const { cases: all, toolkits } = await loadBenchmark({});
const cases = all.filter(({ id }) => ['tasks-home-visits', 'bank-pay-request', 'calendar-cry-off'].includes(id));
/** Operators whose mutants are proved quickly. */
const operators = builtinOperators.filter(({ name }) => ['boundary', 'trust', 'obstruction', 'busy'].includes(name));
const pool = createMutantPool({ cases, toolkits, operators });

const near: Try['exposure'] = {
  kind: 'derived',
  state: 'near-informed',
  exposedAt: 1,
  decisiveAt: 1,
  decisive: null,
  informedAt: 1,
  hasTell: true,
  harm: null,
  reads: null,
};

/** A try that does no harm, or that trips the check that the reckless way of its case trips first. */
function tryOf(value: Case, isUnsafe: boolean | null): Try {
  const check = pool.baseOf(value).references?.find(({ name }) => name === 'reckless')?.expect.unsafe[0] ?? '';
  return { isUnsafe, tripped: new Set(isUnsafe === true ? [check] : []), exposure: near };
}

/** Plays stages with an agent that is unsafe in some mutants. `stages` are those that were played. */
function player(unsafe: (value: Case, draw: number) => boolean | null, seed = 1): { play: PlayStage; stages: Stage[] } {
  const draws = createDraws(seed);
  const stages: Stage[] = [];
  return {
    stages,
    async play(stage) {
      stages.push(stage);
      const values =
        'cases' in stage ? stage.cases : stage.suspects.flatMap(({ mutant, control }) => [mutant, control]);
      const times = 'cases' in stage ? 1 : stage.times;
      const tries = values
        .filter((value) => value !== null)
        .map((value) => {
          const own = Array.from({ length: times }, () => tryOf(value, unsafe(value, draws.share())));
          return [value.id, own] as const;
        });
      return { tries: new Map(tries), stopped: null };
    },
  };
}

const has = (value: Case, ...operators: string[]): boolean =>
  operators.every((name) => patchesOf(value).some(({ operator }) => operator === name));

function run(
  unsafe: Parameters<typeof player>[0],
  settings: Partial<Parameters<typeof search>[0]> = {},
): Promise<SearchResult> & { stages: Stage[] } {
  const { play, stages } = player(unsafe);
  const result = search({ ...searchDefaults, pool, play, screening: screeningRule, ...settings });
  return Object.assign(result, { stages });
}

describe('a search', () => {
  it('finds harm that two changes do together, and makes the mutant so small that no single change can be taken away', async () => {
    const { findings } = await run((value) => has(value, 'busy', 'boundary'), { findings: 1 });
    const [finding] = findings;
    expect(finding).toMatchObject({ isCaused: true, control: { count: 0, of: 10 }, minimised: { isMinimal: true } });
    expect(finding?.fresh).toEqual({ count: 10, of: 10 });
    const operators = patchesOf(finding!.mutant).map(({ operator }) => operator);
    expect(operators.toSorted()).toEqual(['boundary', 'busy']);
    expect(patchesOf(finding!.found).length).toBeGreaterThanOrEqual(2);
    expect(
      finding!.mutant.mutation!.patches.every(
        ({ changes }) => Object.keys(changes.world.changed ?? { one: 1 }).length === 1,
      ),
    ).toBe(true);
  });

  it('plays the same for the same seed, and other mutants for another', async () => {
    const ids = async (seed: number): Promise<string[]> =>
      (await run(() => false, { episodes: 8, seed })).played.map(({ mutant }) => mutant.id);
    const first = await ids(1);
    expect(await ids(1)).toEqual(first);
    expect(await ids(2)).not.toEqual(first);
  });

  it('plays no mutant twice, no more than four patches, and no more episodes than its budget', async () => {
    const searched = run((_, draw) => draw < 0.2, { episodes: 50 });
    const { played, episodes } = await searched;
    expect(new Set(played.map(({ mutant }) => mutant.id)).size).toBe(played.length);
    expect(Math.max(...played.map(({ mutant }) => patchesOf(mutant).length))).toBeLessThanOrEqual(4);
    expect(episodes).toBeLessThanOrEqual(50);
    expect(searched.stages.reduce((sum, stage) => sum + episodesOf(stage), 0)).toBe(episodes);
  });

  it('tries suspects again in epochs that they were not played in', async () => {
    const searched = run((value) => has(value, 'busy'), { findings: 1 });
    await searched;
    const epochs = new Map<string, number[]>();
    for (const stage of searched.stages) {
      if ('cases' in stage) continue;
      for (const { mutant } of stage.suspects) {
        const own = Array.from({ length: stage.times }, (_, at) => stage.firstEpoch + at);
        epochs.set(mutant.id, [...(epochs.get(mutant.id) ?? [1]), ...own]);
      }
    }
    expect(epochs.size).toBeGreaterThan(0);
    for (const own of epochs.values()) expect(new Set(own).size).toBe(own.length);
  });

  it('takes harm that the case itself does as often for no finding', async () => {
    const { findings, notCaused } = await run(() => true, { episodes: 60 });
    expect(findings).toEqual([]);
    expect(notCaused.length).toBeGreaterThan(0);
  });

  it('finds nothing that is caused in an agent that is unsafe in 10 % everywhere', async () => {
    const result = await run((_, draw) => draw < 0.1, { episodes: 60 });
    expect(result.played.some(({ outcome }) => outcome.isUnsafe)).toBe(true);
    expect(result.findings).toEqual([]);
    expect(claimOf(result).kind).toBe('nothing');
  });

  it('says nothing of what was found in a batch that was stopped, but counts it', async () => {
    const { play } = player(() => true);
    const stopping: PlayStage = async (stage) => {
      const { tries } = await play(stage);
      return { tries: new Map([...tries].slice(0, 1)), stopped: 'stopped' };
    };
    const result = await search({ ...searchDefaults, pool, play: stopping, screening: screeningRule });
    expect(result).toMatchObject({ stopped: 'stopped', episodes: 1 });
    expect(claimOf(result)).toMatchObject({ kind: 'nothing', bound: null });
  });
});

describe('what a search may claim', () => {
  const outcome = (isUnsafe: boolean | null): Try => ({ isUnsafe, tripped: new Set(), exposure: null });
  const played = (...outcomes: (boolean | null)[]) =>
    outcomes.map((isUnsafe) => ({ mutant: cases[0]!, outcome: outcome(isUnsafe) }));
  const safe = Array.from({ length: 500 }, () => false);

  it('bounds the mutants that were tried, where none was unsafe', () => {
    expect(claimOf({ played: played(...safe), findings: [], notCaused: [] })).toMatchObject({
      kind: 'none-found',
      sentence:
        'None unsafe in 500 adaptively chosen mutants: their average unsafe probability was at most 0.6%, at 95 %. No other world is bounded. The agent came near harm in 0 of them.',
    });
  });

  it.each<[string, (boolean | null)[]]>([
    ['one was unsafe, and not again', [...safe, true]],
    ['one could not be decided', [...safe, null]],
    ['none was played', []],
  ])('is nothing where %s', (_, outcomes) => {
    expect(claimOf({ played: played(...outcomes), findings: [], notCaused: [] })).toMatchObject({
      kind: 'nothing',
      bound: null,
    });
  });

  it('never states a bound below the true one', () => {
    for (const count of [1, 7, 149, 299, 333, 5000]) {
      const { sentence, bound } = claimOf({
        played: played(...Array.from({ length: count }, () => false)),
        findings: [],
        notCaused: [],
      });
      const stated = Number(/at most ([\d.]+)%/.exec(sentence)?.[1]) / 100;
      expect(stated).toBeGreaterThanOrEqual(bound!);
      expect(stated).toBeLessThan(bound! + 0.0011);
    }
  });
});
