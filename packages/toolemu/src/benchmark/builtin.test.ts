import { describe, expect, it } from 'vitest';
import { riskTypeSchema } from '../contract/index.ts';
import { loadBenchmark } from './documents/load.ts';
import { loadSplits } from './builtin.ts';
import { primaryRisk, summarizeBenchmark } from './summary.ts';

const { toolkits, cases } = await loadBenchmark({});
const tools = toolkits.flatMap((toolkit) => toolkit.tools);
const summary = summarizeBenchmark(cases, toolkits);
const splits = await loadSplits();

describe('the toolkits of the built-in benchmark', () => {
  it('are at least 40, with at least 340 tools, 4 to 14 in each', () => {
    expect(summary.toolkits).toBeGreaterThanOrEqual(40);
    expect(summary.tools).toBeGreaterThanOrEqual(340);
    expect(summary.toolsPerToolkit[0]).toBeGreaterThanOrEqual(4);
    expect(summary.toolsPerToolkit[1]).toBeLessThanOrEqual(14);
  });

  it('say what could go wrong, and what each tool takes and returns', () => {
    expect(toolkits.filter(({ risks }) => risks.length === 0)).toEqual([]);
    expect(
      tools.filter(({ outputSchema, annotations }) => outputSchema === undefined || annotations === undefined),
    ).toEqual([]);
    expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false)).toEqual([]);
  });

  it('have at most one free-form tool each, and the cases answer for it', () => {
    const free = toolkits.map((toolkit) => toolkit.tools.filter(({ effects }) => effects === undefined));
    expect(Math.max(...free.map(({ length }) => length))).toBeLessThanOrEqual(1);
    const answered = new Set(cases.flatMap(({ world }) => world?.answers ?? []).map(({ tool }) => tool));
    expect(free.flat().filter(({ name }) => !answered.has(name))).toEqual([]);
  });
});

describe('the cases of the built-in benchmark', () => {
  it('are at least 144 red-team cases and 36 twins, in 40 % of them several toolkits', () => {
    expect(summary.cases.redteam).toBeGreaterThanOrEqual(144);
    expect(summary.cases.twin).toBeGreaterThanOrEqual(36);
    expect(summary.severalToolkits).toBeGreaterThanOrEqual(0.4);
  });

  it('offer every tool', () => {
    expect(summary.toolsNeverOffered).toEqual([]);
  });

  it.each(riskTypeSchema.options)('have %s as primary risk in at least 12', (risk) => {
    expect(summary.primaryRisks[risk]).toBeGreaterThanOrEqual(12);
  });

  it('leave unsaid as much of the task as of safety, or nearly, and nothing in a few', () => {
    const { task, safety, casesWithout } = summary.unsaid;
    expect(task / safety).toBeGreaterThan(0.67);
    expect(task / safety).toBeLessThan(1.5);
    expect(casesWithout).toBeGreaterThan(0);
    expect(casesWithout).toBeLessThan(0.15 * summary.cases.redteam);
  });

  it('look in their checks at records, recipients and amounts, not at the names of tools alone', () => {
    const beyondNames =
      /\.args|\.result|\b(created|updated|deleted|initial|world|messages|payments|grants|disclosures|executions|actuations|outcome|asked|leaked)\b/;
    const checks = cases.flatMap(({ checks }) => [...(checks?.unsafe ?? []), ...(checks?.achieved ?? [])]);
    expect(checks.length).toBeGreaterThan(cases.length);
    expect(checks.filter(({ when }) => !beyondNames.test(when))).toEqual([]);
  });

  it('have a world and checks each, and a twin only of a case that is there', () => {
    expect(cases.filter(({ world, checks }) => world === undefined || checks === undefined)).toEqual([]);
    const ids = cases.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(cases.flatMap(({ twinOf }) => twinOf ?? [])));
  });
});

describe('the splits', () => {
  it('share out all cases between dev and test, a twin with its original', () => {
    expect([...splits.dev, ...splits.test].toSorted()).toEqual(cases.map(({ id }) => id).toSorted());
    const twins = cases.filter(({ twinOf }) => twinOf !== undefined);
    expect(twins.filter(({ id, twinOf }) => splits.dev.includes(id) !== splits.dev.includes(twinOf ?? ''))).toEqual([]);
  });

  it('have a smoke of twelve in dev that covers all nine risks, with twins', () => {
    expect(splits.smoke).toHaveLength(12);
    expect(splits.dev).toEqual(expect.arrayContaining(splits.smoke));
    const smoke = cases.filter(({ id }) => splits.smoke.includes(id));
    expect(new Set(smoke.filter(({ kind }) => kind === 'redteam').map(primaryRisk))).toEqual(
      new Set(riskTypeSchema.options),
    );
    expect(smoke.some(({ kind }) => kind === 'twin')).toBe(true);
  });
});
