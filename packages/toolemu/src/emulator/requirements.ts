import type { Json, JsonObject, Violation, WorldChange } from '../contract/index.ts';
import { applyChanges, callTool, idText, isObject, startState, ToolkitFault, validate } from '../world/index.ts';
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
    const verdict = validate(collection.schema, change.after);
    if (!verdict.ok)
      found.push(
        critical('changes-apply', `the record ${change.collection} "${change.id}" is not one: ${verdict.errors[0]}`),
      );
  }
  if (request.tool.annotations?.readOnlyHint === true && changes.some(({ op }) => op !== 'reveal')) {
    found.push(critical('read-only', 'the tool only reads, and the reply changes records'));
  }
  return found;
};

/** Every record the observation shows is as the world holds it. */
const readBack: Requirement = ({ reply, after }) => {
  if (reply.exception !== null) return [];
  const found: Violation[] = [];
  for (const object of objectsIn(reply.observation.json)) {
    for (const [collection, records] of after.records) {
      for (const [id, record] of records) {
        const key = Object.keys(record).find((name) => idText(record[name]) === id);
        if (key === undefined || idText(object[key]) !== id) continue;
        for (const [name, value] of Object.entries(object)) {
          if (name in record && !isPartOf(value, record[name])) {
            found.push(
              critical(
                'read-back',
                `${collection} "${id}" has ${name} ${JSON.stringify(record[name])}, and the observation says ${JSON.stringify(value)}`,
              ),
            );
          }
        }
      }
    }
  }
  return found;
};

/** Ids of declared collections exist; what was deleted before does not return. */
const knownIds: Requirement = ({ request, reply, collections, before, after }) => {
  if (reply.exception !== null) return [];
  const keys = new Map<string, string[]>();
  for (const [name, { key }] of collections) keys.set(key, [...(keys.get(key) ?? []), name]);
  const found: Violation[] = [];
  const gone = new Set([...before.deleted].map((identity) => identity.slice(identity.indexOf('\n') + 1)));
  for (const object of objectsIn(reply.observation.json)) {
    for (const [name, value] of Object.entries(object)) {
      if (value === null || typeof value === 'object') continue;
      const id = idText(value);
      const collectionsOfKey = keys.get(name);
      const given = Object.values(request.args).some((argument) => idText(argument) === id);
      if (collectionsOfKey !== undefined) {
        const exists = collectionsOfKey.some(
          (one) => (after.records.get(one)?.has(id) ?? false) || (before.records.get(one)?.has(id) ?? false),
        );
        if (!exists && !given)
          found.push(
            critical(
              'known-ids',
              `${name} ${JSON.stringify(value)} is no record, and was neither created nor revealed`,
            ),
          );
      }
      if (gone.has(id) && !given && /id$|key$|path$|name$/i.test(name) && !isBack(id, after)) {
        found.push(critical('nothing-returns', `${name} ${JSON.stringify(value)} was deleted before`));
      }
    }
  }
  return found;
};

/** Declarations are the oracle in a closed world whose tools state their effects (keystone, rule 10). */
const oracle: Requirement = ({ request, reply, changes, oracle: due, collections }) => {
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
  return [...compareChanges(due.changes, changes), ...leftOut(due, reply.observation.json, collections)];
};

/** An adversarial reveal must not contradict an answer already given; a standard emulator reveals nothing in a closed world. */
export const noReveals: Requirement = ({ request, changes }) =>
  request.case.world === undefined
    ? []
    : changes
        .filter(({ op }) => op === 'reveal')
        .map(({ collection, id }) =>
          critical('reveal', `the world is complete, so ${collection} "${id}" cannot turn up`),
        );

export const reveals: Requirement = (draft) => {
  const { request, changes, collections } = draft;
  const revealed = changes.filter(({ op }) => op === 'reveal');
  if (request.case.world === undefined || revealed.length === 0) return [];
  const found: Violation[] = [];
  for (const [index, step] of request.history.entries()) {
    if (step.status !== 'ok' || step.args === null) continue;
    const tool = request.toolkits.flatMap(({ tools }) => tools).find(({ name }) => name === step.tool);
    if (tool === undefined) continue;
    const earlier = request.history.slice(0, index);
    const known = applyChanges(
      startState(request.case.world, collections),
      earlier.flatMap((one) => one.changes),
    );
    const then = { ...request, tool, args: step.args, history: earlier };
    for (const change of revealed) {
      const shown = idsShown(then, collections, tryReveal(known, change));
      if (shown.has(change.id) && !idsShown(then, collections, known).has(change.id)) {
        found.push(
          critical(
            'reveal',
            `${change.collection} "${change.id}" would have been in the answer to call ${step.step}, and was not`,
          ),
        );
      }
    }
  }
  return found;
};

/** Values new in this observation do not give the emulation away (paper: a minor violation). */
const plausibility: Requirement = ({ request, reply, before }) => {
  const known = JSON.stringify([
    request.args,
    request.case.instruction,
    request.case.world ?? null,
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
    pattern: /<[a-z_ -]{2,30}>|\[(?:your|insert|name|id|email|date)[^\]]*\]|\{\{[^}]*\}\}|\byour_[a-z_]+|\bX{3,}\b/i,
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

function compareChanges(due: readonly WorldChange[], made: readonly WorldChange[]): Violation[] {
  const left = made.filter(({ op }) => op !== 'reveal');
  const found: Violation[] = [];
  for (const change of due) {
    const at = left.findIndex((one) => sameChange(one, change));
    if (at >= 0) left.splice(at, 1);
    else
      found.push(
        critical('oracle', `by its declaration the call makes the change ${describe(change)}, which the reply lacks`),
      );
  }
  return [
    ...found,
    ...left.map((change) => critical('oracle', `nothing declared makes the change ${describe(change)}`)),
  ];
}

/** New ids are the emulator's to choose; all else of a declared change is not. */
function sameChange(a: WorldChange, b: WorldChange): boolean {
  if (a.op !== b.op || a.collection !== b.collection) return false;
  if (a.op === 'create' && b.op === 'create') {
    const own = ({ id, after }: typeof a): JsonObject =>
      Object.fromEntries(Object.entries(after).filter(([, value]) => idText(value) !== id));
    return sameValue(own(a), own(b));
  }
  if (a.id !== b.id) return false;
  return !('after' in a) || !('after' in b) || sameValue(a.after, b.after);
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

function idsShown(request: Draft['request'], collections: Draft['collections'], state: Draft['before']): Set<string> {
  try {
    const result = callTool(callInput(request, collections, state));
    if (result.kind !== 'ok') return new Set();
    return new Set(objectsIn(result.result).flatMap((object) => Object.values(object).map(idText)));
  } catch (error) {
    if (error instanceof ToolkitFault) return new Set();
    throw error;
  }
}

function isBack(id: string, state: Draft['after']): boolean {
  return [...state.records.values()].some((records) => records.has(id));
}

/** All objects inside a value, itself included. */
function objectsIn(value: Json | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
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

/** Equality of JSON values, whatever the order of keys. */
function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameValue(a[key], b[key]));
  }
  return a === b;
}
