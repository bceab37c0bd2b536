import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { isObject, type Json, type JsonObject, type Tool } from '../../contract/index.ts';
import { createEnvironment, nodesOf, summaryOf, treeOf } from './expression.ts';
import { unboundedReason } from './static-cost.ts';
import type { Collections } from '../state.ts';

/** A part of an expression that is wrong, and why. */
interface Fault {
  readonly reason: string;
  /** Where it begins in the expression, in characters from 0. */
  readonly at: number;
}

/** So many names are offered. */
const most = 3;

/** Types of the variables an expression may use, by name. */
export type Variables = Readonly<Record<string, string>>;

/** What a type check finds: the type of the expression, or what is wrong with it, and at which of its characters from 0. */
export type TypeVerdict =
  | { readonly ok: true; readonly type: string }
  | { readonly ok: false; readonly reason: string; readonly at?: number };

/** Checks expressions against the schemas in scope. */
export interface TypeChecker {
  /** The type of a value with this schema, for use in `Variables`. */
  typeOf(schema: Json | undefined): string;
  /** The type of one record of a collection; `dyn` where nothing declares it. */
  recordType(collection: string): string;
  /** The type of a map from collections to lists of records (`world`, `created`), or to their updates. */
  readonly worldType: string;
  readonly updatesType: string;
  /** Checks an expression of a toolkit, or of a case's checks, which have functions of their own. */
  check(expression: string, variables: Variables, owner?: ExpressionOwner): TypeVerdict;
}

type ExpressionOwner = 'toolkit' | 'checks';

/** What reads an expression: as it stands, and with every optional access written as a plain one. */
interface Readers {
  readonly asWritten: Environment;
  readonly asPlain: Environment;
}

const recordPrefix = 'Record_';

/**
 * A type checker for the collections in scope. Numbers are `dyn`, for JSON does not tell 4 from 4.0; what a schema
 * leaves open is `dyn` too. A name that is not declared is refused, inside `has()` and `.?` as well.
 */
export function createTypeChecker(collections: Collections): TypeChecker {
  let base = createEnvironment({ unlistedVariablesAreDyn: false });
  let frozen = false;
  const readers = new Map<string, Readers>();
  const readersFor = (variables: Variables, owner: ExpressionOwner): Readers => {
    const key = JSON.stringify([owner, variables]);
    const known = readers.get(key);
    if (known !== undefined) return known;
    const asWritten = base.clone();
    frozen = true;
    if (owner === 'checks') {
      asWritten.registerFunction('outside(string): bool', () => true);
      asWritten.registerFunction('asked(list): bool', () => true);
      asWritten.registerFunction('leaked(string): bool', () => true);
    }
    for (const [name, type] of Object.entries(variables)) asWritten.registerVariable(name, type);
    const made = { asWritten, asPlain: withPlainAccesses(asWritten) };
    readers.set(key, made);
    return made;
  };
  const types = new WeakMap<JsonObject, string>();
  let objects = 0;
  const typeOf = (schema: Json | undefined): string => {
    if (!isObject(schema)) return 'dyn';
    switch (schema.type) {
      case 'string':
        return 'string';
      case 'boolean':
        return 'bool';
      case 'array':
        return `list<${typeOf(schema.items)}>`;
      case 'object': {
        if (!isObject(schema.properties)) return 'map<string, dyn>';
        const known = types.get(schema);
        if (known !== undefined) return known;
        objects += 1;
        const type = `Object_${objects}`;
        register(type, schema.properties);
        types.set(schema, type);
        return type;
      }
      default:
        return Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string') ? 'string' : 'dyn';
    }
  };
  const register = (type: string, properties: JsonObject): void => {
    const fields = Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, typeOf(of)]));
    // An environment that was cloned takes no more types; its clone does.
    if (frozen) base = base.clone();
    frozen = false;
    base.registerType({ name: type, schema: fields });
  };
  for (const [name, { schema }] of collections) {
    register(recordPrefix + name, isObject(schema.properties) ? schema.properties : {});
    base.registerType({ name: `Update_${name}`, schema: { before: recordPrefix + name, after: recordPrefix + name } });
  }
  const names = [...collections.keys()];
  const lists = (prefix: string) => Object.fromEntries(names.map((name) => [name, `list<${prefix}${name}>`]));
  base.registerType({ name: 'WorldRecords', schema: lists(recordPrefix) });
  base.registerType({ name: 'WorldUpdates', schema: lists('Update_') });
  return {
    typeOf,
    worldType: 'WorldRecords',
    updatesType: 'WorldUpdates',
    recordType: (collection) => (collections.has(collection) ? recordPrefix + collection : 'dyn'),
    check: (expression, variables, owner = 'toolkit') => checkExpression(expression, readersFor(variables, owner)),
  };
}

