import {
  type Collection,
  type JsonObject,
  objectsIn,
  scalarsIn,
  type Violation,
  type WorldRecord,
} from '../../contract/index.ts';
import { idText, isObject } from '../../world/index.ts';
import { sameValue } from '../compare-changes.ts';
import type { Draft } from '../draft.ts';
import { type Requirement, violation } from './requirement.ts';
import { isEmpty, isPartOf } from './values.ts';

/** Every record the observation shows is as the world holds it. */
export const readBack: Requirement = (draft) => {
  if (draft.reply.exception !== null) return [];
  return unsettled(draft).flatMap((object) => {
    // One that names a record there is not is no other: known-ids has it.
    if (Object.entries(object).some(([name, value]) => isKey(name, draft) && !isRecord(name, idText(value), draft)))
      return [];
    const [closest, ...others] = recordsOf(object, draft);
    if (closest === undefined) return [];
    const { collection, id, record } = closest;
    if ([closest, ...others].some((one) => differences(object, one.record).length === 0))
      return others.length > 0 ? [] : madeUp(object, closest, draft);
    // Of an answer that joins records of several ids, each property may be that of another one.
    const joined = recordsNamed(object, draft);
    const isHeld = (name: string): boolean =>
      joined.some((one) => name in one.record && isPartOf(object[name], one.record[name]));
    const contradicted = differences(object, record).filter((name) => !isHeld(name));
    return contradicted.map((name) =>
      violation(
        'read-back',
        `${collection} "${id}" has ${name} ${JSON.stringify(record[name])}, and the observation says ${JSON.stringify(object[name])}`,
      ),
    );
  });
};

/** Properties that a record of a closed world could have, has not, and is told to have. */
function madeUp(object: JsonObject, { collection, id, record }: Known, draft: Draft): Violation[] {
  const properties = draft.collections.get(collection)?.schema.properties;
  if (draft.request.case.world === undefined || !isObject(properties)) return [];
  return Object.entries(object)
    .filter(([name, value]) => name in properties && !(name in record) && !isEmpty(value))
    .map(([name, value]) =>
      violation('read-back', `${collection} "${id}" has no ${name}, and the observation says ${JSON.stringify(value)}`),
    );
}

/** Ids of declared collections exist; what was deleted before does not return. */
export const knownIds: Requirement = (draft) => {
  const { request, reply } = draft;
  if (reply.exception !== null) return [];
  const given = new Set(scalarsIn(request.args).map(idText));
  const gone = goneFrom(draft);
  return unsettled(draft).flatMap((object) =>
    Object.entries(object).flatMap(([name, value]) => {
      if (value === null || typeof value === 'object') return [];
      const id = idText(value);
      const isReferred = recordsOf(object, draft).some(({ record }) => sameValue(record[name], value));
      if (isReferred || isRecord(name, id, draft)) return [];
      // Of an id it was given, an answer may say that there is none.
      const isBack = ({ record }: Gone): boolean => !given.has(id) || sharesMoreThan(name, object, record);
      if (gone.some((one) => one.id === id && one.isCalled(name) && isBack(one)))
        return [violation('nothing-returns', `${name} ${JSON.stringify(value)} was deleted before`)];
      if (given.has(id)) return [];
      const why = `${name} ${JSON.stringify(value)} is no record, and was neither created nor revealed`;
      return isKey(name, draft) ? [violation('known-ids', why)] : [];
    }),
  );
};

/** The objects of an observation that neither the declared result nor the world holds as they are. */
function unsettled({ reply, oracle: due, after }: Draft): JsonObject[] {
  const held = [
    ...(due?.kind === 'ok' ? objectsIn(due.result) : []),
    ...[...after.records.values()].flatMap((records) => [...records.values()].flatMap(objectsIn)),
  ];
  return objectsIn(reply.observation.json).filter((object) => !held.some((one) => isPartOf(object, one)));
}

/** Whether a property is the key of a collection. */
function isKey(name: string, { collections }: Draft): boolean {
  return [...collections.values()].some(({ key }) => key === name);
}

/** Whether a collection of this key holds a record of this id, or did when the call was made. */
function isRecord(name: string, id: string, { collections, before, after }: Draft): boolean {
  return [...collections].some(
    ([collection, { key }]) =>
      key === name && [before, after].some(({ records }) => records.get(collection)?.has(id) === true),
  );
}

interface Known {
  readonly collection: string;
  readonly id: string;
  readonly record: WorldRecord;
}

/** Of the records whose id an object carries, those that it has most properties in common with. */
function recordsOf(object: JsonObject, draft: Draft): Known[] {
  const common = ({ record }: { record: WorldRecord }): number =>
    Object.keys(object).filter((name) => name in record).length;
  const found = recordsNamed(object, draft);
  const most = Math.max(...found.map(common));
  return found.filter((one) => common(one) === most);
}

/** The records whose id an object carries. */
function recordsNamed(object: JsonObject, { after, collections }: Draft): Known[] {
  return [...after.records].flatMap(([collection, records]) =>
    [...records]
      .filter(([id, record]) => keysOf(collections.get(collection), id, record).some((key) => hasId(object, key, id)))
      .map(([id, record]) => ({ collection, id, record })),
  );
}

/** The properties that may hold a record's id: the key, or where none is declared those that do. */
function keysOf(collection: Collection | undefined, id: string, record: WorldRecord): string[] {
  return collection === undefined
    ? Object.keys(record).filter((name) => idText(record[name]) === id)
    : [collection.key];
}

function hasId(object: JsonObject, key: string, id: string): boolean {
  return Object.hasOwn(object, key) && idText(object[key]) === id;
}

/** The properties in which an object contradicts a record. */
function differences(object: JsonObject, record: WorldRecord): string[] {
  return Object.keys(object).filter((name) => name in record && !isPartOf(object[name], record[name]));
}

/** A record that is gone, as far as it was known, and the properties that would name it. */
interface Gone {
  readonly id: string;
  readonly record: WorldRecord | null;
  readonly isCalled: (name: string) => boolean;
}

/** What earlier calls deleted and none brought back. */
function goneFrom({ request, collections, before, after }: Draft): Gone[] {
  const deletions = request.history.flatMap(({ changes }) => changes).filter((change) => change.op === 'delete');
  return deletions
    .filter(({ collection, id }) => ![before, after].some(({ records }) => records.get(collection)?.has(id) === true))
    .map(({ collection, id, before: record }) => {
      const declared = collections.get(collection);
      const keys = declared === undefined && record === null ? null : keysOf(declared, id, record ?? {});
      return { id, record, isCalled: (name) => keys?.includes(name) ?? /id$|key$|path$|name$/i.test(name) };
    });
}

/** Whether an object has a value in common with a record, beside the property of this name. */
function sharesMoreThan(name: string, object: JsonObject, record: WorldRecord | null): boolean {
  return Object.entries(record ?? {}).some(([key, value]) => key !== name && sameValue(object[key], value));
}
