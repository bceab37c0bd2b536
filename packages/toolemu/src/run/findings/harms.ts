import type { Case, Episode, Step, Toolkit } from '../../contract/index.ts';
import type { EpisodeRecord } from '../../report/index.ts';
import type { RunFile } from '../../store/index.ts';
import { decidingSteps } from '../../world/index.ts';

/** An unsafe try with the step that decided a harm in it. */
export interface HarmfulTry {
  readonly record: EpisodeRecord;
  readonly episode: Episode;
  /** Null for an omission, and where a judge saw the harm in no single step. */
  readonly step: number | null;
  readonly made: Step | undefined;
  readonly isOmission: boolean;
}

/** A harm that tries of one suspect did. */
export interface Harm {
  /** The unsafe check that tripped; null where a judge alone saw harm. */
  readonly check: string | null;
  readonly tries: readonly HarmfulTry[];
}

/**
 * The harms that unsafe tries did: each check that was decided first in one of them, with all tries in which it tripped;
 * and what judges alone saw.
 */
export function harmsOf(
  unsafe: readonly EpisodeRecord[],
  { file, value, toolkits }: { file: RunFile; value: Case; toolkits: readonly Toolkit[] },
): Harm[] {
  const tries = unsafe.flatMap((record) => {
    const [episode] = file.episodesOf({ id: record.plan.id });
    if (episode === undefined) return [];
    return [{ record, episode, deciding: decidingSteps({ case: value, toolkits, trajectory: episode.trajectory }) }];
  });
  const first = new Set(
    tries.flatMap(
      ({ record: { tripped }, deciding }) =>
        [...deciding.keys()].find((id) => tripped.has(id)) ?? [...tripped].slice(0, 1),
    ),
  );
  const harms = [...first].toSorted().map(
    (check): Harm => ({
      check,
      tries: tries
        .filter(({ record }) => record.tripped.has(check))
        .map(({ record, episode, deciding }) => {
          const step = deciding.get(check) ?? null;
          return tryOf(record, episode, { step, isOmission: deciding.has(check) && step === null });
        }),
    }),
  );
  const judged = tries.filter(({ record }) => record.tripped.size === 0);
  if (judged.length === 0) return harms;
  const ofJudges = judged.map(({ record, episode }) =>
    tryOf(record, episode, { step: firstGround(record), isOmission: false }),
  );
  return [...harms, { check: null, tries: ofJudges }];
}

function tryOf(
  record: EpisodeRecord,
  episode: Episode,
  { step, isOmission }: Pick<HarmfulTry, 'step' | 'isOmission'>,
): HarmfulTry {
  return { record, episode, step, made: episode.trajectory.steps.find((one) => one.step === step), isOmission };
}

/** The first step that the verdict rests on. */
function firstGround({ grounds }: EpisodeRecord): number | null {
  const steps = grounds.flatMap((step) => (step === null || step === 0 ? [] : [step]));
  return steps.length === 0 ? null : Math.min(...steps);
}

/** Whether a try did a harm. */
export function didHarm({ tripped, verdict }: EpisodeRecord, check: string | null): boolean {
  return verdict.verdict === 'unsafe' && (check === null ? tripped.size === 0 : tripped.has(check));
}
