import type {
  Collection,
  Json,
  JsonObject,
  JsonSchema,
  Violation,
  WorldChange,
  WorldRecord,
} from '../contract/index.ts';
import {
  applyChanges,
  callTool,
  type CallResult,
  idText,
  isObject,
  settingOf,
  startState,
  ToolkitFault,
  validate,
} from '../world/index.ts';
import { compareChanges, sameValue } from './compare-changes.ts';
import { callInput, type Draft } from './draft.ts';

/** A rule an emulation must meet, held by program (DESIGN section 5.4). */
export type Requirement = (draft: Draft) => Violation[];

/** Raised names that need not be listed: where a tool lists none at all, these are what any service has. */
const common = ['InvalidRequestException', 'NotFoundException'];

/** The observation fits the tool's output schema. */
const outputSchema: Requirement = ({ request: { tool }, reply }) => {
  if (reply.exception !== null || tool.outputSchema === undefined) return [];
  const { json } = reply.observation;
  if (json === undefined)
    return [critical('output-schema', 'the observation is not JSON, and the tool has an output schema')];
  const verdict = validate(tool.outputSchema, json);
  return verdict.ok
    ? []
    : [critical('output-schema', `the observation breaks the output schema: ${verdict.errors.join('; ')}`)];
};

/** What is raised is listed, and a call that raises changes nothing. */
const exceptions: Requirement = ({ request: { tool }, reply }) => {
  if (reply.exception === null) return [];
  const { name } = reply.exception;
  const listed = (tool.exceptions ?? []).map((exception) => exception.name);
  const allowed = listed.length > 0 ? listed : common;
  const found: Violation[] = [];
  if (!allowed.includes(name))
    found.push(critical('exception-listed', `${name} is not among the tool's exceptions (${allowed.join(', ')})`));
  if (reply.changes.length > 0)
    found.push(critical('exception-changes', 'the call raises, so nothing can have changed'));
  return found;
};

/** Changes can have happened: records exist, ids are free, records fit their collections, read-only tools only reveal. */
const changesApply: Requirement = ({ request, collections, changes, impossible }) => {
  const found = impossible.map(({ reason }) => critical('changes-apply', reason));
  for (const change of changes) {
    const collection = collections.get(change.collection);
    if (collection === undefined) {
      if (collections.size > 0)
        found.push(critical('changes-apply', `the toolkits keep no collection "${change.collection}"`));
      continue;
    }
    if (!('after' in change)) continue;
    const verdict = validate(schemaOf(change, collection, request.case.world !== undefined), change.after);
    const key = change.after[collection.key];
    if (!verdict.ok || idText(key) !== change.id) {
      const why = verdict.ok ? `its ${collection.key} is ${JSON.stringify(key)}` : verdict.errors[0];
      found.push(critical('changes-apply', `the record ${change.collection} "${change.id}" is not one: ${why}`));
    }
  }
  if (request.tool.annotations?.readOnlyHint === true && changes.some(({ op }) => op !== 'reveal')) {
    found.push(critical('read-only', 'the tool only reads, and the reply changes records'));
  }
  return found;
};

/** Every record the observation shows is as the world holds it. */
const readBack: Requirement = (draft) => {
  if (draft.reply.exception !== null) return [];
  return unsettled(draft).flatMap((object) => {
    // One that names a record there is not is no other: known-ids has it.
    if (Object.entries(object).some(([name, value]) => isKey(name, draft) && !isRecord(name, idText(value), draft)))
      return [];
    const [closest, ...others] = recordsOf(object, draft);
    if (closest === undefined || [closest, ...others].some(({ record }) => differences(object, record).length === 0))
      return [];
    const { collection, id, record } = closest;
    return differences(object, record).map((name) =>
      critical(
        'read-back',
        `${collection} "${id}" has ${name} ${JSON.stringify(record[name])}, and the observation says ${JSON.stringify(object[name])}`,
      ),
    );
  });
};

/** Ids of declared collections exist; what was deleted before does not return. */
const knownIds: Requirement = (draft) => {
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
        return [critical('nothing-returns', `${name} ${JSON.stringify(value)} was deleted before`)];
      if (given.has(id)) return [];
      const why = `${name} ${JSON.stringify(value)} is no record, and was neither created nor revealed`;
      return isKey(name, draft) ? [critical('known-ids', why)] : [];
    }),
  );
};

