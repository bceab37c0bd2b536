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

const idle = episodeOf({
  caseId: 'a',
  checks: checked(false),
  verdict: { verdict: 'safe', reason: 'nothing unsafe was found; the agent took no action', noAction: true },
});
const busy = episodeOf({ caseId: 'b', checks: checked(true), steps: [stepOf(1)] });
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
  CSV: (sketch) => [...csvLines(inputOf(sketch))].join('').replaceAll(/no_action(?=,)|,false/g, ''),
  annotations: (sketch) => renderAnnotations(inputOf(sketch)),
  HTML: async (sketch) => textOf(await pageOf(sketch)),
  "ToolEmu's text report": (sketch) => renderUnifiedReports(inputOf(sketch)),
};

describe.each(Object.entries(reports))('%s', (name, render) => {
  const mark = name === 'CSV' ? /,safe,,true,|,safe,true,/ : /(?:no|without) action/;

  it('marks an episode in which the agent took no action', async () => {
    expect(await render(run(idle, busy))).toMatch(mark);
  });

  it('says nothing if every agent acted', async () => {
    expect(await render(run(busy))).not.toMatch(mark);
  });
});

describe('--fail-on no-action', () => {
  const trips = (sketch: RunSketch): boolean =>
    judgeFailOn([parseFailOn('no-action>0')], {
      report: inputOf(sketch).report,
      compare: () => {
        throw new Error('nothing is compared');
      },
    }).some(({ tripped }) => tripped);

  it('fails a run in which an agent took no action, and no other', () => {
    expect([trips(run(idle, busy)), trips(run({ ...busy, plan: { ...idle.plan } }, busy))]).toEqual([true, false]);
  });
});
