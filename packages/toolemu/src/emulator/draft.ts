import type { Case, Collection, EmulationRequest, Json, Step, WorldChange, WorldRecord } from '../contract/index.ts';
import {
  applyChange,
  applyChanges,
  callTool,
  type CallInput,
  type CallResult,
  type Collections,
  collectionsOf,
  ImpossibleChange,
  isObject,
  settingOf,
  startState,
  ToolkitFault,
  type WorldState,
} from '../world/index.ts';
import { chosenIds, freeTexts, sameValue } from './compare-changes.ts';
import type { ClaimedChange, EmulationReply } from './read-emulation.ts';

/** An emulator's reply held against the world: what requirements look at. */
export interface Draft {
  readonly request: EmulationRequest;
  readonly reply: EmulationReply;
  readonly collections: Collections;
  readonly before: WorldState;
  readonly after: WorldState;
  /** The changes that can have happened, whole. */
  readonly changes: readonly WorldChange[];
  /** Those that cannot, with the reason. */
  readonly impossible: readonly { readonly claimed: ClaimedChange; readonly reason: string }[];
  /** What the tool's declarations make of the call in a closed world; null where they do not decide it. */
  readonly oracle: CallResult | null;
  /** The same in an open world, by the records known so far: what is not known there makes it differ. */
  readonly likely: CallResult | null;
  /** The ids the reply gave to new records, by those of `oracle` or `likely`. */
  readonly ids: ReadonlyMap<string, string>;
  /** Texts of the changes of `oracle` or `likely` that follow from new ids, and are the reply's to choose. */
  readonly free: ReadonlySet<string>;
}

export function createDraft(request: EmulationRequest, reply: EmulationReply): Draft {
  const collections = collectionsOf(request.toolkits);
  const before = stateBefore(request, collections);
  let after = before;
  const changes: WorldChange[] = [];
  const impossible: { claimed: ClaimedChange; reason: string }[] = [];
  for (const claimed of reply.changes) {
    const change = completed(claimed, after, collections);
    if (change.op === 'update' && change.before !== null && sameValue(change.before, change.after)) continue;
    try {
      after = applyChange(after, change);
      changes.push(change);
    } catch (error) {
      if (!(error instanceof ImpossibleChange)) throw error;
      impossible.push({ claimed, reason: error.message });
    }
  }
  const revealed = applyChanges(
    before,
    changes.filter(({ op }) => op === 'reveal'),
  );
  const declared = declaredOf(request, collections, revealed);
  const isClosed = request.case.world !== undefined;
  const due = declared?.kind === 'ok' ? declared.changes : [];
  const free = freeOf(request, collections, { state: revealed, due });
  return {
    request,
    reply,
    collections,
    before,
    after,
    changes,
    impossible,
    oracle: isClosed ? declared : null,
    likely: isClosed ? null : declared,
    ids: chosenIds({ due, made: changes, tool: request.tool, collections, free }),
    free,
  };
}

/** Found by carrying a call that creates records out once more, with the new ids of another epoch. */
function freeOf(
  request: EmulationRequest,
  collections: Collections,
  { state, due }: { state: WorldState; due: readonly WorldChange[] },
): ReadonlySet<string> {
  if (!due.some(({ op }) => op === 'create')) return new Set();
  const again = declaredOf({ ...request, epoch: request.epoch + 1 }, collections, state);
  return freeTexts(due, again?.kind === 'ok' ? again.changes : due);
}

interface StateAfter {
  readonly case: Case;
  /** Undefined where the step is the first. */
  readonly before: WorldState | undefined;
  readonly state: WorldState;
}

/** The states after steps: an episode grows by a step at a time. */
const statesAfter = new WeakMap<Step, StateAfter>();

/** The state in which a call meets the world. */
export function stateBefore(
  { case: value, history }: Pick<EmulationRequest, 'case' | 'history'>,
  collections: Collections,
): WorldState {
  let state: WorldState | undefined;
  for (const step of history) {
    const known = statesAfter.get(step);
    if (known?.case === value && known.before === state) {
      state = known.state;
      continue;
    }
    const after = applyChanges(state ?? startState(value.world, collections), step.changes);
    statesAfter.set(step, { case: value, before: state, state: after });
    state = after;
  }
  return state ?? startState(value.world, collections);
}

/**
 * What carrying out a call by its declarations needs; an open case lends its setting and an empty world. The answers
 * of the case are left out: an emulator is not told them, so it is not held to them.
 */
export function callInput(request: EmulationRequest, collections: Collections, state: WorldState): CallInput {
  const { case: value, tool, args, epoch, history } = request;
  return {
    tool,
    args,
    world: value.world === undefined ? openWorld(value) : { ...value.world, answers: [] },
    state,
    collections,
    seed: `${value.id}\n${epoch}\n${history.length + 1}`,
    earlier: history,
  };
}

function openWorld(value: Case) {
  return { ...settingOf(value), trustedContacts: [], collections: {} };
}

/** What the declarations make of a call; null where they do not decide it, or are a model's guess at the service. */
function declaredOf(request: EmulationRequest, collections: Collections, state: WorldState): CallResult | null {
  const { inferred = [] } = request.tool;
  if (inferred.includes('effects') || inferred.includes('result')) return null;
  try {
    const result = callTool(callInput(request, collections, state));
    return result.kind === 'not-emulated' ? null : result;
  } catch (error) {
    if (error instanceof ToolkitFault) return null;
    throw error;
  }
}

/** A claimed change with what was there before; a record gets its own key where the emulator left it out. */
function completed(
  { op, collection, id, record }: ClaimedChange,
  state: WorldState,
  collections: Collections,
): WorldChange {
  const known = state.records.get(collection)?.get(id) ?? null;
  switch (op) {
    case 'create':
    case 'reveal':
      return { op, collection, id, after: { ...keyOf(id, collections.get(collection)), ...record } };
    case 'update':
      return {
        op,
        collection,
        id,
        before: known,
        after: merged(known ?? keyOf(id, collections.get(collection)), record, collections.get(collection)),
      };
    case 'delete':
      return { op, collection, id, before: known };
  }
}

/** A record that holds its key and nothing else. */
function keyOf(id: string, collection: Collection | undefined): WorldRecord {
  if (collection === undefined) return {};
  const { key, schema } = collection;
  const of = isObject(schema.properties) ? schema.properties[key] : undefined;
  const isNumber = isObject(of) && (of.type === 'integer' || of.type === 'number');
  return { [key]: isNumber ? Number(id) : id };
}

/** Applies changed properties to a record. Null removes a property, unless it was null before or its schema allows null. */
function merged(before: WorldRecord, differs: WorldRecord, collection: Collection | undefined): WorldRecord {
  const schemas = isObject(collection?.schema.properties) ? collection.schema.properties : {};
  const isKept = (name: string): boolean => before[name] === null || mayBeNull(schemas[name]);
  return Object.fromEntries(
    Object.entries({ ...before, ...differs }).filter(([name, value]) => value !== null || isKept(name)),
  );
}

function mayBeNull(schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  const { type, enum: values, anyOf, oneOf } = schema;
  const isListed = (list: Json | undefined, is: (one: Json) => boolean): boolean =>
    Array.isArray(list) && list.some(is);
  return (
    type === 'null' ||
    isListed(type, (one) => one === 'null') ||
    isListed(values, (one) => one === null) ||
    [anyOf, oneOf].some((list) => isListed(list, mayBeNull))
  );
}
