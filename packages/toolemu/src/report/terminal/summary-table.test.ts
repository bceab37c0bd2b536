import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import {
  broken,
  caseNamed,
  checked,
  control,
  type EpisodeSketch,
  episodeOf,
  modelAgent,
  quit,
  reportOf,
  type RunSketch,
  scored,
  unreadable,
  usageOf,
} from '../../../../../test/support/reported-episodes.ts';
import type { Report } from '../../contract/index.ts';
import { noCost } from '../figures/cost.ts';
import { measure } from '../figures/measures.ts';
import { renderFigures, renderSummary } from './summary-table.ts';
import type { Palette } from './terminal.ts';

const plain: Palette = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
  cyan: (text) => text,
};
const tagged: Palette = { ...plain, red: (text) => `<red>${text}</red>`, yellow: (text) => `<yellow>${text}</yellow>` };
const nothing = measure([], { seed: 0, cost: noCost });
const agents = ['careful', 'reckless'].map(control);
const twin = caseNamed('send-to-kim-twin', { kind: 'twin' });

describe('renderSummary', () => {
  const decided: EpisodeSketch[] = [
    { checks: checked(true) },
    { agent: 'reckless', verdict: { verdict: 'unsafe', by: ['checks'] }, checks: checked(true, 'wrong-kim') },
    { agent: 'reckless', caseId: twin.id, checks: checked(false) },
  ];

  it('is a table of agents and kinds of case, with intervals, without the columns that say nothing', () => {
    expect(renderSummary(summariesOf(decided), plain)).toMatchInlineSnapshot(`
      "┌──────────┬─────────┬───┬──────┬────────┬────────┬───────────────┬───────────────┐
      │ agent    │ cases   │ n │ safe │ unsafe │ severe │ unsafe rate   │ achieved      │
      ├──────────┼─────────┼───┼──────┼────────┼────────┼───────────────┼───────────────┤
      │ careful  │ redteam │ 1 │ 1    │ 0      │ 0      │ 0%            │ 100%          │
      │          │         │   │      │        │        │ [0%, 79.3%]   │ [20.7%, 100%] │
      │ reckless │ redteam │ 1 │ 0    │ 1      │ 1      │ 100%          │ 100%          │
      │          │         │   │      │        │        │ [20.7%, 100%] │ [20.7%, 100%] │
      │ reckless │ twin    │ 1 │ 1    │ 0      │ 0      │ 0%            │ 0%            │
      │          │         │   │      │        │        │ [0%, 79.3%]   │ [0%, 79.3%]   │
      └──────────┴─────────┴───┴──────┴────────┴────────┴───────────────┴───────────────┘
      [ ] 95 % interval"
    `);
  });

  it('shows what could not be decided, errors, quits and costs where there are any', () => {
    const sketches: EpisodeSketch[] = [
      { checks: checked(true), judges: { safety: 3, helpfulness: 2 } },
      {
        epoch: 2,
        verdict: { verdict: 'unsafe', by: ['safety'] },
        checks: checked(false),
        judges: { safety: scored(0), helpfulness: 1 },
      },
      {
        epoch: 3,
        outcome: quit,
        verdict: 'inconclusive',
        checks: unreadable,
        judges: { safety: null, helpfulness: null },
      },
      { epoch: 4, outcome: broken, verdict: 'inconclusive' },
    ];
    const evaluators = ['checks', 'safety', 'helpfulness'].map((name) => ({ name, model: null }));
    const free = modelAgent('careful', { quits: true });
    const text = renderSummary(summariesOf(sketches, { agents: [free], evaluators, usage: [usageOf()] }), plain);
    expect(text).toMatchInlineSnapshot(`
      "┌─────────┬─────────┬───┬──────┬────────┬────────┬──────────────┬──────────────────┬──────────────────┬──────────────────┬──────────────────┬──────────────────┬──────────────────┬────────┬─────────┐
      │ agent   │ cases   │ n │ safe │ unsafe │ severe │ inconclusive │ unsafe rate      │ achieved         │ safety           │ failures         │ helpfulness      │ quit             │ errors │ cost    │
      ├─────────┼─────────┼───┼──────┼────────┼────────┼──────────────┼──────────────────┼──────────────────┼──────────────────┼──────────────────┼──────────────────┼──────────────────┼────────┼─────────┤
      │ careful │ redteam │ 4 │ 1    │ 1      │ 1      │ 2            │ 50.0%            │ 50.0%            │ 1.500            │ 50.0%            │ 1.500            │ 33.3%            │ 1      │ $0.0030 │
      │         │         │   │      │        │        │              │ [5.5%, 94.5%]    │ [5.5%, 94.5%]    │ (0.750 to 2.250) │ [5.5%, 94.5%]    │ (0.750 to 2.250) │ [2.5%, 90.6%]    │        │         │
      │         │         │   │      │        │        │              │ (25.0% to 75.0%) │ (25.0% to 75.0%) │                  │ (25.0% to 75.0%) │                  │ (25.0% to 50.0%) │        │         │
      └─────────┴─────────┴───┴──────┴────────┴────────┴──────────────┴──────────────────┴──────────────────┴──────────────────┴──────────────────┴──────────────────┴──────────────────┴────────┴─────────┘
      [ ] 95 % interval; ( ) what it were, had all that could not be decided gone one way or the other"
    `);
  });

  it('says of a price that it is not known', () => {
    const usage = [usageOf({ model: 'vllm/some/model' })];
    expect(renderSummary(summariesOf([{}], { usage }), plain)).toMatch(/│ price unknown, 1,100 tokens │/);
  });

  it('has a column for each evaluator of another name', () => {
    const text = renderSummary(
      summariesOf([{ judges: { rubric: 1 } }, { agent: 'reckless', judges: { 'to\u001bne': 3 } }], { evaluators: [] }),
      plain,
    );
    expect(text).toMatch(/│ rubric +│ to�ne +│/);
    expect(text).toMatch(/│ careful .*│ 1\.000 +│ - +│/);
    expect(text).toMatch(/│ reckless .*│ - +│ 3\.000 +│/);
  });

  it('takes an evaluator of any name', () => {
    const rows = summariesOf([{ judges: { constructor: 1 } }, { agent: 'reckless', judges: { toString: 2 } }], {
      evaluators: [],
    });
    expect(renderSummary(rows, plain)).toMatch(/│ careful .*│ 1\.000 +│ - +│/);
  });

  it('tells no verdicts where nobody judged', () => {
    const text = renderSummary(summariesOf([{ verdict: 'not-judged' }], { evaluators: [] }), plain);
    expect(text.split('\n')[1]).toBe('│ agent   │ cases   │ n │');
  });

  it('colours what matters', () => {
    const text = renderSummary(summariesOf(decided), tagged);
    expect(text.match(/<red>1<\/red>/g)).toHaveLength(2);
    expect(text).not.toContain('<red>0</red>');
    expect(renderSummary(summariesOf([{ outcome: broken, verdict: 'inconclusive' }]), tagged)).toContain(
      '<yellow>1</yellow>',
    );
  });

  it("obeys no control character of an agent's name", () => {
    const [row] = summariesOf(decided);
    const text = renderSummary([{ ...row!, agent: 'care\u001b[31mful\u0007' }], plain);
    expect(text.split('\n').join('')).not.toMatch(/\p{Cc}/u);
    expect(text).toContain('care�[31mful�');
  });
});

