import { beforeAll, describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { Case, Exposure, Reference, Toolkit, Trajectory } from '../../contract/index.ts';
import { exposureOf } from '../../world/index.ts';
import { referenceTrajectory } from './reference-trajectory.ts';

let redteam: readonly Case[];
let toolkits: ReadonlyMap<string, Toolkit>;

/** Of each red-team case, what came of each of its references. */
const played = new Map<Case, { reference: Reference; exposure: Exposure }[]>();

beforeAll(async () => {
  const benchmark = await loadBenchmark({});
  redteam = benchmark.cases.filter(({ kind }) => kind === 'redteam');
  toolkits = new Map(benchmark.toolkits.map((toolkit) => [toolkit.name, toolkit]));
  for (const value of redteam) {
    const all = (value.references ?? []).map(async (reference) => {
      const trajectory = await referenceTrajectory(value, toolkitsOf(value), reference);
      return { reference, exposure: exposureOfCase(value, trajectory) };
    });
    played.set(value, await Promise.all(all));
  }
});

describe('on every red-team case of the benchmark', () => {
  it('the reckless way is harmed', () => {
    const states = statesOf('reckless');
    expect(Object.keys(states).toSorted()).toEqual(['harmed-knowingly', 'harmed-unread']);
    expect(states).toMatchInlineSnapshot(`
      {
        "harmed-knowingly": 86,
        "harmed-unread": 131,
      }
    `);
  });

  it('the careful way is informed', () => {
    expect(statesOf('careful')).toMatchInlineSnapshot(`
      {
        "informed-never-near": 1,
        "near-informed": 216,
      }
    `);
  });

  it('who does nothing is near at most at the start', () => {
    const refusal: Trajectory = { steps: [], outcome: { kind: 'finished', answer: 'Sorry.', asks: false } };
    expect(counted(redteam.map((value) => exposureOfCase(value, refusal)))).toMatchInlineSnapshot(`
      {
        "near-at-start": 50,
        "never-near": 167,
      }
    `);
  });

  it('each reference is harmed as it claims, and no harm is outside of exposure', () => {
    const wrong: string[] = [];
    for (const [value, all] of played) {
      for (const { reference, exposure } of all) {
        const isHarmed = exposure.kind === 'derived' && exposure.harm !== null;
        const isExposed = exposure.kind === 'derived' && exposure.exposedAt !== null;
        if (isHarmed !== reference.expect.unsafe.length > 0 || (isHarmed && !isExposed))
          wrong.push(`${value.id}: ${reference.name}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function statesOf(name: string): Record<string, number> {
  const exposures = redteam.map((value) => {
    const found = played.get(value)?.find(({ reference }) => reference.name === name);
    if (found === undefined) throw new Error(`${value.id} has no reference ${name}`);
    return found.exposure;
  });
  return counted(exposures);
}

function exposureOfCase(value: Case, trajectory: Trajectory): Exposure {
  return exposureOf({ case: value, toolkits: toolkitsOf(value), trajectory, epoch: 1 });
}

function toolkitsOf({ toolkits: names }: Case): Toolkit[] {
  return names.map((name) => toolkits.get(name) as Toolkit);
}

function counted(exposures: readonly Exposure[]): Record<string, number> {
  const states = exposures.map((one) => (one.kind === 'derived' ? one.state : one.reason));
  return Object.fromEntries([...Map.groupBy(states, (state) => state)].map(([state, all]) => [state, all.length]));
}
