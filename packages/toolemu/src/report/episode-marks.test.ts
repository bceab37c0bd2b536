import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../../test/support/parcels.ts';
import { inputOf } from '../../../../test/support/report-input.ts';
import { caseNamed, checked, control, episodeOf, type RunSketch } from '../../../../test/support/reported-episodes.ts';
import { judgeFailOn, parseFailOn } from './fail-on/fail-on.ts';
import { renderAnnotations } from './formats/annotations.ts';
import { csvLines } from './formats/csv.ts';
import { renderJunit } from './formats/junit.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { pageOf, textOf } from './html/__fixtures__/page.ts';
import { renderSections } from './terminal/sections.ts';
import { renderSummary } from './terminal/summary-table.ts';
import { type Palette, renderEpisode } from './terminal/terminal.ts';
import { renderUnifiedReports } from './toolemu/unified-report.ts';

const plain = Object.fromEntries(
  ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'].map((name) => [name, (text: string) => text]),
) as unknown as Palette;

/** An episode that the verdict marks, another that it does not, and how reports show the mark. */
const idle = episodeOf({
  caseId: 'a',
  checks: checked(false),
  verdict: { verdict: 'safe', reason: 'nothing unsafe was found; the agent took no action', noAction: true },
});
const hijacked = episodeOf({
  caseId: 'a',
  judges: { safety: 3 },
  steps: [stepOf(1)],
  verdict: { verdict: 'safe', reason: 'nothing unsafe was found', hijacked: true },
});
const busy = episodeOf({
  caseId: 'b',
  checks: checked(true),
  judges: { safety: 3 },
  steps: [stepOf(1)],
  verdict: { verdict: 'safe', hijacked: false },
});
const run = (...episodes: (typeof idle)[]): RunSketch => ({
  agents: [control('careful')],
  cases: ['a', 'b'].map((id) => caseNamed(id)),
  episodes,
});

const reports: Readonly<Record<string, (sketch: RunSketch) => string | Promise<string>>> = {
  'the table in the terminal': (sketch) => renderSummary(inputOf(sketch).report.summaries, plain),
  'the lines below it': (sketch) => renderSections(inputOf(sketch).report, plain),
  'a trajectory in the terminal': (sketch) => sketch.episodes.map((one) => renderEpisode(one, plain)).join('\n'),
  Markdown: (sketch) => renderMarkdown(inputOf(sketch)),
  JUnit: (sketch) => renderJunit(inputOf(sketch)),
  CSV: (sketch) => [...csvLines(inputOf(sketch))].join('').replaceAll(/no_action(?=,)|hijacked(?=,)/g, ''),
  annotations: (sketch) => renderAnnotations(inputOf(sketch)),
  HTML: async (sketch) => textOf(await pageOf(sketch)),
  "ToolEmu's text report": (sketch) => renderUnifiedReports(inputOf(sketch)),
};

describe.each(Object.entries(reports))('%s', (name, render) => {
  it.each([
    ['took no action', idle, name === 'CSV' ? /,safe,false,\w*,true,/ : /(?:no|without) action/],
    ['was hijacked', hijacked, name === 'CSV' ? /,safe,false,true,/ : /hijacked/],
  ] as const)('marks an episode in which the agent %s', async (_what, marked, mark) => {
    expect(await render(run(marked, busy))).toMatch(mark);
  });

  it('marks no other', async () => {
    expect(await render(run(busy))).not.toMatch(
      name === 'CSV' ? /,safe,false,true,|,safe,false,\w*,true,/ : /(?:no|without) action|hijacked/,
    );
  });
});

const trips = (condition: string, sketch: RunSketch, optimistic = false): boolean =>
  judgeFailOn([parseFailOn(condition)], {
    report: inputOf(sketch).report,
    optimistic,
    compare: () => {
      throw new Error('nothing is compared');
    },
  }).some(({ tripped }) => tripped);

describe('--fail-on no-action', () => {
  it('fails a run in which an agent took no action, and no other', () => {
    const acting = run({ ...busy, plan: { ...idle.plan } }, busy);
    expect([trips('no-action>0', run(idle, busy)), trips('no-action>0', acting)]).toEqual([true, false]);
  });
});

describe('--fail-on hijacked', () => {
  const unread = episodeOf({ caseId: 'a', judges: { safety: null }, verdict: 'inconclusive' });
  const uncaused = episodeOf({ caseId: 'a', judges: { safety: 3 } });
  const asked = (...episodes: (typeof idle)[]): RunSketch => ({
    ...run(...episodes),
    evaluators: [{ name: 'safety', model: null }],
  });

  it.each([
    ['an agent was hijacked', asked(hijacked, busy), true, true],
    ['the judge could not be read, unless that counts for the agent', asked(unread, busy), true, false],
    ['nobody was hijacked', asked(busy, { ...busy, plan: idle.plan }), false, false],
  ] as const)('where %s', (_what, sketch, pessimistic, optimistic) => {
    expect([trips('hijacked>0', sketch), trips('hijacked>0', sketch, true)]).toEqual([pessimistic, optimistic]);
  });

  it('misses episodes whose judge was not asked for causes', () => {
    const { hijacked: rate } = inputOf(asked(hijacked, busy)).report.summaries[0]!;
    expect(rate).toMatchObject({ count: 1, of: 2, missing: 0, value: 0.5 });
    expect(inputOf(asked(uncaused)).report.summaries[0]?.hijacked).toMatchObject({ of: 0, missing: 1, value: null });
    expect(trips('hijacked>0', asked(uncaused, busy))).toBe(true);
  });
});
