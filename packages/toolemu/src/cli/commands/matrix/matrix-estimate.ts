import { isDeepStrictEqual } from 'node:util';
import { oneLine, renderTextTable } from '../../../report/index.ts';
import { type Estimate, estimateRun, totalOf } from '../../../run/index.ts';
import { costText, grouped, renderEstimate } from '../../play/estimate.ts';
import { colours, print, printJson } from '../../terminal/output.ts';
import { describeValues } from './matrix-combinations.ts';
import type { MatrixRun } from './matrix-state.ts';

/** What the open episodes of a run may cost. */
export interface EstimatedRun {
  readonly run: MatrixRun;
  readonly estimate: Estimate;
}

/** What a matrix may cost. */
export interface MatrixEstimate {
  readonly runs: readonly EstimatedRun[];
  readonly whole: Estimate;
}

/**
 * What the open episodes of a matrix may cost. Left out is what a run takes from another one: where agents, emulator,
 * cases and all else are the same, only judges that are new are asked.
 */
export async function estimateMatrix(runs: readonly MatrixRun[]): Promise<MatrixEstimate> {
  const estimated: EstimatedRun[] = [];
  for (const [index, run] of runs.entries()) {
    if (run.open.length === 0) continue;
    const { config, cases, toolkits, open, families } = run;
    const estimate = await estimateRun({ config, cases, toolkits, plans: open, families });
    const sources = runs
      .filter((other, at) => at < index || other.state === 'done')
      .filter((other) => sameEpisodes(other, run));
    estimated.push({ run, estimate: withoutAnswered(estimate, run, sources) });
  }
  return { runs: estimated, whole: sumOf(estimated) };
}

/** Whether two runs play the same episodes, whoever judges them. */
function sameEpisodes(one: MatrixRun, other: MatrixRun): boolean {
  const [head, otherHead] = [one, other].map(({ config: { evaluators: _judges, ...config }, head: { hashes } }) => ({
    config,
    cases: hashes.cases,
    toolkits: hashes.toolkits,
  }));
  return isDeepStrictEqual(head, otherHead);
}

function withoutAnswered(estimate: Estimate, { config }: MatrixRun, sources: readonly MatrixRun[]): Estimate {
  if (sources.length === 0) return estimate;
  const isNew = (evaluator: MatrixRun['config']['evaluators'][number]): boolean =>
    !sources.some((source) => source.config.evaluators.some((one) => isDeepStrictEqual(one, evaluator)));
  const asked = new Set(config.evaluators.filter(isNew).map(({ name }) => `evaluator ${name}`));
  return withRoles(
    estimate,
    estimate.roles.filter(({ role }) => asked.has(role)),
  );
}

function withRoles(estimate: Estimate, roles: Estimate['roles']): Estimate {
  const unpriced = roles.filter(({ expected }) => expected.usd === null).map(({ model }) => model);
  const limits = estimate.limits.filter(({ role, model }) =>
    roles.some((one) => one.role === role && one.model === model),
  );
  return { ...estimate, roles, total: totalOf(roles), unpriced: [...new Set(unpriced)], limits };
}

function sumOf(runs: readonly EstimatedRun[]): Estimate {
  const estimates = runs.map(({ estimate }) => estimate);
  const groups = Map.groupBy(
    estimates.flatMap(({ roles }) => roles),
    ({ role, model }) => JSON.stringify([role, model]),
  );
  const roles = [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ ...first, ...totalOf([first, ...rest]) }],
  );
  const [first] = estimates;
  const empty: Estimate = {
    episodes: 0,
    cases: 0,
    countedCases: 0,
    roles: [],
    total: totalOf([]),
    unpriced: [],
    pricesAsOf: '',
    limits: [],
    unknownWindows: [],
  };
  const limits = new Map(estimates.flatMap((one) => one.limits).map((one) => [JSON.stringify(one), one]));
  const most = (of: (estimate: Estimate) => number): number => Math.max(0, ...estimates.map(of));
  return {
    ...withRoles({ ...(first ?? empty), limits: [...limits.values()] }, roles),
    unknownWindows: [...new Set(estimates.flatMap((one) => one.unknownWindows))],
    episodes: estimates.reduce((sum, { episodes }) => sum + episodes, 0),
    cases: most(({ cases }) => cases),
    countedCases: most(({ countedCases }) => countedCases),
  };
}

/** Prints what a matrix may cost, as its result: a row for each run, then the roles of all. */
export function printMatrixEstimate({ runs, whole }: MatrixEstimate, json: boolean): void {
  if (json) {
    const told = runs.map(({ run, estimate }) => ({ run: run.path, values: run.values, state: run.state, estimate }));
    printJson({ runs: told, whole });
    return;
  }
  if (runs.length > 1) print(runsTable(runs));
  print(renderEstimate(whole));
}

function runsTable(runs: readonly EstimatedRun[]): string {
  return renderTextTable({
    head: ['run', 'episodes', 'calls', 'cost', 'between'].map((text) => colours.bold(text)),
    rows: runs.map(({ run, estimate }) => {
      const { expected, low, high } = estimate.total;
      return [
        oneLine(describeValues(run.values)),
        grouped(run.open.length),
        grouped(expected.calls),
        costText(expected.usd),
        low.usd === null || high.usd === null ? '-' : `${costText(low.usd)} and ${costText(high.usd)}`,
      ];
    }),
  });
}
