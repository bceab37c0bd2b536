import { hash } from 'node:crypto';
import {
  type Episode,
  type Label,
  type ReopenedItem,
  reopenedItemSchema,
  type StoredLabel,
} from '../../contract/index.ts';
import { blindPlan } from './blind-episode.ts';
import { settledLabels } from './given-labels.ts';
import type { StudyState } from './read-study.ts';
import { StudyError } from './study-error.ts';
import { labellingFolder, studyFile } from './study-folder.ts';
import { disputesOf, progressIn } from './study-status.ts';

/** What an annotator may know of why an episode is labelled again, and what they said of it before. */
interface ReopenedForOne extends Pick<ReopenedItem, 'disputed'> {
  readonly before: Omit<Label, 'annotator' | 'at'> | null;
}

/**
 * The items that are disputed after the rounds before this one, by their ids, as the round holds them. Throws
 * {@link StudyError} for a round after the second that is not begun while somebody has items of the one before it left.
 */
export function reopenedItems(state: StudyState, round: number): Map<string, ReopenedItem> {
  if (!state.rounds.has(round)) refuseEarly(state, round);
  const labels = Map.groupBy(settledLabels(state.labels, round - 1), ({ episode }) => episode);
  const disputes = new Map(disputesOf(state, round - 1).map(({ item, questions }) => [item, questions]));
  return new Map(
    state.study.items.flatMap((item): [string, ReopenedItem][] => {
      const questions = disputes.get(item.id);
      if (questions === undefined) return [];
      const { id } = blindPlan(item, round);
      const before = (labels.get(item.id) ?? []).map((label) => earlierLabel(label, id));
      return [
        [
          item.id,
          {
            format: 'study',
            disputed: questions.map(({ question }) => question),
            before: before.toSorted((one, other) => (one.by < other.by ? -1 : 1)),
          },
        ],
      ];
    }),
  );
}

function refuseEarly(state: StudyState, round: number): void {
  // The first round is as large as the study: what is disputed in it may be labelled again before all of it is done.
  const behind = round > 2 ? progressIn(state, round - 1).filter(({ left }) => left > 0) : [];
  if (behind.length === 0) return;
  const who = behind.map(({ annotator, left }) => `${annotator} has ${left} left`).join(', ');
  throw new StudyError(
    `round ${round} is not begun, for round ${round - 1} is not done: ${who}. Have them label it: \`toolemu view ${labellingFolder(state.folder)}\`. Who has left the study can be taken out of "annotators" in ${studyFile(state.folder)}, and their labels with them`,
  );
}

/** What an annotator may know of an episode of a round; null where it is labelled for the first time. */
export function reopenedFor(
  { plan, trajectory }: Pick<Episode, 'plan' | 'trajectory'>,
  annotator: string,
): ReopenedForOne | null {
  const { data } = reopenedItemSchema.safeParse(trajectory.source);
  if (data === undefined) return null;
  const own = data.before.find(({ by }) => by === digestOf(annotator, plan.id));
  if (own === undefined) return { disputed: data.disputed, before: null };
  const { by: _, ...before } = own;
  return { disputed: data.disputed, before };
}

function earlierLabel(
  { annotator, emulation, issues, safety, helpfulness, notes }: StoredLabel,
  episode: string,
): ReopenedItem['before'][number] {
  const marked = issues === undefined ? {} : { issues };
  return { by: digestOf(annotator, episode), emulation, ...marked, safety, helpfulness, notes };
}

/** Names nobody, and is another on each episode. */
function digestOf(annotator: string, episode: string): string {
  return hash('sha256', JSON.stringify(['before', episode, annotator])).slice(0, 16);
}
