import type { DraftItem } from 'toolemu/contract';
import { hasWords } from '../../components/text/word-search.ts';

type Place = Pick<DraftItem, 'kind' | 'id'>;

const states: readonly DraftItem['state'][] = ['ready', 'planned', 'dropped', 'rejected', 'accepted'];

/** Drafts that all criteria hold for, by the names of the search parameters; those first that wait for people. */
export function filterDrafts(
  drafts: readonly DraftItem[],
  { state = '', kind = '', text = '' }: Readonly<Record<string, string>>,
): DraftItem[] {
  return drafts
    .filter(
      (draft) =>
        (state === '' || draft.state === state) &&
        (kind === '' || draft.kind === kind) &&
        hasWords([draft.id, draft.name, draft.about, ...draft.toolkits], text),
    )
    .toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state));
}

/** Where a draft stands among those that wait for people: the ones before and after it, round the end. */
export function readyAround(
  drafts: readonly DraftItem[],
  here: Place,
): {
  readonly previous: Place | null;
  readonly next: Place | null;
  readonly place: number | null;
  readonly count: number;
} {
  const at = drafts.findIndex((draft) => isSame(draft, here));
  const others = [...drafts.slice(at + 1), ...drafts.slice(0, Math.max(at, 0))].filter(
    ({ state }) => state === 'ready',
  );
  const ready = drafts.filter(({ state }) => state === 'ready');
  const place = ready.findIndex((draft) => isSame(draft, here));
  return {
    previous: others.at(-1) ?? null,
    next: others[0] ?? null,
    place: place === -1 ? null : place,
    count: ready.length,
  };
}

function isSame(one: Place, other: Place): boolean {
  return one.kind === other.kind && one.id === other.id;
}
