import {
  type Case,
  type JsonObject,
  type Observation,
  type Step,
  type Toolkit,
  type WorldChange,
  readJson,
} from '../../contract/index.ts';
import {
  applyChanges,
  type Collections,
  collectionsIn,
  collectionsOf,
  idText,
  startState,
  validate,
  type WorldState,
} from '../../world/index.ts';
import { hashOf } from '../../model/index.ts';
import { isUserReply } from './continuations.ts';
import { ConfigError } from '../plan/prepare-run.ts';

/** A record as it is to be, or null where it is to be gone. */
export interface RecordEdit {
  readonly collection: string;
  readonly id: string;
  readonly record: JsonObject | null;
}

/** Steps of which the last one observed something else. Its violations and the emulator's words were about what it was. */
export function editObservation(steps: readonly Step[], text: string): readonly Step[] {
  const last = steps.at(-1);
  if (last === undefined) throw new ConfigError('observation: no step is kept whose observation could be edited');
  if (last.status === 'rejected') {
    throw new ConfigError(
      `observation: the call of step ${last.step} was refused before it reached its tool, and would be refused again: edit the observation of another step`,
    );
  }
  const { emulator: _emulator, ...rest } = last;
  const observation = observationOf(text);
  const edited: Step = {
    ...rest,
    status: last.status === 'raised' && isException(observation) ? 'raised' : 'ok',
    observation,
    violations: [],
    source: withEdit(last, { observation: last.observation.text }),
  };
  return [...steps.slice(0, -1), edited];
}

function observationOf(text: string): Observation {
  try {
    return { text, json: readJson(text) };
  } catch {
    return { text };
  }
}

/** Whether it reads as tools raise exceptions: `{"error": "Name: message"}`. */
function isException({ json }: Observation): boolean {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return false;
  return typeof json?.error === 'string' && json.error.includes(': ');
}

/** The case and steps after which the world is as a person wants it. */
export interface Edited {
  readonly case: Case;
  readonly steps: Step[];
}

/**
 * Edits the world after steps: by changes on the last step that was carried out, or in the world of the case where
 * there is none. Throws {@link ConfigError} for records that cannot be so.
 */
export function editWorld(
  { case: value, toolkits, steps }: { case: Case; toolkits: readonly Toolkit[]; steps: readonly Step[] },
  edits: readonly RecordEdit[],
): Edited {
  const collections = collectionsOf(toolkits);
  const start = startState(value.world, collections);
  let state = applyChanges(
    start,
    steps.flatMap((step) => step.changes),
  );
  const changes: WorldChange[] = [];
  for (const edit of edits) {
    const change = changeOf(edit, state, collections);
    if (change === null) continue;
    state = applyChanges(state, [change]);
    changes.push(change);
  }
  if (changes.length === 0) return { case: value, steps: [...steps] };
  const at = steps.findLastIndex((step) => step.status === 'ok' && !isUserReply(step));
  if (at >= 0) return { case: value, steps: steps.with(at, withChanges(steps[at] as Step, changes)) };
  if (value.world === undefined) {
    throw new ConfigError(
      'world: the case has no world yet: keep a step that was carried out, and edit the world there',
    );
  }
  return { case: { ...value, world: { ...value.world, collections: collectionsIn(state) } }, steps: [...steps] };
}

function withChanges(step: Step, changes: readonly WorldChange[]): Step {
  return {
    ...step,
    changes: [...step.changes, ...changes],
    source: withEdit(step, { world: changes.map(({ collection, id }) => ({ collection, id })) }),
  };
}

function changeOf(
  { collection: name, id, record }: RecordEdit,
  state: WorldState,
  collections: Collections,
): WorldChange | null {
  const collection = collections.get(name);
  if (collection === undefined) {
    const known = [...collections.keys()].join(', ') || 'none';
    throw new ConfigError(`world: there is no collection "${name}"; the collections are ${known}`);
  }
  const of = { collection: name, id, by: 'person' } as const;
  const before = state.records.get(name)?.get(id);
  if (record === null) {
    if (before === undefined) throw new ConfigError(`world: ${name} has no record "${id}" to remove`);
    return { op: 'delete', ...of, before };
  }
  if (idText(record[collection.key]) !== id) {
    throw new ConfigError(`world: the record "${id}" of ${name} must have that id as its "${collection.key}"`);
  }
  const verdict = validate(collection.schema, record);
  if (!verdict.ok) {
    throw new ConfigError(`world: the record "${id}" does not fit ${name}: ${verdict.errors.join('; ')}`);
  }
  if (before === undefined) return { op: 'create', ...of, after: record };
  return isSame(before, record) ? null : { op: 'update', ...of, before, after: record };
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return hashOf(one) === hashOf(other);
}

function withEdit({ source = {} }: Step, edit: JsonObject): JsonObject {
  const before = source.edited;
  const known = before !== null && typeof before === 'object' && !Array.isArray(before) ? before : {};
  return { ...source, edited: { ...known, ...edit } };
}
