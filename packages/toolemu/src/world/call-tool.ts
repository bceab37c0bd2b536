import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  type Consequence,
  type Effect,
  type Json,
  type JsonObject,
  type JsonSchema,
  type LedgerEntry,
  type Result,
  type Step,
  type Tool,
  type World,
  type WorldChange,
  type WorldRecord,
  sizeOfJson,
} from '../contract/index.ts';
import { createEvaluate, ExpressionError } from './expressions/expression.ts';
import { cutToSchema, type SchemaVerdict, validate } from './schemas/json-schema.ts';
import { newId } from './new-id.ts';
import {
  applyChange,
  type Collections,
  collectionsIn,
  copyOf,
  hasEverHeld,
  idText,
  ImpossibleChange,
  type WorldState,
} from './state.ts';
import { maxStepsInAll, sharingSteps, spend, TooManySteps } from './expressions/step-budget.ts';

/** A tool whose declarations do not carry a call: the toolkit's fault (or its case's), found by `toolemu check`. */
export class ToolkitFault extends Error {
  override readonly name = 'ToolkitFault';
  readonly tool: string;
  readonly path: string;

  constructor(tool: string, path: string, reason: string) {
    super(`tool ${tool}, ${path}: ${reason}. Run \`toolemu check\` on the toolkit and the case`);
    this.tool = tool;
    this.path = path;
  }
}

/** Size of what a call may return and change, in characters of JSON. */
export const maxCallSize = 2_000_000;

/** A consequence as it came about, before the ledger gives it its step. */
export type DueConsequence = Omit<LedgerEntry, 'step' | 'tool'>;

/** What a tool's declarations make of a call. */
export type CallResult =
  | { kind: 'ok'; result: Json; changes: WorldChange[]; consequences: DueConsequence[]; state: WorldState }
  | { kind: 'raised'; name: string; message: string }
  | { kind: 'not-emulated' };

export interface CallInput {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly world: World;
  readonly state: WorldState;
  readonly collections: Collections;
  /** What new ids are made from: the case, the epoch and the number of the call. */
  readonly seed: string;
  /** The calls before it, by which answers with `times` know whether they are used up. */
  readonly earlier?: readonly EarlierCall[];
}

/** A call that was made before. `rejected` ones came to no tool. */
export type EarlierCall = Pick<Step, 'tool' | 'args' | 'status'>;

/** What is thrown where a call raises: no error, for to note where it was thrown takes as long as the call. */
class Raised {
  readonly exception: string;
  readonly message: string;

  constructor(exception: string, message: string) {
    this.exception = exception;
    this.message = message;
  }
}

/** A change copies its collection. */
const stepsPerCopiedRecord = 4;

const evaluate = createEvaluate();

/**
 * Carries out a call by the case's answers and the tool's effects, without any model: the first answer that holds,
 * else the first exception whose rule holds, else the effects in turn, then the result. All or nothing: a call that
 * raises leaves no change. Throws {@link ToolkitFault} where the declarations have a gap.
 */
export function callTool(input: CallInput): CallResult {
  const call = new Call(input);
  try {
    return sharingSteps(maxStepsInAll, () => call.run());
  } catch (error) {
    if (error instanceof Raised) return { kind: 'raised', name: error.exception, message: error.message };
    throw error;
  }
}

/** A property of a record. */
export interface RecordProperty {
  readonly collection: string;
  /** The key of the record, as text. */
  readonly id: string;
  readonly field: string;
}

/**
 * Which properties flow into the result of a call that the declared effects answer. A property does where the result
 * differs once another value stands in its place; the records are chosen by the true values. `result` is what the
 * declarations return, and `byEffects` is false where an answer of the case gave it. Null where nothing is returned.
 */
export function propertiesInResult(
  input: CallInput,
  properties: readonly RecordProperty[],
): { result: Json; byEffects: boolean; flowing: ReadonlySet<RecordProperty> } | null {
  const call = new Call(input);
  return sharingSteps(maxStepsInAll, () => {
    try {
      const made = call.run();
      if (made.kind !== 'ok') return null;
      const { result } = made;
      const told = JSON.stringify(result);
      const flows = (one: RecordProperty): boolean => call.resultWithout(one) !== told;
      return { result, byEffects: call.isByEffects, flowing: new Set(properties.filter(flows)) };
    } catch (error) {
      if (error instanceof Raised || error instanceof ToolkitFault) return null;
      throw error;
    }
  });
}

/** What a call means outside the world: the tool's consequences, given the records a call found and changed. */
export function consequencesOf(
  input: CallInput,
  bound: Readonly<Record<'created' | 'updated' | 'deleted', WorldRecord[]>>,
): DueConsequence[] {
  return sharingSteps(maxStepsInAll, () => new Call(input, bound).consequences());
}

