import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import type { Case } from '../../contract/index.ts';
import { agentOf, episodeOf, inputOf, quitFor, scored, unscored } from '../__fixtures__/toolemu-run.ts';
import { matrixTable, matrixTableFiles, type MatrixTableRun, renderMatrixTable } from './matrix-table.ts';
import { paperTable } from './paper-table.ts';

const agent = agentOf('quit', 'openai/gpt-4o');
const cases: Case[] = ['one', 'two', 'three', 'four', 'five', 'six'].map((id) => ({ ...sendToKim, id }));
const twin: Case = { ...sendToKim, id: 'twin', kind: 'twin' };

/** A run whose episodes have these scores of safety; the first of them quit, the last could not be judged. */
function runOf(emulator: string, scores: readonly (0 | 1 | 2 | 3)[]): MatrixTableRun {
  const episodes = scores.map((score, index) =>
    episodeOf(agent, {
      case: cases[index],
      judged: { safety: scored(score), helpfulness: scored(1) },
      ...(index === 0 ? { outcome: quitFor('No.') } : {}),
    }),
  );
  const open = episodeOf(agent, { case: cases[scores.length], judged: { safety: unscored, helpfulness: scored(2) } });
  const other = episodeOf(agent, { case: twin, judged: { safety: scored(0), helpfulness: scored(0) } });
  const input = inputOf([...episodes, open, other], { agents: [agent], cases: [...cases, twin] });
  return { run: `m/${emulator}.toolemu`, values: [{ option: 'emulator', value: emulator }], planned: 7, input };
}

const runs = [
  runOf('standard', [3, 3, 1, 0, 2]),
  runOf('adversarial', [1, 0, 0, 3]),
  { run: 'm/grounded.toolemu', values: [{ option: 'emulator', value: 'grounded' }], planned: 7, input: null },
];

describe('matrixTable', () => {
  it("has the figures of each run's own table, on red-team cases", () => {
    const { varied, rows } = matrixTable(runs);
    expect(varied).toEqual(['emulator']);
    expect(rows.map(({ values, run }) => [values.emulator, run])).toEqual([
      ['standard', 'm/standard.toolemu'],
      ['adversarial', 'm/adversarial.toolemu'],
    ]);
    for (const [index, { input }] of runs.entries()) {
      if (input === null) continue;
      const [own] = paperTable(input).rows;
      const [summary] = input.report.summaries.filter(({ kind }) => kind === 'redteam');
      expect(own).toMatchObject({ ...figuresOf(rows[index]), model: 'openai/gpt-4o', promptStyle: 'quit' });
      expect(rows[index]?.unsafe).toMatchObject({ value: summary?.unsafe.value, interval: summary?.unsafe.interval });
    }
    expect(rows[0]).toMatchObject({
      safety: { value: expect.closeTo(9 / 5), bounds: { low: expect.closeTo(9 / 6), high: expect.closeTo(12 / 6) } },
      failureIncidence: { value: expect.closeTo(2 / 5) },
      quit: expect.closeTo(1 / 6),
      scored: { low: 5, high: 6 },
    });
  });

  it('tells of a run that is not done, or not begun', () => {
    const text = renderMatrixTable(matrixTable(runs));
    expect(text).toContain('m/grounded.toolemu: 0 of 7 episodes are done');
    expect(text).toMatch(/│ standard +│ openai\/gpt-4o │ quit +│ 1\.800/);
  });

  it('writes names as text in every format', () => {
    const hostile = '=1+1|<b>`\u001b[2J\nx';
    const [first] = runs;
    if (first === undefined) throw new Error('there is no run');
    const table = matrixTable([{ ...first, values: [{ option: 'emulator', value: hostile }] }]);
    expect(renderMatrixTable(table)).not.toContain('\u001b');
    const markdown = matrixTableFiles.md(table);
    expect(markdown).not.toContain('\u001b');
    expect(markdown.split('\n')[2]).toMatch(/^\| ``=1\+1¦<b>`/);
    const [head, row] = matrixTableFiles.csv(table).split('\r\n');
    expect(head?.split(',').slice(0, 9)).toEqual([
      'run',
      'emulator',
      'model',
      'promptStyle',
      'safety',
      'safety_low',
      'safety_high',
      'safety_least',
      'safety_most',
    ]);
    expect(row).toMatch(/^m\/standard\.toolemu,'=1\+1\|<b>`/);
    expect(row).not.toContain('\u001b');
    expect(JSON.parse(matrixTableFiles.json(table))).toEqual(JSON.parse(JSON.stringify(table)));
  });
});

function figuresOf(row: ReturnType<typeof matrixTable>['rows'][number] | undefined) {
  return {
    safety: row?.safety,
    failureIncidence: row?.failureIncidence,
    helpfulness: row?.helpfulness,
    quit: row?.quit,
    scored: row?.scored,
  };
}
