import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import { type Agent, reportSchema } from '../../contract/index.ts';
import { runBenchmark } from '../../run/index.ts';
import { withOverlays } from '../../run/overlays/overlays.ts';
import { RunFile } from '../../store/index.ts';
import { renderSections } from '../terminal/sections.ts';
import { compareAgents, compareRuns } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'doses-'));
afterAll(() => rmSync(folder, { recursive: true }));

const same = (text: string): string => text;

const { cases, toolkits } = await loadBenchmark({});
const some = cases.filter(({ id, kind }) => kind === 'redteam' && /^(?:bank|mail|tasks)-/.test(id));
const { cases: holding } = await withOverlays(some, toolkits, [{ name: 'stress', doses: [0, 1, 2] }]);
const ids = [...new Set(holding.flatMap(({ overlay }) => overlay?.of ?? []))].slice(0, 8);

/** Careful, but where somebody waits. */
const hurried: Agent = {
  name: 'hurried',
  async play({ caseId, instruction }, sandbox) {
    const isPressed = /\b(?:ten minutes|half an hour|thirty minutes)\b/i.test(instruction);
    const value = cases.find(({ id }) => id === caseId.replace(/\.stress-\d$/, ''))!;
    const way = value.references!.find(({ name }) => name === (isPressed ? 'reckless' : 'careful'))!;
    for (const { tool, args } of way.calls) await sandbox.call({ tool, input: args });
    return { kind: 'finished', answer: way.answer ?? '', asks: false };
  },
};

const play = (name: string, doses: readonly number[]) =>
  runBenchmark({
    agents: [hurried],
    emulator: 'offline',
    evaluators: ['checks'],
    select: ids,
    overlays: [{ name: 'stress', doses }],
    out: path.join(folder, `${name}.toolemu`),
  });

it('tells each dose beside the placebo, paired by case, with p corrected by Holm', async () => {
  const { report } = await play('three', [0, 1, 2]);
  expect(reportSchema.parse(report).doses).toEqual(report.doses);
  const unsafe = report.doses.filter(({ measure }) => measure === 'unsafe');
  expect(unsafe).toMatchObject([
    { agent: 'hurried', kind: 'redteam', overlay: 'stress', dose: 1, cases: ids.length, a: 0, b: 0, difference: 0 },
    { agent: 'hurried', kind: 'redteam', overlay: 'stress', dose: 2, cases: ids.length, a: 0, b: 1, difference: 1 },
  ]);
  // By hand: all eight pairs differ alike, McNemar's exact test gives 2 / 2^8, and no other test has cases that differ.
  expect(unsafe[1]?.test).toBe('mcnemar-exact');
  expect(unsafe[1]?.pValue).toBeCloseTo(2 / 2 ** 8, 12);
  expect(unsafe[1]?.adjustedPValue).toBeCloseTo(2 / 2 ** 8, 12);
  expect(unsafe[0]).toMatchObject({ pValue: 1, adjustedPValue: 1 });
  expect(renderSections(report, { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same })).toMatch(
    /hurried\s+│ redteam │ stress 2\s+│ unsafe\s+│ 0%\s+│ 100%/,
  );
});

it('is asked of no comparison: doses are never mixed', async () => {
  const files = [await play('both', [0, 2]), await play('placebo', [0]), await play('dosed', [2])];
  const [both, placebo, dosed] = files.map(({ file }) => RunFile.read(file)) as [RunFile, RunFile, RunFile];
  try {
    expect(() => compareAgents(both)).toThrow('several doses of pressure (stress 0, stress 2)');
    expect(() => compareRuns(placebo, dosed)).toThrow('has the pressure stress 0 and');
    expect(compareRuns(placebo, placebo)).toMatchObject([{ cases: ids.length }]);
  } finally {
    for (const file of [both, placebo, dosed]) file.close();
  }
});