/** One call while it is carried out. */
class Call {
  private readonly input: CallInput;
  private state: WorldState;
  private readonly bound: Record<string, WorldRecord[]>;
  private readonly changes: WorldChange[] = [];
  private created = 0;
  private inScope: { state: WorldState; world: JsonObject } | undefined;
  /** How the result is made, once it was. */
  private returned: { result: Result; path: string } | undefined;
  /** Whether the tool's effects answered, and no answer of the case. */
  isByEffects = false;

  constructor(input: CallInput, bound: Readonly<Record<string, WorldRecord[]>> = {}) {
    this.input = input;
    this.state = input.state;
    this.bound = { found: [], created: [], updated: [], deleted: [], ...bound };
  }

  run(): CallResult {
    const { tool, world } = this.input;
    for (const [index, answer] of (world.answers ?? []).entries()) {
      if (answer.tool !== tool.name) continue;
      const path = `world.answers[${index}]`;
      if (!this.isTrue(answer.when, `${path}.when`)) continue;
      if (answer.times !== undefined && this.earlierMatches(answer, `${path}.when`) >= answer.times) continue;
      return this.reply(answer, path);
    }
    if (tool.effects === undefined) return { kind: 'not-emulated' };
    if (tool.result === undefined) throw this.fault('result', 'the tool has effects and says nothing of its result');
    for (const [index, { name, description, when }] of (tool.exceptions ?? []).entries()) {
      if (when !== undefined && this.isTrue(when, `exceptions[${index}].when`)) throw new Raised(name, description);
    }
    this.isByEffects = true;
    return this.carryOut(tool.effects, tool.result, '');
  }

  /** How many earlier calls an answer matched; its condition looks at their arguments alone. */
  private earlierMatches({ tool, when }: Answer, path: string): number {
    const calls = (this.input.earlier ?? []).filter((call) => call.tool === tool && call.status !== 'rejected');
    return calls.filter(({ args }) => this.isTrue(when, path, { args: args ?? {} })).length;
  }

  private reply(answer: Answer, path: string): CallResult {
    if ('raise' in answer) throw new Raised(answer.raise, answer.message);
    return this.carryOut(answer.effects ?? [], answer.result, `${path}.`);
  }

  private carryOut(effects: readonly Effect[], result: Result, prefix: string): CallResult {
    for (const effect of effects) if (effect.as !== undefined) this.bound[effect.as] ??= [];
    for (const [index, effect] of effects.entries()) this.apply(effect, `${prefix}effects[${index}]`);
    this.returned = { result, path: `${prefix}result` };
    const made = {
      result: this.result(result, `${prefix}result`),
      changes: this.changes,
      consequences: this.consequences(),
    };
    if (sizeOfJson(made, maxCallSize) > maxCallSize)
      throw this.fault(
        `${prefix}result`,
        `the result and the changes of the call are larger than ${maxCallSize / 1e6} MB`,
      );
    return { kind: 'ok', ...made, state: this.state };
  }

  private apply(effect: Effect, path: string): void {
    if (effect.when !== undefined && !this.isTrue(effect.when, `${path}.when`)) return;
    if ('find' in effect) this.bind(effect.as ?? 'found', this.find(effect, path));
    else if ('create' in effect) this.bind(effect.as ?? 'created', this.create(effect, path));
    else if ('update' in effect) this.bind(effect.as ?? 'updated', this.update(effect, path));
    else this.bind(effect.as ?? 'deleted', this.delete(effect, path));
  }

  private bind(name: string, records: WorldRecord[]): void {
    this.bound[name] = [...(this.bound[name] ?? []), ...records];
  }

  private find(effect: Extract<Effect, { find: string }>, path: string): WorldRecord[] {
    const { args } = this.input;
    let records = this.select(effect.find, effect, path);
    for (const [argument, condition] of Object.entries(effect.by ?? {})) {
      const value = args[argument];
      if (value === undefined) continue;
      records = this.holding(records, condition, `${path}.by.${argument}`, { value });
    }
    if (effect.sort !== undefined) records = sorted(records, effect.sort);
    if (effect.limit !== undefined) {
      const limit = this.value(effect.limit, `${path}.limit`);
      if (typeof limit !== 'number') throw this.fault(`${path}.limit`, 'the limit is not a number');
      records = records.slice(0, Math.max(0, limit));
    }
    return records;
  }

  private create(effect: Extract<Effect, { create: string }>, path: string): WorldRecord[] {
    const each = effect.each === undefined ? [null] : this.value(effect.each, `${path}.each`);
    if (!Array.isArray(each)) throw this.fault(`${path}.each`, 'the value is not a list');
    return each.map((it) => {
      const fields = this.set({}, effect.set, path, it);
      const id = this.idOfNew(effect, fields, path, it);
      const { key } = this.collection(effect.create, path);
      const record = { ...fields, [key]: id };
      this.change({ op: 'create', collection: effect.create, id: idText(id), after: record }, path);
      return record;
    });
  }

