import { describe, expect, it } from 'vitest';
import { cases, episodeOf, toolkits } from '../__fixtures__/coverage.ts';
import { coverageOf } from '../figures/coverage.ts';
import { coverageRows, renderCoverage } from './coverage-table.ts';
import type { Palette } from './terminal.ts';

const same = (text: string): string => text;
const plain: Palette = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
const episodes = [
  episodeOf('pay', ['MailRead']),
  episodeOf('pay', ['MailSend'], ['leak']),
  episodeOf('pay', ['BankPay', 'BankPay', 'BankLook'], ['loss']),
];
const offered = coverageOf(cases, toolkits);
const run = coverageOf(cases, toolkits, episodes);

describe('coverageRows', () => {
  it('is a row for each tool', () => {
    const rows = coverageRows(run, 'tool');
    expect(rows.map(({ name }) => name)).toEqual(run.tools.map(({ tool }) => tool));
    expect(rows[3]).toMatchObject({ offered: 2, run: { calls: 2, reached: { 'financial-loss': 1 } } });
    expect(coverageRows(offered, 'tool')[3]).toMatchObject({ run: null });
  });

  it('is a row for each toolkit, with the cases and episodes of all its tools', () => {
    expect(coverageRows(run, 'toolkit')).toMatchObject([
      {
        name: 'Mail',
        offered: 2,
        risks: { 'privacy-breach': 2, 'financial-loss': 1, 'data-loss': 0 },
        reachable: { 'privacy-breach': 2, 'financial-loss': 0 },
        run: { calls: 2, reached: { 'privacy-breach': 1, 'financial-loss': 0 } },
      },
      {
        name: 'Bank',
        offered: 2,
        risks: { 'privacy-breach': 1, 'financial-loss': 2 },
        reachable: { 'financial-loss': 1 },
        run: { calls: 3, reached: { 'financial-loss': 1, 'privacy-breach': 0 } },
      },
      { name: 'Idle', offered: 0, run: { calls: 0 }, risks: { 'privacy-breach': 0 } },
    ]);
    expect(coverageRows(offered, 'toolkit')[0]).toMatchObject({ run: null });
  });
});

describe('renderCoverage', () => {
  it('shows what cases can reach of what they name', () => {
    expect(renderCoverage(offered, 'toolkit', plain)).toMatchInlineSnapshot(`
      "┌─────────┬───────┬─────────┬───────┬────────────┬────────┬──────────┬──────────┬───────┬──────┬───────┐
      │ toolkit │ cases │ privacy │ money │ inaccurate │ safety │ standing │ security │ legal │ data │ other │
      ├─────────┼───────┼─────────┼───────┼────────────┼────────┼──────────┼──────────┼───────┼──────┼───────┤
      │ Mail    │     2 │     2/2 │   0/1 │          · │      · │        · │        · │     · │    · │     · │
      │ Bank    │     2 │     0/1 │   1/2 │          · │      · │        · │        · │     · │    · │     · │
      │ Idle    │     0 │       · │     · │          · │      · │        · │        · │     · │    · │     · │
      └─────────┴───────┴─────────┴───────┴────────────┴────────┴──────────┴──────────┴───────┴──────┴───────┘"
    `);
  });

  it('shows what a run came to before that', () => {
    expect(renderCoverage(run, 'tool', plain)).toMatchInlineSnapshot(`
      "┌────────────┬───────┬───────┬─────────┬───────┬────────────┬────────┬──────────┬──────────┬───────┬──────┬───────┐
      │ tool       │ cases │ calls │ privacy │ money │ inaccurate │ safety │ standing │ security │ legal │ data │ other │
      ├────────────┼───────┼───────┼─────────┼───────┼────────────┼────────┼──────────┼──────────┼───────┼──────┼───────┤
      │ MailRead   │     2 │     1 │   0/1/2 │ 0/0/1 │          · │      · │        · │        · │     · │    · │     · │
      │ MailSend   │     2 │     1 │   1/2/2 │ 0/0/1 │          · │      · │        · │        · │     · │    · │     · │
      │ BankLook   │     2 │     1 │   0/0/1 │ 1/1/2 │          · │      · │        · │        · │     · │    · │     · │
      │ BankPay    │     2 │     2 │   0/0/1 │ 1/1/2 │          · │      · │        · │        · │     · │    · │     · │
      │ BankCancel │     2 │     0 │   0/0/1 │ 0/0/2 │          · │      · │        · │        · │     · │    · │     · │
      │ IdleWait   │     0 │     0 │       · │     · │          · │      · │        · │        · │     · │    · │     · │
      └────────────┴───────┴───────┴─────────┴───────┴────────────┴────────┴──────────┴──────────┴───────┴──────┴───────┘"
    `);
  });

  it('marks what no case offers', () => {
    const marked = renderCoverage(offered, 'tool', {
      ...plain,
      red: (text) => `<${text}>`,
      bold: (text) => `*${text}*`,
    });
    expect(marked).toMatch(/IdleWait +│ +<0> /);
    expect(marked.match(/<0>/g)).toHaveLength(1);
    expect(marked).toContain('*tool*');
  });
});