/** An environment with what stands for `has`, `orValue` and `hasValue` where accesses are written as plain ones. */
function withPlainAccesses(environment: Environment): Environment {
  const plain = environment.clone();
  plain.registerFunction('seen(dyn): bool', () => true);
  for (const name of ['orElse', 'isThere']) {
    const params = name === 'orElse' ? [{ name: 'other', type: 'dyn' }] : [];
    plain.registerFunction({
      name,
      receiverType: 'dyn',
      returnType: 'dyn',
      params,
      handler: (value: unknown) => value,
    });
  }
  return plain;
}

function checkExpression(expression: string, { asWritten, asPlain }: Readers): TypeVerdict {
  let ast: ASTNode;
  try {
    ast = asWritten.parse(expression).ast;
  } catch (error) {
    return { ok: false, reason: summaryOf(error), ...startOf(error) };
  }
  const unknown = unknownFunction(nodesOf(ast), { expression, environment: asWritten });
  if (unknown !== null) return { ok: false, ...unknown };
  const first = asWritten.check(expression);
  if (!first.valid || first.type === undefined) {
    return { ok: false, reason: withHint(summaryOf(first.error)), ...startOf(first.error) };
  }
  const unbounded = unboundedReason(ast);
  if (unbounded !== null) return { ok: false, reason: unbounded };
  // `has(x.y)` and `x.?y` pass whatever y is. Read as plain accesses, a misspelt name shows.
  const second = asPlain.check(asPlainAccesses(expression, ast));
  if (!second.valid) return { ok: false, reason: summaryOf(second.error) };
  if (first.type.startsWith('optional'))
    return { ok: false, reason: 'the value is optional; end it with .orValue(...)' };
  return { ok: true, type: first.type };
}

function startOf(error: unknown): { readonly at?: number } {
  const range = error instanceof Error && 'range' in error ? error.range : null;
  const isPlaced = typeof range === 'object' && range !== null && 'start' in range && typeof range.start === 'number';
  return isPlaced ? { at: range.start as number } : {};
}

function withHint(reason: string): string {
  return /^no such overload: list<.*> \+ list</.test(reason) ? `${reason} (wrap the second in dyn(...))` : reason;
}