  private idOfNew(effect: Extract<Effect, { create: string }>, fields: WorldRecord, path: string, it: Json): Json {
    const { key, newId: shape } = this.collection(effect.create, path);
    if (effect.id !== undefined) return this.value(effect.id, `${path}.id`, { it });
    const given = fields[key];
    if (given !== undefined) return given;
    if (shape === undefined) {
      throw this.fault(path, `no id: set "${key}", give \`id\`, or declare newId for ${effect.create}`);
    }
    this.created += 1;
    const id = newId({
      shape,
      seed: `${this.input.seed}\n${effect.create}\n${this.created}`,
      taken: (one) => hasEverHeld(this.state, effect.create, one),
    });
    if (id === null) throw this.fault(path, `no id of the shape "${shape}" is free; make newId longer`);
    return id;
  }

  private update(effect: Extract<Effect, { update: string }>, path: string): WorldRecord[] {
    const { key } = this.collection(effect.update, path);
    return this.select(effect.update, effect, path).map((before) => {
      const after = this.set(before, effect.set, path, before);
      const id = idText(before[key]);
      if (idText(after[key]) !== id) throw this.fault(`${path}.set.${key}`, 'an update must not change the key');
      if (JSON.stringify(after) !== JSON.stringify(before)) {
        this.change({ op: 'update', collection: effect.update, id, before, after, undo: effect.undo ?? true }, path);
      }
      return after;
    });
  }

  private delete(effect: Extract<Effect, { delete: string }>, path: string): WorldRecord[] {
    const { key } = this.collection(effect.delete, path);
    const records = this.select(effect.delete, effect, path);
    for (const before of records) {
      const id = idText(before[key]);
      this.change({ op: 'delete', collection: effect.delete, id, before, undo: effect.undo ?? false }, path);
    }
    return records;
  }

  /** The records an effect is about: by id, where an unknown one raises, and by condition. */
  private select(
    name: string,
    effect: Extract<Effect, { find: string } | { update: string } | { delete: string }>,
    path: string,
  ): WorldRecord[] {
    this.collection(name, path);
    const records = this.state.records.get(name) ?? new Map<string, WorldRecord>();
    let selected = [...records.values()];
    if (effect.id !== undefined) {
      const ids = this.value(effect.id, `${path}.id`);
      selected = [];
      for (const id of new Set((Array.isArray(ids) ? ids : [ids]).map(idText))) {
        const record = records.get(id);
        if (record !== undefined) selected.push(record);
        else if (effect.missing !== 'skip') {
          throw new Raised(effect.missing ?? 'NotFoundException', `There is no record "${id}" in ${name}.`);
        }
      }
    }
    const { where } = effect;
    return where === undefined ? selected : this.holding(selected, where, `${path}.where`);
  }

  private holding(records: WorldRecord[], condition: string, path: string, more: JsonObject = {}): WorldRecord[] {
    return records.filter((it) => this.isTrue(condition, path, { it, ...more }));
  }

  private set(record: WorldRecord, values: Record<string, string>, path: string, it: Json): WorldRecord {
    const next = { ...record };
    for (const [field, expression] of Object.entries(values)) {
      const argument = /^\s*args\.(\w+)\s*$/.exec(expression)?.[1];
      if (argument !== undefined && this.input.args[argument] === undefined) continue;
      const value = this.value(expression, `${path}.set.${field}`, { it });
      if (value === null) delete next[field];
      else next[field] = value;
    }
    return next;
  }

  private change(change: WorldChange, path: string): void {
    if (change.op === 'create' || change.op === 'update') {
      const { schema } = this.collection(change.collection, path);
      this.hold(change.after, schema, path, 'the record breaks the schema of its collection');
    }
    try {
      spend(stepsPerCopiedRecord * (1 + (this.state.records.get(change.collection)?.size ?? 0)));
      this.state = applyChange(this.state, change);
    } catch (error) {
      if (error instanceof TooManySteps) throw this.fault(path, error.message);
      if (error instanceof ImpossibleChange) throw this.fault(path, `${error.message}; declare an exception for it`);
      throw error;
    }
    this.changes.push(copyOf(change));
  }

  private result(result: Result, path: string): Json {
    const { outputSchema } = this.input.tool;
    const cut = this.cutResult(result, path);
    if (outputSchema !== undefined) this.hold(cut, outputSchema, path, 'the result breaks outputSchema');
    return cut;
  }

  private cutResult(result: Result, path: string, more: JsonObject = {}): Json {
    const { outputSchema } = this.input.tool;
    const whole =
      typeof result === 'string'
        ? this.value(result, path, more)
        : Object.fromEntries(Object.entries(result).map(([key, of]) => [key, this.value(of, `${path}.${key}`, more)]));
    return outputSchema === undefined ? whole : cutToSchema(whole, outputSchema);
  }

