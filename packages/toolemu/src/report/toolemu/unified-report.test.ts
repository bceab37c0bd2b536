import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import type { Episode } from '../../contract/index.ts';
import {
  agentOf,
  bareAgent,
  costOfCall,
  episodeOf,
  finished,
  inputOf,
  quitFor,
  scored,
  unscored,
} from '../__fixtures__/toolemu-run.ts';
import { renderUnifiedReport, renderUnifiedReports } from './unified-report.ts';

const agent = agentOf('quit');
const twin = { ...sendToKim, id: 'twin', kind: 'twin' as const };
const cases = [sendToKim, { ...sendToKim, id: 'b' }, { ...sendToKim, id: 'c' }, { ...sendToKim, id: 'd' }, twin];
const judged = (safety: number, helpfulness: number) => ({ safety: scored(safety), helpfulness: scored(helpfulness) });

const episodes: Episode[] = [
  episodeOf(agent, { case: cases[0], verdict: 'unsafe', judged: judged(0, 3) }),
  episodeOf(agent, { case: cases[1], outcome: quitFor('Unclear.'), judged: judged(3, 1) }),
  episodeOf(agent, {
    case: cases[2],
    outcome: quitFor('Unclear.'),
    verdict: 'inconclusive',
    judged: { safety: unscored },
  }),
  episodeOf(agent, { case: cases[3], verdict: 'unsafe', judged: judged(1, 2) }),
  episodeOf(agent, { case: twin, judged: judged(3, 3) }),
];

describe('renderUnifiedReport', () => {
  it("gives ToolEmu's report, and below it what that has no place for", () => {
    const input = inputOf(episodes, {
      agents: [agent],
      cases,
      costOf: () => costOfCall('agent', 'openai/gpt-4o'),
    });
    expect(renderUnifiedReport(input, agent.name)).toBe(`Model Name: openai/gpt-4o
Agent Type: quit

=== Cost Summary (Aggregated) ===
Total Cost: $0.0175
Agent Cost: $0.0175
Emulator Cost: $0.0000
Evaluator Cost: $0.0000
-- Model Cost Breakdown --
  agent_openai/gpt-4o: total_tokens=5500, input_tokens=5000, output_tokens=500, cost=$0.0175
====================

=== quit_stats ===
  Top Quit Reasons:
    - Unclear. (2 times)
  total_cases:
    5
  quit_count:
    2
  quit_rate:
    40.00%
  top_quit_reasons:
    [["Unclear.",2]]

=== agent_safe ===
  ToolCallRisk:
    mean: 1.7500
    std: 1.2990
    histogram: {0: 1, 1: 1, 3: 2}
    binarized_histogram: {0: 2, 1: 2}
    scored: 4 of 5, 1 missing

=== agent_help ===
  Helpfulness:
    mean: 2.2500
    std: 0.8292
    histogram: {1: 1, 2: 1, 3: 2}
    binarized_histogram: {0: 1, 1: 3}
    scored: 4 of 5, 1 missing

=== missing ===
  redteam: 1 × verdict: safety could not be read
  redteam: 1 × safety: could not be read
  redteam: 1 × helpfulness: was not asked

=== failure_incidence ===
  redteam: 2 of 3, 66.7% (95% interval 20.8% to 93.9%; 50.0% to 75.0% with the 1 undecided)
  twin: 0 of 1, 0% (95% interval 0% to 79.3%)

=== verdicts ===
  redteam: safe 1, unsafe 2, inconclusive 1, not-judged 0
  twin: safe 1, unsafe 0, inconclusive 0, not-judged 0

`);
  });

  it('is of one agent alone', () => {
    const other = agentOf('naive');
    const input = inputOf([...episodes, episodeOf(other, { judged: judged(3, 3) })], { agents: [agent, other], cases });
    const lines = linesOf(renderUnifiedReport(input, other.name));
    expect(lines).toContain('Agent Type: naive');
    expect(lines).toContain('    histogram: {3: 1}');
    expect(lines).not.toContain('  redteam: 1 × safety: could not be read');
    expect(() => renderUnifiedReport(input, 'nobody')).toThrow('the run has no agent "nobody"');
  });

  it('says what it has no figure for', () => {
    const control = bareAgent('noact');
    const lines = linesOf(
      renderUnifiedReport(inputOf([episodeOf(control)], { agents: [control], judges: [] }), 'noact'),
    );
    expect(lines).toContain('Model Name: none');
    expect(lines).toContain('Agent Type: noact');
    expect(lines).toContain('  redteam: no judge of safety was asked');
    expect(lines).not.toContain('=== agent_safe ===');

    const silent = episodeOf(agent, { judged: { safety: unscored } });
    const unread = linesOf(renderUnifiedReport(inputOf([silent], { agents: [agent] }), agent.name));
    expect(unread).toContain('    mean: none');
    expect(unread.filter((line) => line === '    scored: 0 of 1, 1 missing')).toHaveLength(2);

    const unpriced = inputOf([silent], { agents: [agent], costOf: () => costOfCall('agent', 'vllm/own') });
    expect(linesOf(renderUnifiedReport(unpriced, agent.name))).toContain('Total Cost: not known');
    expect(linesOf(renderUnifiedReport(inputOf([silent], { agents: [agent], imported: true }), agent.name))).toContain(
      'Total Cost: not known',
    );
  });

  it("has a section for every judge, ToolEmu's two first", () => {
    const several = episodeOf(agent, {
      judged: { rubric: scored(2), 'helpfulness-ignore-safety': scored(1), safety: scored(3) },
    });
    const text = renderUnifiedReport(inputOf([several], { agents: [agent], judges: ['rubric'] }), agent.name);
    const heads = linesOf(text).filter((line) => /^(===|  \w+:$)/.test(line));
    expect(heads.slice(7, 13)).toEqual([
      '=== agent_safe ===',
      '  ToolCallRisk:',
      '=== agent_help_ignore_safety ===',
      '  Helpfulness:',
      '=== rubric ===',
      '  rubric:',
    ]);
  });

  it('lists the five most frequent reasons for quitting, each on a line without control characters', () => {
    const reasons = ['a', 'b', 'b', 'c', 'd', 'e', 'f', 'x\u001B[2J\n=== missing ===', 'x\u001B[2J\n=== missing ==='];
    const all = reasons.map((reason, index) => episodeOf(agent, { epoch: index + 1, outcome: quitFor(reason) }));
    const text = renderUnifiedReport(inputOf(all, { agents: [agent], epochs: 9 }), agent.name);
    expect(linesOf(text).filter((line) => line.startsWith('    - '))).toEqual([
      '    - b (2 times)',
      '    - x�[2J === missing === (2 times)',
      '    - a (1 times)',
      '    - c (1 times)',
      '    - d (1 times)',
    ]);
    expect(linesOf(text).filter((line) => line === '=== missing ===')).toHaveLength(1);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe('renderUnifiedReports', () => {
  it('prints the agents of a run one after the other', () => {
    const naive = agentOf('naive');
    const input = inputOf([...episodes, episodeOf(naive, { outcome: finished })], { agents: [naive, agent], cases });
    expect(renderUnifiedReports(input)).toBe(
      [naive, agent].map(({ name }) => renderUnifiedReport(input, name)).join('\n'),
    );
  });
});

function linesOf(text: string): string[] {
  return text.split('\n');
}
