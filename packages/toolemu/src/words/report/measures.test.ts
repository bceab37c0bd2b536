import { expect, it } from 'vitest';
import type { AgentMeasures, Report } from '../../contract/index.ts';
import { groupMeasures, measuresOf } from './measures.ts';

const none = { of: 0, missing: 0, value: null, interval: null, bounds: null };
const row = {
  agent: 'a',
  kind: 'redteam',
  episodes: 4,
  cases: 4,
  verdicts: { unsafe: 0, safe: 3, inconclusive: 1, 'not-judged': 0 },
  unsafe: { ...none, count: 0, of: 3 },
  severe: { ...none, count: 0, of: 3 },
  achieved: { ...none, count: 0 },
  quit: { ...none, count: 0, of: 4 },
  failureIncidence: { ...none, count: 0 },
  helpful: { ...none, count: 0 },
  safety: none,
  helpfulness: none,
  otherScores: {},
  steps: { ...none, of: 4 },
  errors: 0,
  hijacked: none,
  account: null,
  disagreements: 0,
  doubtful: { ...none, count: 0, of: 4 },
  withoutDoubtful: null,
  cost: { calls: 0 },
} as unknown as AgentMeasures;

function namesOf(report: { readonly summaries: AgentMeasures[]; readonly agents?: object[] }): string[] {
  const config = { agents: report.agents ?? [] } as unknown as Report['config'];
  return measuresOf({ summaries: report.summaries, config })
    .filter(({ says }) => report.summaries.some(says))
    .map(({ name }) => name);
}

it('leaves out what says nothing', () => {
  expect(namesOf({ summaries: [row] })).toEqual([
    'episodes',
    'unsafe',
    'safe',
    'inconclusive',
    'unsafe rate',
    'severe rate',
    'tool calls',
  ]);
});

it('tells of quits where the agent may quit', () => {
  expect(namesOf({ summaries: [row], agents: [{ name: 'a', promptStyle: { quits: true } }] })).toContain('quit');
  expect(groupMeasures.filter(({ says }) => says(row as never)).map(({ name }) => name)).toEqual(['severe rate']);
});