  /** The result as JSON text, had a property of a record another value; null where it has none then. */
  resultWithout(property: RecordProperty): string | null {
    if (this.returned === undefined) return null;
    const { collection, id, field } = property;
    const key = this.input.collections.get(collection)?.key ?? '';
    const known = this.input.state.records.get(collection)?.get(id)?.[field];
    if (known === undefined) return JSON.stringify(this.cutResult(this.returned.result, this.returned.path));
    const changed = (record: WorldRecord): WorldRecord =>
      idText(record[key]) === id && isDeepStrictEqual(record[field], known)
        ? { ...record, [field]: otherThan(known) }
        : record;
    const world = collectionsIn(this.state);
    const bound = Object.entries(this.bound).map(([name, records]) => [name, records.map(changed)]);
    const more = {
      ...Object.fromEntries(bound),
      world: { ...world, [collection]: (world[collection] ?? []).map(changed) },
    };
    try {
      return JSON.stringify(this.cutResult(this.returned.result, this.returned.path, more));
    } catch (error) {
      // The result rests on the value where it cannot be made with another one.
      if (error instanceof ToolkitFault) return null;
      throw error;
    }
  }

  private hold(value: Json, schema: JsonSchema, path: string, reason: string): void {
    let verdict: SchemaVerdict;
    try {
      verdict = validate(schema, value);
    } catch (error) {
      throw this.fault(path, `the schema is broken: ${(error as Error).message}`);
    }
    if (!verdict.ok) throw this.fault(path, `${reason}: ${verdict.errors[0]}`);
  }

  consequences(): DueConsequence[] {
    return (this.input.tool.consequences ?? []).flatMap((consequence, index) => {
      const path = `consequences[${index}]`;
      if (consequence.when !== undefined && !this.isTrue(consequence.when, `${path}.when`)) return [];
      return [this.due(consequence, path)];
    });
  }

  private due(consequence: Consequence, path: string): DueConsequence {
    const { kind, to, what, amount, currency, undo } = consequence;
    return {
      kind,
      to: to === undefined ? [] : this.strings(to, `${path}.to`),
      what: what === undefined ? [] : this.strings(what, `${path}.what`),
      amount: amount === undefined ? 0 : this.number(amount, `${path}.amount`),
      currency: currency === undefined ? '' : this.string(currency, `${path}.currency`),
      undo: undo ?? false,
    };
  }

  private strings(expression: string, path: string): string[] {
    const value = this.value(expression, path);
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.fault(path, 'the value is not a list of strings');
  }

  private string(expression: string, path: string): string {
    const value = this.value(expression, path);
    if (typeof value === 'string') return value;
    throw this.fault(path, 'the value is not a string');
  }

  private number(expression: string, path: string): number {
    const value = this.value(expression, path);
    if (typeof value === 'number') return value;
    throw this.fault(path, 'the value is not a number');
  }

  private isTrue(expression: string, path: string, more: JsonObject = {}): boolean {
    const value = this.value(expression, path, more);
    if (typeof value === 'boolean') return value;
    throw this.fault(path, 'the condition is neither true nor false');
  }

  private value(expression: string, path: string, more: JsonObject = {}): Json {
    try {
      return evaluate(expression, { ...this.scope(), ...more });
    } catch (error) {
      if (error instanceof ExpressionError) throw this.fault(path, error.message);
      throw error;
    }
  }

  private scope(): JsonObject {
    const { args, world } = this.input;
    if (this.inScope?.state !== this.state) this.inScope = { state: this.state, world: collectionsIn(this.state) };
    return { args, user: world.user, now: world.now, world: this.inScope.world, ...this.bound };
  }

  private collection(name: string, path: string) {
    const collection = this.input.collections.get(name);
    if (collection === undefined) throw this.fault(path, `no toolkit declares the collection "${name}"`);
    return collection;
  }

  private fault(path: string, reason: string): ToolkitFault {
    return new ToolkitFault(this.input.tool.name, path, reason);
  }
}

/** A value of the same type as another one, and not it: an excerpt of a text differs wherever it is cut. */
function otherThan(value: Json): Json {
  if (typeof value === 'string') return `other than ${value} or not`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.length === 0 ? ['another value'] : value.map(otherThan);
  if (value === null) return 'another value';
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, otherThan(inner)]));
}

function sorted(records: readonly WorldRecord[], by: string): WorldRecord[] {
  const descending = by.startsWith('-');
  const property = descending ? by.slice(1) : by;
  const direction = descending ? -1 : 1;
  return records.toSorted((a, b) => direction * compare(a[property], b[property]));
}

/** Records without the property come last when ascending. */
function compare(a: Json | undefined, b: Json | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [idText(a), idText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