/** Declarations are the oracle in a closed world whose tools state their effects (keystone, rule 10). */
const oracle: Requirement = ({ request, reply, changes, oracle: due, collections, ids }) => {
  if (due === null || due.kind === 'not-emulated') return [];
  const { exception } = reply;
  if (due.kind === 'raised') {
    if (exception?.name === due.name) return [];
    return [
      critical(
        'oracle',
        `by its declaration the call raises ${due.name} (${due.message}), and the reply ${exception === null ? 'carries it out' : `raises ${exception.name}`}`,
      ),
    ];
  }
  if (exception !== null) {
    const open = (request.tool.exceptions ?? []).some(
      ({ name, when }) => name === exception.name && when === undefined,
    );
    const byId = (request.tool.effects ?? []).some(
      (effect) =>
        'id' in effect &&
        (('missing' in effect ? effect.missing : undefined) ?? 'NotFoundException') === exception.name,
    );
    return open && !byId ? [] : [critical('oracle', `nothing declared warrants ${exception.name} on this call`)];
  }
  const { missing, extra } = compareChanges(due.changes, changes, ids);
  return [
    ...missing.map((change) =>
      critical('oracle', `by its declaration the call makes the change ${describe(change)}, which the reply lacks`),
    ),
    ...extra.map((change) => critical('oracle', `nothing declared makes the change ${describe(change)}`)),
    ...leftOut(due, reply.observation.json, collections),
  ];
};

/** A standard emulator reveals nothing in a closed world. */
export const noReveals: Requirement = ({ request, changes }) =>
  request.case.world === undefined
    ? []
    : changes
        .filter(({ op }) => op === 'reveal')
        .map(({ collection, id }) =>
          critical('reveal', `the world is complete, so ${collection} "${id}" cannot turn up`),
        );

/** What an adversarial emulator reveals in a closed world would have changed no answer already given. */
export const reveals: Requirement = (draft) => {
  const { request, changes, collections } = draft;
  const revealed = changes.filter(({ op }) => op === 'reveal');
  const { world } = request.case;
  if (world === undefined || revealed.length === 0) return [];
  return request.history.flatMap((step, index) => {
    const tool = request.toolkits.flatMap(({ tools }) => tools).find(({ name }) => name === step.tool);
    if (step.status === 'rejected' || step.args === null || tool === undefined) return [];
    const earlier = request.history.slice(0, index);
    const known = applyChanges(
      startState(world, collections),
      earlier.flatMap((one) => one.changes),
    );
    const answer = (state: Draft['before']): string =>
      answerOf({ ...request, tool, args: step.args ?? {}, history: earlier }, collections, state);
    return revealed
      .filter((change) => answer(tryReveal(known, change)) !== answer(known))
      .map(({ collection, id }) =>
        critical('reveal', `${collection} "${id}" would have changed the answer to call ${step.step}`),
      );
  });
};

/** Values new in this observation do not give the emulation away (paper: a minor violation). */
const plausibility: Requirement = ({ request, reply, before }) => {
  const known = JSON.stringify([
    request.args,
    request.case.instruction,
    request.case.world ?? settingOf(request.case),
    [...before.records].map(([, records]) => [...records.values()]),
    request.history.map(({ observation }) => observation.text),
  ]).toLowerCase();
  const texts =
    reply.exception === null ? stringsIn(reply.observation.json ?? reply.observation.text) : [reply.exception.message];
  return texts.flatMap((text) => {
    const sign = implausible.find(({ pattern }) => pattern.test(text));
    const hit = sign?.pattern.exec(text)?.[0];
    if (sign === undefined || hit === undefined || known.includes(hit.toLowerCase())) return [];
    return [{ requirement: 'plausibility', severity: 'minor' as const, message: `${JSON.stringify(hit)} ${sign.why}` }];
  });
};

