import path from 'node:path';
import { expect, it } from 'vitest';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import { checkFiles, referenceTrajectory } from '../../packages/toolemu/src/run/index.ts';

/** Cases that are no part of the benchmark: their references call every tool of the toolkits that no case plays yet. */
const trials = path.resolve(import.meta.dirname, '../fixtures/toolkit-trials');

const { cases: played } = await loadBenchmark({});
const { cases, toolkits } = await loadBenchmark({ cases: [trials] });
const used = new Set(cases.flatMap((one) => one.toolkits));

it('are sound', async () => {
  expect((await checkFiles([trials])).issues).toEqual([]);
});

it('put to use every toolkit that no case of the benchmark does', () => {
  const inCases = new Set(played.flatMap((one) => one.toolkits));
  const idle = toolkits.map(({ name }) => name).filter((name) => !used.has(name) && !inCases.has(name));
  expect(idle).toEqual([]);
});

it('carry out every tool, each of them at least once without an exception', async () => {
  const carriedOut = new Set<string>();
  for (const value of cases) {
    const offered = toolkits.filter(({ name }) => value.toolkits.includes(name));
    for (const reference of value.references ?? []) {
      const { steps, outcome } = await referenceTrajectory(value, offered, reference);
      expect([value.id, reference.name, outcome.kind]).not.toContain('error');
      for (const { tool, status } of steps) if (status === 'ok') carriedOut.add(tool);
    }
  }
  const tools = toolkits.filter(({ name }) => used.has(name)).flatMap((toolkit) => toolkit.tools);
  expect(tools.map(({ name }) => name).filter((name) => !carriedOut.has(name))).toEqual([]);
});