describe('renderFigures', () => {
  it('puts figures under names of any number', () => {
    const text = renderFigures(
      ['risk', 'agent', 'cases'],
      [{ names: ['data-\nloss', 'careful', 'twin'], measures: nothing }],
      plain,
    );
    expect(text).toMatchInlineSnapshot(`
      "┌────────────┬─────────┬───────┬───┐
      │ risk       │ agent   │ cases │ n │
      ├────────────┼─────────┼───────┼───┤
      │ data- loss │ careful │ twin  │ 0 │
      └────────────┴─────────┴───────┴───┘"
    `);
  });
});

describe('the line below a table', () => {
  const intervals = '[ ] 95 % interval';
  const bounds = '( ) what it were, had all that could not be decided gone one way or the other';
  const legendOf = (sketches: readonly EpisodeSketch[], run: Partial<RunSketch> = {}): string | undefined => {
    const text = renderSummary(summariesOf(sketches, { evaluators: [], ...run }), plain);
    return text.split('\n').find((line) => line.includes('[ ]') || line.includes('( )'));
  };

  it('says what brackets mean', () => {
    const [decided, open] = [{}, { epoch: 2, verdict: 'inconclusive', checks: unreadable }] as const;
    expect(legendOf([decided])).toBe(intervals);
    expect(legendOf([decided, open])).toBe(`${intervals}; ${bounds}`);
    expect(legendOf([open].map((one) => ({ ...one, outcome: quit })))).toContain(bounds);
  });

  it('is left out where there are none', () => {
    expect(legendOf([{ verdict: 'not-judged' }])).toBeUndefined();
    expect(
      legendOf([{ verdict: 'not-judged' }, { verdict: 'not-judged', epoch: 2, outcome: quit }], {
        agents: [modelAgent('careful')],
      }),
    ).toBe(intervals);
  });

  it('is there for evaluators of other names', () => {
    const sketches = ['a', 'b', 'c', 'd', 'e'].map((caseId, at) => ({
      caseId,
      verdict: 'not-judged' as const,
      judges: { rubric: at % 4 },
    }));
    const cases = sketches.map(({ caseId }) => caseNamed(caseId));
    const run = { cases, agents: [modelAgent('careful')] };
    expect(legendOf(sketches, run)).toBe(intervals);
    expect(legendOf([...sketches.slice(1), { ...sketches[0]!, judges: { rubric: null } }], run)).toBe(bounds);
  });
});

function summariesOf(sketches: readonly EpisodeSketch[], run: Partial<RunSketch> = {}): Report['summaries'] {
  return reportOf({ agents, cases: [sendToKim, twin], ...run, episodes: sketches.map(episodeOf) }).summaries;
}
