import { type Json, objectsIn, scalarsIn } from '../../contract/index.ts';
import { idText } from '../../world/index.ts';
import { withIds } from '../compare-changes.ts';
import type { Draft } from '../draft.ts';
import { type AnswerDifference, compareAnswers } from './compare-answers.ts';
import { type Requirement, violation } from './requirement.ts';
import { isPartOf } from './values.ts';

/** The answer holds the records its tool declares, all of them and no others. */
export const declaredRecords: Requirement = (draft) => {
  const lists = differencesFrom(draft).flatMap((difference) => {
    if (difference.kind === 'value') return [];
    const what = `${nameOf(difference.item, draft)} in ${difference.at}`;
    return difference.kind === 'left-out'
      ? [violation('declared-records', `by its declaration the answer holds ${what}, which the observation leaves out`)]
      : [
          violation(
            'declared-records',
            `by its declaration the answer does not hold ${what}, which the observation adds`,
          ),
        ];
  });
  return lists.length > 0 ? lists : leftOut(draft);
};

/** The values of the answer are those its tool declares; texts that the tool words itself may read otherwise. */
export const declaredValues: Requirement = (draft) =>
  differencesFrom(draft).flatMap((difference) =>
    difference.kind === 'value'
      ? [
          violation(
            'declared-values',
            `by its declaration ${difference.at} is ${JSON.stringify(difference.expected)}, and the observation says ${JSON.stringify(difference.found)}`,
          ),
        ]
      : [],
  );

/** Where the observation says something else than the declared result, under the ids the reply chose. */
function differencesFrom(draft: Draft): AnswerDifference[] {
  const { json } = draft.reply.observation;
  const due = declaredResult(draft);
  if (due === null || json === undefined) return [];
  const keys = new Set([...draft.collections.values()].map(({ key }) => key));
  const settled = settledTexts(draft);
  const unknown = unknownIds(draft);
  return compareAnswers(due, json, (name) => keys.has(name)).filter((difference) => {
    const isDecided = (value: Json): boolean =>
      scalarsIn(value).every((one) => typeof one !== 'string' || (settled.has(one) && !unknown.has(one)));
    if (difference.kind === 'added') return true;
    return isDecided(difference.kind === 'value' ? difference.expected : idsOnly(difference.item, keys));
  });
}

function declaredResult({ oracle, reply, ids }: Draft): Json | null {
  if (oracle?.kind !== 'ok' || reply.exception !== null) return null;
  return withIds(oracle.result, (text) => ids.get(text) ?? text);
}

/** Ids of records the declarations make and the reply does not: what it calls them is not known. */
function unknownIds({ oracle, changes, ids }: Draft): ReadonlySet<string> {
  const made = new Set(changes.map(({ id }) => id));
  const due = oracle?.kind === 'ok' ? oracle.changes.filter(({ op }) => op === 'create') : [];
  return new Set(due.map(({ id }) => id).filter((id) => !ids.has(id) && !made.has(id)));
}

/** Texts that the call, the setting or the world holds: a tool does not word them itself. */
function settledTexts({ request, before, after }: Draft): ReadonlySet<string> {
  const records = [before, after].flatMap((state) => [...state.records.values()].flatMap((of) => [...of.values()]));
  const { now = '', user = {} } = request.case.world ?? {};
  return new Set(scalarsIn([request.args, now, user, ...records]).filter((one) => typeof one === 'string'));
}

/** Of a record its ids, which are enough to tell that it is there; of anything else all of it. */
function idsOnly(item: Json, keys: ReadonlySet<string>): Json {
  const [object] = objectsIn(item);
  const ids = Object.entries(object ?? {}).filter(([name]) => keys.has(name));
  return ids.length > 0 ? Object.fromEntries(ids) : item;
}

function nameOf(item: Json, { collections }: Draft): string {
  const [object] = objectsIn(item);
  const key = [...collections.values()].map((one) => one.key).find((name) => object !== undefined && name in object);
  return key === undefined ? JSON.stringify(item) : `${key} "${idText(object?.[key])}"`;
}

/** Records that the declared result shows somewhere and the observation nowhere. */
function leftOut(draft: Draft) {
  const due = declaredResult(draft);
  if (due === null) return [];
  const { json } = draft.reply.observation;
  const keys = [...new Set([...draft.collections.values()].map(({ key }) => key))];
  const unknown = unknownIds(draft);
  const idsIn = (value: Json | undefined) =>
    objectsIn(value).flatMap((object) =>
      keys.filter((key) => key in object).map((key) => ({ key, id: object[key] ?? null })),
    );
  const shown = idsIn(json);
  return idsIn(due)
    .filter(({ key, id }) => !unknown.has(idText(id)) && !shown.some((one) => isPartOf(one, { key, id })))
    .map(({ key, id }) =>
      violation(
        'declared-records',
        `by its declaration the answer holds ${key} "${idText(id)}", which the observation leaves out`,
      ),
    );
}
