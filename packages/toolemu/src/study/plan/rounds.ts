import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  type Manifest,
  type Question,
  questionSchema,
  type ReopenedItem,
  reopenedItemSchema,
  type RunConfig,
  type StudyRound,
  studyRoundSchema,
} from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { blindAgent, blindEpisode, blindPlan } from './blind-episode.ts';
import type { PlayedItem } from './played-items.ts';
import { StudyError } from './study-error.ts';
import { roundFile, type OpenStudy } from './study-folder.ts';

/** The configuration of a round's run file: that of a run that was played elsewhere. */
export function roundConfig({ study }: OpenStudy, round: number, items: readonly PlayedItem[]): RunConfig {
  return {
    agents: [{ name: blindAgent(round), kind: 'imported', promptStyle: null, model: null }],
    emulator: { kind: 'imported', model: null },
    evaluators: [],
    epochs: study.emulators.length,
    maxSteps: Math.max(1, ...items.map(({ trajectory }) => trajectory.steps.length)),
    seed: study.seed,
  };
}

/**
 * Puts items into a round, for annotators to label: its file is made where it is not there, and what it holds stays, but for
 * what is disputed. Gives how many were added. Throws {@link StudyError} where the file is another study's.
 */
export function fillRound(
  open: OpenStudy,
  {
    round,
    items,
    manifest,
    reopened = new Map(),
  }: {
    round: number;
    items: readonly PlayedItem[];
    manifest: Omit<Manifest, 'format'>;
    /** Why items are labelled again, by their ids. */
    reopened?: ReadonlyMap<string, ReopenedItem>;
  },
): number {
  const path = roundFile(open.folder, round);
  const source = sourceOf(open, round);
  using file = existsSync(path) ? RunFile.resume(path) : RunFile.create(path, { ...manifest, source });
  refuseOther(file, source);
  const known = new Map(file.stored().map(({ plan, source: reason }) => [plan.id, reason]));
  const episodes = items.map((one) => blindEpisode(one, round, reopened.get(one.item.id)));
  const added = episodes.filter(({ plan }) => !known.has(plan.id));
  for (const episode of added) file.addEpisode(episode);
  for (const { plan, trajectory } of episodes) {
    if (known.has(plan.id) && !isDeepStrictEqual(known.get(plan.id), trajectory.source))
      file.endTrajectory(plan.id, trajectory.outcome, trajectory.source);
  }
  return added.length;
}

/** The items of a round that was begun, by their ids, and the questions that are asked of each: in a later round, the disputed. */
export function itemsIn({ folder, study }: OpenStudy, round: number): Map<string, readonly Question[]> {
  using file = RunFile.read(roundFile(folder, round));
  const asked = new Map(file.stored().map(({ plan, source }) => [plan.id, questionsIn(source)]));
  return new Map(
    study.items.flatMap((item) => {
      const questions = asked.get(blindPlan(item, round).id);
      return questions === undefined ? [] : [[item.id, questions] as const];
    }),
  );
}

function questionsIn(reason: unknown): readonly Question[] {
  return reopenedItemSchema.safeParse(reason).data?.disputed ?? questionSchema.options;
}

/** The round of a study that a run file is, by its manifest; null where it is none. */
export function roundOf({ source }: Pick<Manifest, 'source'>): StudyRound | null {
  return studyRoundSchema.safeParse(source).data ?? null;
}

function sourceOf({ study }: OpenStudy, round: number): StudyRound {
  const order = study.items.map((item) => blindPlan(item, round).id);
  return { format: 'study', studyCreatedAt: study.createdAt, round, order };
}

function refuseOther({ path, manifest }: RunFile, { studyCreatedAt, round }: StudyRound): void {
  const found = roundOf(manifest);
  if (found?.studyCreatedAt !== studyCreatedAt || found.round !== round)
    throw new StudyError(
      `${path} is not round ${round} of this study: put the right file there, or move this one away`,
    );
}
