import { loadSplits } from '../benchmark/index.ts';
import type { Episode, EpisodePlan, Report, SharedWorlds } from '../contract/index.ts';
import { type EpisodeFilter, plansOf, type RunFile } from '../store/index.ts';
import { compareDoses } from './compare/index.ts';
import { createReport, readRecords } from './create-report.ts';
import { costsOf } from './figures/cost.ts';
import { missingVerdicts } from './figures/missing.ts';
import { spendingOf } from './figures/spent.ts';
import type { ReportInput } from './report-input.ts';

/** The figures of a run file. */
export async function reportOf(file: RunFile): Promise<Report> {
  const { report } = await reportInputOf(file);
  return report;
}

/** A run file as the renderers of reports take it. `program` is how this program is called, for commands that may be copied. */
export async function reportInputOf(
  file: RunFile,
  { program = 'toolemu', worlds = null }: { program?: string; worlds?: readonly SharedWorlds[] | null } = {},
): Promise<ReportInput> {
  const { manifest } = file;
  const plans = plannedFor(file);
  const splitsOf = await builtinSplits();
  const read = readRecords(file, splitsOf);
  return {
    report: {
      ...createReport(file, read, { plans, splitsOf, worlds }),
      doses: compareDoses({ path: file.path, manifest, ...read }),
    },
    manifest,
    missing: missingVerdicts(read.records, {
      plans,
      program,
      run: file.path,
      manifest,
      metBudget: read.metBudget,
    }),
    records: read.records,
    episodes: () => finishedOf(file),
    costsOf: (episode) => costsOf(file.usage({ episode })),
    spending: () => spendingOf(file),
    playing: manifest.source === undefined ? file.playing() : null,
  };
}

/** What met the end of the budget is gone on with: it is not finished. */
export function* finishedOf(file: RunFile, filter: EpisodeFilter = {}): Generator<Episode> {
  for (const episode of file.episodesOf(filter)) if (episode.trajectory.outcome.kind !== 'budget') yield episode;
}

/** What a run is to play; what was imported is all there is. */
function plannedFor(file: RunFile): EpisodePlan[] {
  return file.manifest.source === undefined ? plansOf(file.manifest) : [...file.rows()].map(({ plan }) => plan);
}

/** The splits of the built-in benchmark that hold a case. */
async function builtinSplits(): Promise<(caseId: string) => string[]> {
  const { smoke, dev, test } = await loadSplits();
  const splits = Object.entries({ smoke, dev, test }).map(([name, ids]) => ({ name, ids: new Set(ids) }));
  return (caseId) => splits.filter(({ ids }) => ids.has(caseId)).map(({ name }) => name);
}
