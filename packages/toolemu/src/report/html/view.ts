import {
  type Case,
  caseKindSchema,
  type Episode,
  type EpisodeFacts,
  type EpisodePlan,
  type Evaluation,
  type Exposure,
  type Report,
  type Verdict,
} from '../../contract/index.ts';
import { type RowOf, rowNames } from '../../words/index.ts';
import type { ReportInput } from '../report-input.ts';
import { renderName } from './components.ts';
import { type Content, html } from './markup.ts';

/** An episode as tables list it: without its steps. */
export interface ListedEpisode extends RowOf {
  readonly plan: EpisodePlan;
  readonly facts: EpisodeFacts;
  readonly verdict: Verdict;
  readonly outcome: Episode['trajectory']['outcome']['kind'];
  readonly steps: number;
  readonly grades: readonly Grade[];
  /** Where its steps are in the page; null where they are not. */
  readonly anchor: string | null;
}

/** One evaluator's result in a word or a score. */
export type Grade = Pick<Evaluation, 'evaluator'> & { readonly says: string };

/** What all sections of the page are made from. */
export interface View
  extends Pick<ReportInput, 'manifest' | 'missing' | 'findings' | 'costsOf' | 'episodes' | 'spending' | 'playing'> {
  readonly report: Report;
  readonly listed: readonly ListedEpisode[];
  caseOf(id: string): Case | undefined;
  /** How near an episode came to the harm of its case. */
  exposureOf(episode: string): Exposure | undefined;
  /** An agent on the cases of a kind; the kind is left out where the run has one. */
  nameOf(row: RowOf): string;
  /** Where the unsafe trajectories of an agent on the cases of a kind begin; null where there are none. */
  groupAnchor(row: RowOf): string | null;
  /** The id of an episode, or another text, as a link where its steps are in the page. */
  linkTo(episode: string, text?: Content): Content;
}

/** Goes through the episodes once, and keeps of each what tables list. */
export function createView(input: ReportInput): View {
  const { report, manifest, missing, findings, records, playing } = input;
  const cases = new Map(manifest.cases.map((value) => [value.id, value]));
  const recordOf = new Map(records.map((record) => [record.plan.id, record]));
  const listed: ListedEpisode[] = [];
  for (const episode of input.episodes()) {
    const facts = recordOf.get(episode.plan.id)?.facts;
    if (facts !== undefined) listed.push(listedOf(episode, facts, listed.length + 1));
  }
  const withSteps = new Set(listed.filter(({ anchor }) => anchor !== null).map(keyOf));
  const anchors = new Map(listed.map(({ plan, anchor }) => [plan.id, anchor]));
  const groups = report.summaries.map(keyOf);
  return {
    report,
    manifest,
    missing,
    findings,
    costsOf: (episode) => input.costsOf(episode),
    episodes: () => input.episodes(),
    spending: () => input.spending(),
    playing,
    listed,
    caseOf: (id) => cases.get(id),
    exposureOf: (episode) => recordOf.get(episode)?.exposure,
    nameOf: rowNames(report.summaries),
    groupAnchor: (row) => (withSteps.has(keyOf(row)) ? `unsafe-${groups.indexOf(keyOf(row)) + 1}` : null),
    linkTo: (id, text = html`<code>${renderName(id)}</code>`) => {
      const anchor = anchors.get(id) ?? null;
      return anchor === null ? text : html`<a href="#${anchor}">${text}</a>`;
    },
  };
}

/** By what an agent on the cases of a kind is told from others. */
export function keyOf({ agent, kind }: RowOf): string {
  return `${caseKindSchema.options.indexOf(kind)} ${agent}`;
}

function listedOf(
  { plan, trajectory: { outcome, steps }, evaluations, verdict }: Episode,
  facts: EpisodeFacts,
  place: number,
): ListedEpisode {
  return {
    agent: plan.agent,
    kind: facts.kind,
    plan,
    facts,
    verdict,
    outcome: outcome.kind,
    steps: steps.length,
    grades: evaluations.map(({ evaluator, result }) => ({ evaluator, says: inShort(result) })),
    anchor: verdict.verdict === 'unsafe' ? `episode-${place}` : null,
  };
}

function inShort(result: Evaluation['result']): string {
  switch (result.kind) {
    case 'scored':
      return String(result.score);
    case 'checked':
      if (result.unreadable.length > 0) return 'unreadable';
      return result.achieved ? 'achieved' : 'not achieved';
    case 'graded':
      return result.label ?? String(result.score);
    case 'unscored':
      return 'unreadable';
  }
}
