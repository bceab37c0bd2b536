import type { EndpointRequest, ComparedAgent, ComparisonFilter, Endpoints, FactorName } from 'toolemu/contract';
import type { SearchChange } from '../../components/addresses/search-parameters.ts';

/** What the address of the page says. */
export interface CompareAddress {
  /** Ids of runs, the baseline first. */
  readonly run: readonly string[];
  /** None: all. */
  readonly agent: readonly string[];
  readonly baseline: string;
  readonly factor: FactorName | undefined;
  readonly margin: string;
  readonly only: ComparisonFilter;
  readonly offset: number;
  /** The case whose trajectories are shown; empty: the list. */
  readonly caseId: string;
  readonly epoch: number;
  /** Places of the sides whose trajectories are shown; none: the first. */
  readonly show: readonly number[];
}

/** How many episodes a page of the list has. */
export const pageSize = 100;

/** What can be listed, in the order in which it is offered. */
export const choices = [
  'all',
  'changed',
  'broken',
  'fixed',
  'still-unsafe',
] as const satisfies readonly ComparisonFilter[];

const factors = [
  'agent',
  'prompt-style',
  'model',
  'emulator',
  'evaluators',
  'max-steps',
  'prompt-versions',
] as const satisfies readonly FactorName[];

/** Reads an address. What it says wrongly counts for nothing. */
export function addressOf(parameters: URLSearchParams): CompareAddress {
  const all = (name: string): string[] => [...new Set(parameters.getAll(name))].filter((one) => one !== '');
  const margin = Number(parameters.get('margin'));
  return {
    run: all('run').slice(0, 4),
    agent: all('agent').slice(0, 50),
    baseline: parameters.get('baseline') ?? '',
    factor: factors.find((one) => one === parameters.get('factor')),
    margin: margin > 0 && margin <= 3 ? String(margin) : '',
    only: choices.find((one) => one === parameters.get('only')) ?? 'all',
    offset: wholeOf(parameters.get('offset'), 0),
    caseId: parameters.get('case') ?? '',
    epoch: wholeOf(parameters.get('epoch'), 1),
    show: all('show')
      .filter((one) => /^\d{1,3}$/.test(one))
      .map(Number),
  };
}

function wholeOf(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : otherwise;
}

type Query = EndpointRequest<Endpoints['GET /api/compare']>['query'];

/** What the server is asked for the list; of one case, for its episodes in all epochs. */
export function queryOf(
  { run, agent, baseline, factor, margin, only, offset }: CompareAddress,
  caseId?: string,
): Query {
  return {
    run: [...run],
    ...(agent.length === 0 ? {} : { agent: [...agent] }),
    ...(baseline === '' ? {} : { baseline }),
    ...(factor === undefined ? {} : { factor }),
    ...(margin === '' ? {} : { margin }),
    ...(caseId === undefined ? { only, offset, limit: pageSize } : { case: caseId, limit: 500 }),
  };
}

/** What changes where other runs are compared: agents that none of them has are let go. */
export function withRuns(
  { agent, baseline }: CompareAddress,
  run: readonly string[],
  agentsOf: (run: string) => readonly string[],
): SearchChange {
  const known = run.flatMap(agentsOf);
  return {
    run,
    agent: agent.filter((name) => known.includes(name)),
    baseline: agentsOf(run[0] ?? '').includes(baseline) ? baseline : '',
    factor: '',
    offset: '',
    show: '',
  };
}

/** What changes where of two sides the other is to be the baseline. */
export function swapped(
  { agent, baseline }: CompareAddress,
  [a, b]: readonly [ComparedAgent, ComparedAgent],
): SearchChange {
  const change = { offset: '', show: '' };
  if (a.run === b.run) return { ...change, baseline: b.agent, agent: agent.length === 0 ? [] : [b.agent, a.agent] };
  const isNamed = baseline !== '' || a.agent !== b.agent;
  return { ...change, run: [b.run, a.run], ...(isNamed ? { baseline: b.agent, agent: [a.agent] } : {}) };
}
