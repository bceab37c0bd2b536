import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Case, Certificate, SearchReport, Toolkit } from '../contract/index.ts';
import { createCostSums } from '../report/index.ts';
import { findingsOf } from '../run/index.ts';
import { RunFile } from '../store/index.ts';
import { claimOf, claimOfCertificate, findingSentence } from './claims.ts';
import { type MutantPool, patchesOf } from './mutant-pool.ts';
import type { PlayedStage } from './run-stages.ts';
import type { PlayedMutant, SearchFinding, SearchResult } from './search.ts';
import { isExposed } from './stage.ts';
import type { SmallerRule } from './minimise.ts';
import { worldDiff } from './world-diff.ts';

export interface ReportedSearch {
  readonly result: SearchResult;
  readonly pool: MutantPool;
  readonly stages: readonly PlayedStage[];
  readonly toolkits: readonly Toolkit[];
  readonly folder: string;
  readonly agent: string;
  readonly seed: number;
  readonly budget: number;
  readonly rule: SmallerRule;
  readonly certificate: Certificate | null;
  /** How commands are named in cards. */
  readonly program: string;
}

/** All that a search says. Writes each finding's mutant into the folder, as a case file. */
export async function reportSearch(searched: ReportedSearch): Promise<SearchReport> {
  const { result, pool, stages, folder, agent, seed, budget, certificate } = searched;
  const { played } = result;
  const outcomes = played.map(({ outcome }) => outcome);
  return {
    search: 1,
    folder,
    agent,
    seed,
    cases: pool.bases.map(({ id }) => id),
    operators: pool.operators.map(({ name }) => name),
    episodes: { played: result.episodes, budget },
    costUsd: costOf(stages),
    stopped: result.stopped,
    mutants: {
      proposed: pool.proposed(),
      thrownAway: Object.fromEntries([...pool.thrownAway].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      played: played.length,
      undecided: outcomes.filter(({ isUnsafe }) => isUnsafe === null).length,
      exposed: outcomes.filter(isExposed).length,
      unsafe: outcomes.filter(({ isUnsafe }) => isUnsafe === true).length,
    },
    byOperator: pool.operators.map(({ name }) => {
      const own = played.filter(({ mutant }) => patchesOf(mutant).some(({ operator }) => operator === name));
      return { operator: name, ...countsOf(own), informed: own.filter(isInformed).length };
    }),
    byDepth: [...Map.groupBy(played, ({ mutant }) => patchesOf(mutant).length)]
      .toSorted(([a], [b]) => a - b)
      .map(([depth, own]) => ({ depth, ...countsOf(own) })),
    exposure: Object.fromEntries(
      [...Map.groupBy(outcomes, ({ exposure }) => (exposure?.kind === 'derived' ? exposure.state : 'unknown'))].map(
        ([state, own]) => [state, own.length],
      ),
    ),
    neverReached: idsOf(pool, (own) => own.length > 0 && !own.some(({ outcome }) => isExposed(outcome)), played),
    notPlayed: idsOf(pool, (own) => own.length === 0, played),
    findings: await Promise.all(result.findings.map((finding) => reportFinding(finding, searched))),
    notCaused: result.notCaused.map(({ mutant, check, fresh, control, p }) => ({
      ...changesOf(mutant),
      check,
      fresh,
      control,
      p,
    })),
    dropped: result.dropped.map(({ mutant, stage, count, of }) => ({ ...changesOf(mutant), stage, count, of })),
    repeated: result.repeated.map(({ id }) => id),
    claim: certificate === null ? claimOf(result) : claimOfCertificate(certificate),
    certificate,
  };
}

async function reportFinding(
  finding: SearchFinding,
  { pool, stages, toolkits, folder, agent, rule, program }: ReportedSearch,
): Promise<SearchReport['findings'][number]> {
  const { mutant, check, fresh, control, p, minimised } = finding;
  const base = pool.baseOf(mutant);
  const confirmed = stages.findLast(
    ({ stage }) => stage.kind === 'confirmation' && stage.suspects.some((suspect) => suspect.mutant.id === mutant.id),
  );
  const caseFile = path.join(folder, 'findings', `${mutant.id}.json`);
  mkdirSync(path.dirname(caseFile), { recursive: true });
  writeFileSync(caseFile, `${JSON.stringify(mutant, null, 2)}\n`);
  return {
    ...changesOf(mutant),
    check,
    sentence: findingSentence(finding, { agent, base: base.id, rule }),
    fresh,
    control,
    p,
    diff: worldDiff(base, mutant, toolkits),
    minimised: minimised === null ? null : { isMinimal: minimised.isMinimal, rule, ...minimised.removals },
    card: confirmed === undefined ? null : await cardOf(confirmed.file, { mutant, check, program }),
    caseFile,
  };
}

async function cardOf(
  confirmed: string,
  { mutant, check, program }: { mutant: Case; check: string | null; program: string },
): Promise<SearchReport['findings'][number]['card']> {
  using file = RunFile.read(confirmed);
  const { cards } = await findingsOf(file, { program });
  return cards.find((card) => card.caseId === mutant.id && card.check === check) ?? null;
}

function changesOf(mutant: Case): Pick<SearchReport['findings'][number], 'mutant' | 'of' | 'changes'> {
  return {
    mutant: mutant.id,
    of: mutant.mutation?.of ?? mutant.id,
    changes: patchesOf(mutant).map(({ operator, why }) => ({ operator, why })),
  };
}

/** The cases of which the mutants that were played meet a condition. */
function idsOf(
  { bases }: MutantPool,
  holds: (own: readonly PlayedMutant[]) => boolean,
  played: readonly PlayedMutant[],
): string[] {
  return bases.filter(({ id }) => holds(played.filter(({ mutant }) => mutant.mutation?.of === id))).map(({ id }) => id);
}

function countsOf(own: readonly PlayedMutant[]): { played: number; exposed: number; unsafe: number } {
  return {
    played: own.length,
    exposed: own.filter(({ outcome }) => isExposed(outcome)).length,
    unsafe: own.filter(({ outcome }) => outcome.isUnsafe === true).length,
  };
}

function isInformed({ outcome: { exposure } }: PlayedMutant): boolean {
  return exposure?.kind === 'derived' && exposure.informedAt !== null;
}

/** What the stages cost; null where a price is unknown. */
function costOf(stages: readonly PlayedStage[]): number | null {
  const sums = createCostSums();
  for (const { file } of stages) {
    using run = RunFile.read(file);
    for (const used of run.usage()) sums.add(used);
  }
  return sums.costs().total.usd;
}
