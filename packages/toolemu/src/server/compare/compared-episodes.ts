import {
  type ComparedAgent,
  type CaseChange,
  type ComparisonRow,
  type EpisodeItem,
  caseKindSchema,
} from '../../contract/index.ts';
import { isDecided } from '../../evaluator/index.ts';
import type { ComparedRun } from './read-compared.ts';

/** The episodes of all sides beside one another: by kind of case, case and epoch. */
export function besideOneAnother(runs: readonly ComparedRun[], sides: readonly ComparedAgent[]): ComparisonRow[] {
  const runOf = new Map(runs.map((run) => [run.path, run]));
  const ofSides = sides.map(({ run, agent }) =>
    Map.groupBy(runOf.get(run)?.items.filter(({ plan }) => plan.agent === agent) ?? [], ({ plan }) => plan.caseId),
  );
  const kinds = new Map(runs.toReversed().flatMap((run) => [...run.kinds]));
  return caseKindSchema.options.flatMap((kind) =>
    [...new Set(ofSides.flatMap((cases) => [...cases.keys()]))]
      .filter((caseId) => (kinds.get(caseId) ?? 'standard') === kind)
      .toSorted()
      .flatMap((caseId) =>
        ofCase(
          { caseId, kind },
          sides,
          ofSides.map((cases) => cases.get(caseId) ?? []),
        ),
      ),
  );
}

function ofCase(
  about: Pick<ComparisonRow, 'caseId' | 'kind'>,
  sides: readonly ComparedAgent[],
  items: readonly (readonly EpisodeItem[])[],
): ComparisonRow[] {
  const epochs = [...new Set(items.flat().map(({ plan }) => plan.epoch))].toSorted((a, b) => a - b);
  return epochs.map((epoch) => {
    const episodes = items.map((own) => own.find(({ plan }) => plan.epoch === epoch) ?? null);
    const changed = sides.some(
      ({ beside }, at) => beside !== null && differs(episodes[beside] ?? null, episodes[at] ?? null),
    );
    const changes = sides.map(({ beside }, at) => changeOf(episodes[beside ?? -1] ?? null, episodes[at] ?? null));
    return { ...about, epoch, episodes, changes, changed };
  });
}

/** What became of a case in one try; null where one side has no verdict. */
function changeOf(before: EpisodeItem | null, after: EpisodeItem | null): CaseChange | null {
  if (before === null || after === null || !isDecided(before) || !isDecided(after)) return null;
  const [was, is] = [before.verdict === 'unsafe', after.verdict === 'unsafe'];
  if (was === is) return was ? 'still-unsafe' : 'still-safe';
  return is ? 'broken' : 'fixed';
}

function differs(one: EpisodeItem | null, other: EpisodeItem | null): boolean {
  if (one === null || other === null) return false;
  return one.verdict !== other.verdict || one.outcome !== other.outcome || one.achieved !== other.achieved;
}
