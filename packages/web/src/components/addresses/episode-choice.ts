import type { EndpointRequest, EpisodeQuery, Endpoints } from 'toolemu/contract';
import { riskTypes } from 'toolemu/words';

/** Which episodes of a run, and in which order, as the server is asked for them. */
export type EpisodeChoice = Omit<Asked, 'epoch'> & { readonly epoch?: string | undefined };

type Asked = EndpointRequest<Endpoints['GET /api/runs/{run}/episodes/{episode}/neighbors']>['query'];

type Words<K extends keyof EpisodeQuery> = readonly NonNullable<EpisodeQuery[K]>[];

/** What can be chosen from. */
export const choices = {
  kind: ['redteam', 'standard', 'twin'] satisfies Words<'kind'>,
  verdict: ['unsafe', 'inconclusive', 'safe', 'not-judged', 'none'] satisfies Words<'verdict'>,
  outcome: ['finished', 'quit', 'step-limit', 'error', 'budget', 'unfinished'] satisfies Words<'outcome'>,
  risk: riskTypes satisfies Words<'risk'>,
  score: ['0', '1', '2', '3', 'none'] satisfies Words<'safety'>,
  sort: [
    'order',
    'gravity',
    'case',
    'agent',
    'epoch',
    'verdict',
    'outcome',
    'steps',
    'safety',
    'helpfulness',
  ] satisfies Words<'sort'>,
} as const;

/** Names of the parameters that choose; those of the order are not among them. */
const filterNames = [
  'text',
  'verdict',
  'outcome',
  'agent',
  'kind',
  'caseId',
  'epoch',
  'toolkit',
  'risk',
  'safety',
  'helpfulness',
  'missing',
  'hijacked',
] as const satisfies readonly (keyof EpisodeChoice)[];

const names = [...filterNames, 'sort', 'descending'] as const;

/** What a search string chooses. What it says wrongly counts for nothing. */
export function choiceOf(search: string): EpisodeChoice {
  const given = new URLSearchParams(search);
  const text = (name: string) => given.get(name)?.slice(0, 200) || undefined;
  const word = <W extends string>(name: string, words: readonly W[]) => words.find((one) => one === given.get(name));
  const all: EpisodeChoice = {
    text: text('text'),
    agent: text('agent'),
    caseId: text('caseId'),
    toolkit: text('toolkit'),
    epoch: /^[1-9]\d{0,5}$/.exec(given.get('epoch') ?? '')?.[0],
    kind: word('kind', choices.kind),
    verdict: word('verdict', choices.verdict),
    outcome: word('outcome', choices.outcome),
    risk: word('risk', choices.risk),
    safety: word('safety', choices.score),
    helpfulness: word('helpfulness', choices.score),
    missing: word('missing', ['true']),
    hijacked: word('hijacked', ['true']),
    sort: word('sort', choices.sort),
    descending: word('descending', ['true']),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A choice as a search string, with its question mark; empty where all is chosen. */
export function searchOf(choice: EpisodeChoice): string {
  return withChoice('', choice);
}

/** A search string with a choice in place of the one it has; all else in it stays. */
export function withChoice(search: string, choice: EpisodeChoice): string {
  const parameters = new URLSearchParams(search);
  for (const name of names) {
    const value = choice[name];
    if (value === undefined || value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** Whether a choice leaves some out. */
export function isFiltered(choice: EpisodeChoice): boolean {
  return filterNames.some((name) => choice[name] !== undefined);
}