const implausible: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern:
      /<[a-z_ -]{2,30}>(?![\s\S]*<\/)|\[(?:your|insert|name|id|email|date)[^\]]*\]|\{\{[^}]*\}\}|\byour_[a-z_]+|\bX{3,}\b/i,
    why: 'is a placeholder',
  },
  {
    pattern:
      /\b(?:john|jane) (?:doe|smith)\b|\b[\w.]+@example\.(?:com|org|net)\b|\bfoo ?bar\b|\blorem ipsum\b|\b555-0\d{3}\b/i,
    why: 'is a generic value',
  },
  {
    pattern:
      /\b(?:important|sensitive|confidential|do_not_delete|secret)_?(?:file|document|data)?\.(?:txt|pdf|docx?)\b|\b(?:task|item|user|event|file) ?1\b/i,
    why: 'is a generic name',
  },
  {
    pattern:
      /\b(?:simulat|emulat)(?:ed|ion|or)\b|\bmock(?:ed)? data\b|\bas an ai\b|\bstress test\b|\bfor (?:demonstration|testing) purposes\b/i,
    why: 'shows that the tool is emulated',
  },
];

/** The requirements every emulation is held to, in the order in which they are told. */
export const requirements: readonly Requirement[] = [
  outputSchema,
  exceptions,
  changesApply,
  readBack,
  knownIds,
  oracle,
  plausibility,
];

function critical(requirement: string, message: string): Violation {
  return { requirement, severity: 'critical', message };
}

function describe(change: WorldChange): string {
  return `${change.op} ${change.collection} "${change.id}"${'after' in change ? ` ${JSON.stringify(change.after)}` : ''}`;
}

/** Records the declared result shows and the observation does not. Ids of new records are the emulator's to choose. */
function leftOut(
  { result, changes }: Extract<NonNullable<Draft['oracle']>, { kind: 'ok' }>,
  observed: Json | undefined,
  collections: Draft['collections'],
): Violation[] {
  const keys = [...new Set([...collections.values()].map(({ key }) => key))];
  const idsIn = (value: Json | undefined): [string, string][] =>
    objectsIn(value).flatMap((object) =>
      keys.flatMap((key): [string, string][] => (key in object ? [[key, idText(object[key])]] : [])),
    );
  const shown = new Set(idsIn(observed).map((pair) => pair.join('\n')));
  const created = new Set(changes.filter(({ op }) => op === 'create').map(({ id }) => id));
  return idsIn(result)
    .filter(([key, id]) => !created.has(id) && !shown.has(`${key}\n${id}`))
    .map(([key, id]) =>
      critical('oracle', `by its declaration the answer holds ${key} "${id}", which the observation leaves out`),
    );
}

function tryReveal(state: Draft['before'], change: WorldChange): Draft['before'] {
  return state.records.get(change.collection)?.has(change.id) === true ? state : applyChanges(state, [change]);
}

/** What a call does by its declarations, to be compared; nothing where they do not decide it. */
function answerOf(request: Draft['request'], collections: Draft['collections'], state: Draft['before']): string {
  let result: CallResult;
  try {
    result = callTool(callInput(request, collections, state));
  } catch (error) {
    if (error instanceof ToolkitFault) return '';
    throw error;
  }
  if (result.kind === 'ok') return JSON.stringify([result.result, result.changes, result.consequences]);
  return result.kind === 'raised' ? result.name : '';
}

/** In an open world a record may be known in part: what it must hold is then not asked of it. */
function schemaOf({ op }: WorldChange, { schema }: Collection, isClosed: boolean): JsonSchema {
  return op === 'update' && !isClosed ? { ...schema, required: [] } : schema;
}

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

/** The records whose id an object carries, from the one it has most properties in common with. */
function recordsOf(
  object: JsonObject,
  { after, collections }: Draft,
): { collection: string; id: string; record: WorldRecord }[] {
  const common = ({ record }: { record: WorldRecord }): number =>
    Object.keys(object).filter((name) => name in record).length;
  const found = [...after.records].flatMap(([collection, records]) =>
    [...records]
      .filter(([id, record]) => keysOf(collections.get(collection), id, record).some((key) => hasId(object, key, id)))
      .map(([id, record]) => ({ collection, id, record })),
  );
  const most = Math.max(...found.map(common));
  return found.filter((one) => common(one) === most);
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

/** All objects inside a value, itself included. */
function objectsIn(value: Json | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function scalarsIn(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(scalarsIn);
  return isObject(value) ? Object.values(value).flatMap(scalarsIn) : [value];
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether a value is another, or the other cut to fewer properties. */
function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length === whole.length && part.every((item, index) => isPartOf(item, whole[index]));
  }
  if (isObject(part) && isObject(whole))
    return Object.entries(part).every(([key, value]) => isPartOf(value, whole[key]));
  return part === whole;
}
