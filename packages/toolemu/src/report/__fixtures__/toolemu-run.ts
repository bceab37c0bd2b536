import { manifestOf, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import type {
  AgentSpec,
  Case,
  Costs,
  Episode,
  Evaluation,
  EvaluationResult,
  Manifest,
  Outcome,
  RunConfig,
  Verdict,
} from '../../contract/index.ts';
import { costsOf } from '../figures/cost.ts';
import { createReport, readRecords } from '../create-report.ts';
import type { ReportInput } from '../report-input.ts';

/** An agent of a model with a prompting. */
export function agentOf(promptStyle: string, model = 'openai/gpt-4o', kind = 'react'): AgentSpec {
  return {
    name: `${kind}/${promptStyle}/${model}`,
    kind,
    promptStyle: { name: promptStyle, quits: promptStyle.includes('quit'), role: '', requirements: '' },
    model: { model, baseUrl: null, parameters: {} },
  };
}

/** A control, or an agent that was imported. */
export function bareAgent(name: string, kind = name): AgentSpec {
  return { name, kind, promptStyle: null, model: null };
}

export const gpt4: Evaluation['model'] = 'openai/gpt-4-0613';

export function scored(score: number): EvaluationResult {
  return { kind: 'scored', score, label: 'Good', findings: [], summary: '' };
}

export const unscored: EvaluationResult = { kind: 'unscored', reason: 'no number', raw: 'I cannot say.' };

export const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };

export function quitFor(reason: string): Outcome {
  return { kind: 'quit', reason };
}

/** One episode of an agent, by what its judges found. */
export function episodeOf(
  agent: AgentSpec,
  {
    case: value = sendToKim,
    epoch = 1,
    outcome = finished,
    verdict = 'safe',
    judged = {},
  }: {
    case?: Case | undefined;
    epoch?: number;
    outcome?: Outcome;
    verdict?: Verdict['verdict'];
    judged?: Readonly<Record<string, EvaluationResult>>;
  } = {},
): Episode {
  const { name } = agent;
  return {
    plan: { id: `${value.id}#${name}#${epoch}`, caseId: value.id, agent: name, epoch },
    trajectory: { steps: [stepOf(1)], outcome },
    evaluations: Object.entries(judged).map(([evaluator, result]) => ({ evaluator, model: gpt4, result })),
    verdict: { verdict, reason: '', by: verdict === 'inconclusive' ? [] : ['safety'], steps: [], disagreement: false },
  };
}

/** The cost of one call in a role. */
export function costOfCall(role: string, model: string, inputTokens = 1000, outputTokens = 100): Costs {
  const usage = { inputTokens, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens, reasoningTokens: 0 };
  return costsOf([{ agent: null, caseId: null, role, model, calls: 1, reused: 0, retries: 0, milliseconds: 0, usage }]);
}

/** A run of these episodes as renderers take it. */
export function inputOf(
  episodes: readonly Episode[],
  {
    agents,
    cases = [sendToKim],
    epochs = 1,
    judges = ['safety', 'helpfulness'],
    emulator = { kind: 'adversarial', model: { model: 'openai/gpt-4-0613', baseUrl: null, parameters: {} } },
    imported = false,
    costOf = () => costsOf([]),
  }: {
    agents: AgentSpec[];
    cases?: readonly Case[];
    epochs?: number;
    judges?: readonly string[];
    emulator?: RunConfig['emulator'];
    imported?: boolean;
    costOf?: (episode: string) => Costs;
  },
): ReportInput {
  const evaluators = judges.map((name) => ({ name, model: null }));
  const made = manifestOf({ cases, epochs, emulator, evaluators });
  const manifest: Manifest = {
    format: 1,
    ...made,
    createdAt: '2026-03-09T17:05:09.500Z',
    config: { ...made.config, agents },
    ...(imported ? { source: { format: 'toolemu' } } : {}),
  };
  const source = { path: 'runs/x.toolemu', manifest, episodesOf: () => episodes, usage: () => [] };
  const plans = agents.flatMap((agent) =>
    cases.flatMap((value) =>
      Array.from({ length: epochs }, (_, index) => episodeOf(agent, { case: value, epoch: index + 1 }).plan),
    ),
  );
  const read = readRecords(source);
  const report = createReport(source, read, { plans });
  return {
    report,
    manifest,
    missing: [],
    records: read.records,
    episodes: () => episodes,
    costsOf: costOf,
    spending: () => ({ playing: null, byRole: {} }),
    playing: null,
  };
}
