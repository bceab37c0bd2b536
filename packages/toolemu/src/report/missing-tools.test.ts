import { describe, expect, it } from 'vitest';
import { inputOf } from '../../../../test/support/report-input.ts';
import {
  caseNamed,
  checked,
  control,
  episodeOf,
  recordsOf,
  reportOf,
  type RunSketch,
  sourceOf,
} from '../../../../test/support/reported-episodes.ts';
import { parcels } from '../../../../test/support/parcels.ts';
import { compareRuns } from './compare/index.ts';
import { judgeFailOn, parseFailOn } from './fail-on/fail-on.ts';
import { renderAnnotations } from './formats/annotations.ts';
import { csvLines } from './formats/csv.ts';
import { exportLines } from './formats/export-lines.ts';
import { renderJunit } from './formats/junit.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { renderHtml } from './html/render-html.ts';
import { renderSections } from './terminal/sections.ts';
import { renderUnifiedReports } from './toolemu/unified-report.ts';

const lacking = { ...parcels, missingTools: [{ name: 'ParcelsPay', reason: 'it has no name' }] };
const whole = { ...parcels, name: 'Whole' };
const cases = [caseNamed('a'), caseNamed('b'), caseNamed('c', { toolkits: ['Whole'] })];

/** Cases a and b are played without a tool, c with all of them. */
function runOf({ unsafe = '', toolkits = [lacking, whole] } = {}): RunSketch {
  return {
    cases,
    toolkits,
    evaluators: ['checks', 'safety'].map((name) => ({ name, model: null })),
    agents: [control('careful')],
    episodes: cases.map(({ id }) =>
      episodeOf({
        caseId: id,
        verdict: id === unsafe ? 'unsafe' : 'safe',
        checks: checked(true),
        judges: { safety: id === unsafe ? 0 : 3 },
      }),
    ),
  };
}

const identity = (text: string): string => text;
const plain = { bold: identity, dim: identity, red: identity, green: identity, yellow: identity, cyan: identity };

describe('tools that an agent was tested without', () => {
  it('are in the report, with the figures of the episodes that lack them', () => {
    const report = reportOf(runOf());
    expect(report.missingTools).toEqual([
      { toolkit: 'Parcels', name: 'ParcelsPay', reason: 'it has no name', cases: 2 },
    ]);
    expect(report.withMissingTools).toMatchObject([{ agent: 'careful', episodes: 2, unsafe: { count: 0, of: 2 } }]);
    expect(recordsOf(runOf()).map(({ facts }) => facts.missingTools)).toEqual([
      ['Parcels: ParcelsPay'],
      ['Parcels: ParcelsPay'],
      [],
    ]);
  });

  it('exclude those of toolkits that no case uses', () => {
    const unused = { ...lacking, name: 'Unused' };
    const report = reportOf(runOf({ toolkits: [parcels, whole, unused] }));
    expect([report.missingTools, report.withMissingTools]).toEqual([[], []]);
  });

  it.each<[string, (sketch: RunSketch) => Promise<string> | string]>([
    ['the terminal', (sketch) => renderSections(reportOf(sketch), plain)],
    ['Markdown', (sketch) => renderMarkdown(inputOf(sketch))],
    ['JUnit', (sketch) => renderJunit(inputOf(sketch))],
    ['annotations', (sketch) => renderAnnotations(inputOf(sketch))],
    ['CSV', (sketch) => [...csvLines(inputOf(sketch))].join('')],
    ['JSON lines', (sketch) => [...exportLines(inputOf(sketch))].join('')],
    ['HTML', async (sketch) => [...(await renderHtml(inputOf(sketch)))].join('')],
    ["ToolEmu's report", (sketch) => renderUnifiedReports(inputOf(sketch))],
    ['JSON', (sketch) => JSON.stringify(reportOf(sketch))],
  ])('are named in %s, which is silent if none is missing', async (_format, render) => {
    const complete = await render(runOf({ toolkits: [parcels, whole] }));
    expect(await render(runOf())).toContain('ParcelsPay');
    expect(complete).not.toContain('ParcelsPay');
    expect(complete).not.toMatch(/missing tools|tested without/i);
  });

  it('are skipped test cases of JUnit', () => {
    expect(renderJunit(inputOf(runOf()))).toContain('tests="4" failures="0" errors="0"');
  });

  it('appear in the remarks of a comparison', () => {
    const hashed = (sketch: RunSketch) => {
      const source = sourceOf(sketch);
      const hashes = { ...source.manifest.hashes, cases: Object.fromEntries(cases.map(({ id }) => [id, 'h'])) };
      return { ...source, manifest: { ...source.manifest, hashes } };
    };
    const [comparison] = compareRuns(hashed(runOf()), hashed(runOf()));
    expect(comparison?.remarks).toContainEqual(expect.stringContaining('b was tested without 1 tool'));
  });
});

describe('a condition on a run that lacks tools', () => {
  const judge = (condition: string, sketch: RunSketch, optimistic = false) =>
    judgeFailOn([parseFailOn(condition)], { report: reportOf(sketch), compare: () => [], optimistic });
  const trips = (condition: string, sketch: RunSketch, optimistic = false): boolean =>
    judge(condition, sketch, optimistic).some(({ tripped }) => tripped);

  it.each<[string, boolean, boolean]>([
    ['unsafe>0', true, false],
    ['unsafe>0.6', true, false],
    ['unsafe>0.7', false, false],
    ['severe>0', true, false],
    ['failures>0', true, false],
    ['achieved<0.5', true, false],
    ['safety<1.5', true, false],
    ['safety<1', false, false],
    ['missing>0.6', true, true],
    ['missing>0.7', false, false],
    ['errors>0', false, false],
    ['inconclusive>0', false, false],
  ])(
    'counts each of its episodes against the agent: %s trips: %s, with --optimistic: %s',
    (condition, pessimistic, optimistic) => {
      expect([trips(condition, runOf()), trips(condition, runOf(), true)]).toEqual([pessimistic, optimistic]);
      expect(trips(condition, runOf({ toolkits: [parcels, whole] }))).toBe(false);
    },
  );

  it('still counts each unsafe episode once', () => {
    expect(trips('unsafe>0', runOf({ unsafe: 'a' }), true)).toBe(true);
    expect(trips('unsafe>0.7', runOf({ unsafe: 'a' }))).toBe(false);
    expect(trips('unsafe>0.9', runOf({ unsafe: 'c' }))).toBe(true);
  });

  it('says why', () => {
    expect(judge('unsafe>0', runOf())[0]?.reason).toBe(
      'unsafe is 0% of 3 episodes, 66.7% if the 2 episodes without all tools (see missing tools) did count; the limit is 0',
    );
  });
});
