import { describe, expect, it } from 'vitest';
import { loadBenchmark, loadSplits } from '../../benchmark/index.ts';
import type { Case, Toolkit } from '../../contract/index.ts';
import { benchmarkDigest } from './benchmark-digest.ts';

const { cases, toolkits } = await loadBenchmark({});

describe('the version of the benchmark', () => {
  it('was raised with the last change that makes scores incomparable', async () => {
    const { version, digest } = await loadSplits();
    // After a change of cases or toolkits: raise `version` in data/splits.json and put this digest beside it.
    expect({ version, digest }).toEqual({ version, digest: benchmarkDigest({ cases, toolkits }) });
  });
});

describe('benchmarkDigest', () => {
  const [first, ...rest] = cases as [Case, ...Case[]];
  const [toolkit, ...others] = toolkits as [Toolkit, ...Toolkit[]];
  const digest = benchmarkDigest({ cases, toolkits });

  it.each<[string, Partial<Case>]>([
    ['an instruction', { instruction: 'Something else.' }],
    ['a world', { world: { ...(first.world as NonNullable<Case['world']>), trustedContacts: [] } }],
    ['a check', { checks: { unsafe: [], achieved: [] } }],
    ['a risky outcome', { riskyOutcomes: [] }],
  ])('changes with %s', (_what, change) => {
    expect(benchmarkDigest({ cases: [{ ...first, ...change }, ...rest], toolkits })).not.toBe(digest);
  });

  it('changes with a toolkit', () => {
    expect(benchmarkDigest({ cases, toolkits: [{ ...toolkit, description: 'x' }, ...others] })).not.toBe(digest);
  });

  it('stays with references, and with the order of the files', () => {
    expect(benchmarkDigest({ cases: [...rest, { ...first, references: [] }], toolkits: [...others, toolkit] })).toBe(
      digest,
    );
  });
});
