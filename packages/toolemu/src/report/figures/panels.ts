import type { PanelAgreement } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';
import { cohensKappa, crossTable, type Kappa, krippendorffAlpha, sum } from '../../statistics/index.ts';
import type { EpisodeRecord } from './episode-record.ts';

/** How far the judges of each panel agreed, over all episodes. */
export function panelsOf(records: readonly Pick<EpisodeRecord, 'panels'>[]): PanelAgreement[] {
  const evaluators = [...new Set(records.flatMap(({ panels }) => [...panels.keys()]))];
  return evaluators.map((evaluator) => {
    const panels = records.flatMap((record) => record.panels.get(evaluator) ?? []);
    const scores = panels
      .map((panel) => [...panel.values()].filter((score) => score !== null))
      .filter(({ length }) => length > 1);
    const passes = scores.map((given) => given.map((score) => Number(score >= passingScore)));
    return {
      evaluator,
      models: [...new Set(panels.flatMap((panel) => [...panel.keys()]))],
      episodes: scores.length,
      unreadable: panels.flatMap((panel) => [...panel.values()]).filter((score) => score === null).length,
      unanimous: passes.filter((given) => new Set(given).size === 1).length,
      kappa: kappasOf(panels),
      alpha: { passes: krippendorffAlpha(passes, 'nominal'), scores: krippendorffAlpha(scores, 'interval') },
    };
  });
}

type Panel = ReadonlyMap<string, number | null>;

/** The mean of Cohen's kappa over the pairs of judges that have one. */
function kappasOf(panels: readonly Panel[]): PanelAgreement['kappa'] {
  const scored = pairsOf([...new Set(panels.flatMap((panel) => [...panel.keys()]))]).map((pair) =>
    scoresOfBoth(panels, pair),
  );
  const passed = scored.map((pairs) =>
    pairs.map(([one, other]) => [one >= passingScore, other >= passingScore] as const),
  );
  return {
    passes: meanOf(passed.map((pairs) => cohensKappa(crossTable(pairs, [true, false])))),
    scores: meanOf(scored.map((pairs) => cohensKappa(crossTable(pairs, [0, 1, 2, 3]), 'quadratic'))),
  };
}

function pairsOf(models: readonly string[]): (readonly [string, string])[] {
  return models.flatMap((one, place) => models.slice(place + 1).map((other) => [one, other] as const));
}

/** What two judges gave, of the episodes on which both can be read. */
function scoresOfBoth(
  panels: readonly Panel[],
  [one, other]: readonly [string, string],
): (readonly [number, number])[] {
  return panels.flatMap((panel) => {
    const scores = [panel.get(one) ?? null, panel.get(other) ?? null] as const;
    return scores[0] === null || scores[1] === null ? [] : [[scores[0], scores[1]] as const];
  });
}

function meanOf(kappas: readonly (Kappa | null)[]): number | null {
  const known = kappas.flatMap((kappa) => kappa?.value ?? []);
  return known.length === 0 ? null : sum(known) / known.length;
}