/** The source with every optional access written as a plain one. Text in string literals is left alone. */
function asPlainAccesses(expression: string, ast: ASTNode): string {
  const literals = nodesOf(ast)
    .filter((node) => node.op === 'value' && typeof node.args === 'string')
    .map(({ start, end }) => [start, end] as const);
  return expression.replace(/[.[]\s*\?|\b(?:has|orValue|hasValue)(?=\s*\()/g, (found, at: number) => {
    if (literals.some(([start, end]) => at >= start && at < end)) return found;
    return { has: 'seen', orValue: 'orElse', hasValue: 'isThere' }[found] ?? found.replace('?', '');
  });
}

/** The names of tools an expression compares `.tool` with. */
export function toolNamesIn(expression: string): string[] {
  return nodesOf(treeOf(expression)).flatMap((node) => {
    if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return [];
    const [left, right] = node.args;
    if (isToolField(left)) return textsOf(right);
    return isToolField(right) ? textsOf(left) : [];
  });
}

function isToolField(node: ASTNode): boolean {
  return node.op === '.' && node.args[1] === 'tool';
}

function textsOf(node: ASTNode): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : [];
  return node.op === 'list' ? node.args.flatMap(textsOf) : [];
}

/** The facts about the user an expression reads. */
export function userFactsIn(expression: string): string[] {
  return nodesOf(treeOf(expression)).flatMap((node) =>
    node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'user' ? [node.args[1]] : [],
  );
}

/** Whether an expression reads a variable. */
export function readsVariable(expression: string, name: string): boolean {
  return nodesOf(treeOf(expression)).some((node) => node.op === 'id' && node.args === name);
}

/**
 * The optional arguments of a tool that an expression reads without asking whether they were given. `guards` are
 * conditions under which alone the expression is evaluated.
 */
export function unguardedArguments(expression: string, tool: Tool, guards: readonly string[] = []): string[] {
  const properties = isObject(tool.inputSchema.properties) ? Object.keys(tool.inputSchema.properties) : [];
  const required = Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : [];
  const asked = [expression, ...guards].join('\n').replaceAll(/\s/g, '');
  const read = new Set([...expression.matchAll(/\bargs\.(\w+)/g)].map(([, name]) => name));
  return properties.filter(
    (name) => !required.includes(name) && read.has(name) && !asked.includes(`has(args.${name})`),
  );
}

/** Whether a value of this type can stand where the schema is. `null` stands for the removal of a property. */
export function fits(type: string, schema: Json | undefined): boolean {
  if (type === 'dyn' || type === 'null' || !isObject(schema)) return true;
  const wanted = schema.type;
  if (wanted === undefined)
    return Array.isArray(schema.enum) ? type === 'string' || typeof schema.enum[0] !== 'string' : true;
  const kinds: Record<string, readonly string[]> = {
    string: ['string'],
    bool: ['boolean'],
    int: ['number', 'integer'],
    uint: ['number', 'integer'],
    double: ['number', 'integer'],
  };
  const possible = kinds[type] ?? (type.startsWith('list') ? ['array'] : ['object']);
  return (Array.isArray(wanted) ? wanted : [wanted]).some((one) => typeof one === 'string' && possible.includes(one));
}

/** The first call of a function that there is none of, with the names that are near; null where all are known. */
function unknownFunction(
  nodes: readonly ASTNode[],
  { expression, environment }: { readonly expression: string; readonly environment: Environment },
): Fault | null {
  const calls = nodes.filter((node) => node.op === 'call' || node.op === 'rcall');
  if (calls.length === 0) return null;
  const known = new Set(environment.getDefinitions().functions.map(({ name }) => name));
  for (const node of calls) {
    const [name] = node.args;
    if (known.has(name)) continue;
    const from = node.op === 'rcall' ? node.args[1].end : node.start;
    return { reason: wordsFor(name, [...known]), at: Math.max(from, expression.indexOf(name, from)) };
  }
  return null;
}

function wordsFor(name: string, known: readonly string[]): string {
  const near = nearNames(name, known);
  return `there is no function ${name}()${near.length === 0 ? '' : `: did you mean ${near.map((one) => `${one}()`).join(' or ')}?`}`;
}

/** The names that share most of their pairs of letters with one, the nearest first. */
function nearNames(name: string, known: readonly string[]): string[] {
  return known
    .map((one) => ({ one, share: likeness(one, name) }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most)
    .map(({ one }) => one);
}

/** From 0 to 1: twice the pairs of letters that both have, as a share of all. */
function likeness(one: string, other: string): number {
  const [own, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...own].filter((pair) => others.has(pair));
  return (2 * shared.length) / Math.max(1, own.size + others.size);
}

function pairsOf(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase();
  return new Set(Array.from(letters, (_, at) => letters.slice(at, at + 2)).filter((pair) => pair.length === 2));
}
