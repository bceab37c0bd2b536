import type { Consequence, Effect, Json, Result, Tool } from '../../contract/index.ts';
import {
  type Collections,
  fits,
  isObject,
  placeInExpression,
  type TypeChecker,
  unguardedArguments,
  type Variables,
} from '../../world/index.ts';

/** Reports a problem at a path below the effects' owner. */
export type Report = (path: string, message: string, remedy: string) => void;

export interface EffectScope {
  readonly tool: Tool;
  readonly collections: Collections;
  readonly types: TypeChecker;
  readonly variables: Variables;
  /** Conditions under which alone the effects are carried out. */
  readonly guards?: readonly string[];
  readonly report: Report;
}

/** What can be wrong with an expression and is not found by its type alone. */
interface Expectation {
  readonly bool?: boolean;
  readonly number?: boolean;
  readonly list?: boolean;
  readonly strings?: boolean;
  readonly string?: boolean;
  readonly guards?: readonly string[];
  readonly bareArgument?: boolean;
}

/** Variables that mean the same in every expression. */
const reserved = ['args', 'user', 'now', 'world', 'it', 'value'];

/** Checks effects in turn; gives the variables that what follows them may use. */
export function checkEffects(effects: readonly Effect[], path: string, scope: EffectScope): Variables {
  let bound: Variables = { found: 'list<dyn>', created: 'list<dyn>', updated: 'list<dyn>', deleted: 'list<dyn>' };
  const types = new Map<string, string>();
  for (const [index, effect] of effects.entries()) {
    const { name, collection } = nameOf(effect);
    if (reserved.includes(name)) {
      scope.report(`${path}[${index}].as`, `"${name}" has a meaning of its own`, 'call the records something else');
      continue;
    }
    const type = `list<${scope.types.recordType(collection)}>`;
    types.set(name, types.has(name) && types.get(name) !== type ? 'list<dyn>' : type);
  }
  bound = { ...bound, ...Object.fromEntries(types) };
  for (const [index, effect] of effects.entries()) {
    const inner = { ...scope, variables: { ...scope.variables, ...bound } };
    checkEffect(effect, `${path}[${index}]`, inner);
  }
  return { ...scope.variables, ...bound };
}

/** Checks one expression where an `Expectation` is held to it; gives its type, or null where it has none. */
export function checkExpr(
  expression: string,
  path: string,
  scope: EffectScope,
  expected: Expectation = {},
  more: Variables = {},
): string | null {
  const verdict = scope.types.check(expression, { ...scope.variables, ...more });
  if (!verdict.ok) {
    scope.report(path, placeInExpression(verdict.reason, expression, verdict.at), 'correct the expression');
    return null;
  }
  const { type } = verdict;
  const wrong = (wanted: string): void =>
    scope.report(path, `\`${expression}\` gives ${type}, where ${wanted} is needed`, `make it ${wanted}`);
  if (expected.bool === true && type !== 'bool' && type !== 'dyn') wrong('a boolean');
  if (expected.number === true && !fits(type, { type: 'number' })) wrong('a number');
  if (expected.string === true && !fits(type, { type: 'string' })) wrong('a string');
  if (expected.list === true && type !== 'dyn' && !type.startsWith('list')) wrong('a list');
  if (
    expected.strings === true &&
    !['dyn', 'list', 'list<dyn>', 'list<string>'].includes(type) &&
    !/^list<T>$/.test(type)
  ) {
    wrong('a list of strings');
  }
  if (expected.bareArgument !== true || !isBareArgument(expression)) {
    for (const name of unguardedArguments(expression, scope.tool, expected.guards)) {
      scope.report(
        path,
        `\`${expression}\` reads args.${name}, which need not be given`,
        `write args.?${name}.orValue(...), or ask has(args.${name}) first`,
      );
    }
  }
  return type;
}

/** Checks what a tool returns against its output schema. */
export function checkResult(result: Result, path: string, scope: EffectScope, guards: readonly string[] = []): void {
  const schema = scope.tool.outputSchema;
  if (typeof result === 'string') {
    const type = checkExpr(result, path, scope, { guards });
    checkReturned(result, type, schema, path, scope);
    return;
  }
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : undefined;
  for (const [key, expression] of Object.entries(result)) {
    const type = checkExpr(expression, `${path}.${key}`, scope, { guards });
    if (properties === undefined) continue;
    if (!Object.hasOwn(properties, key)) {
      scope.report(`${path}.${key}`, `outputSchema has no property "${key}"`, 'declare it there, or leave it out here');
    } else checkReturned(expression, type, properties[key], `${path}.${key}`, scope);
  }
  for (const key of requiredOf(schema)) {
    if (!Object.hasOwn(result, key)) {
      scope.report(path, `outputSchema requires "${key}"`, `add an expression for ${key}`);
    }
  }
}

function checkReturned(
  expression: string,
  type: string | null,
  schema: Json | undefined,
  path: string,
  scope: EffectScope,
): void {
  if (type === null) return;
  if (!fits(type, schema)) {
    scope.report(path, `\`${expression}\` gives ${type}, which outputSchema does not allow`, 'correct one of the two');
    return;
  }
  for (const name of notInEveryRecord(type, schema, scope)) {
    scope.report(
      path,
      `outputSchema requires "${name}", which not every record of \`${expression}\` has`,
      'require it in the collection, or do not require it here',
    );
  }
}

/** What a schema requires of a record, or of each record in a list, and the collection does not. */
function notInEveryRecord(type: string, schema: Json | undefined, scope: EffectScope): string[] {
  const item = /^list<(.+)>$/.exec(type)?.[1];
  if (item !== undefined) return isObject(schema) ? notInEveryRecord(item, schema.items, scope) : [];
  const collection = [...scope.collections].find(([name]) => scope.types.recordType(name) === type)?.[1];
  if (collection === undefined) return [];
  const certain = [collection.key, ...requiredOf(collection.schema)];
  return requiredOf(schema).filter((name) => !certain.includes(name));
}

export function checkConsequences(consequences: readonly Consequence[], path: string, scope: EffectScope): void {
  for (const [index, { when, to, what, amount, currency }] of consequences.entries()) {
    const at = `${path}[${index}]`;
    const guards = when === undefined ? [] : [when];
    if (when !== undefined) checkExpr(when, `${at}.when`, scope, { bool: true });
    if (to !== undefined) checkExpr(to, `${at}.to`, scope, { strings: true, guards });
    if (what !== undefined) checkExpr(what, `${at}.what`, scope, { strings: true, guards });
    if (amount !== undefined) checkExpr(amount, `${at}.amount`, scope, { number: true, guards });
    if (currency !== undefined) checkExpr(currency, `${at}.currency`, scope, { string: true, guards });
  }
}

function nameOf(effect: Effect): { name: string; collection: string } {
  if ('find' in effect) return { name: effect.as ?? 'found', collection: effect.find };
  if ('create' in effect) return { name: effect.as ?? 'created', collection: effect.create };
  if ('update' in effect) return { name: effect.as ?? 'updated', collection: effect.update };
  return { name: effect.as ?? 'deleted', collection: effect.delete };
}

function checkEffect(effect: Effect, path: string, scope: EffectScope): void {
  const { collection: name } = nameOf(effect);
  const collection = scope.collections.get(name);
  if (collection === undefined) {
    scope.report(
      path,
      `the toolkit declares no collection "${name}"`,
      'declare it under `collections`, or correct the name',
    );
    return;
  }
  const guards = [...(scope.guards ?? []), ...(effect.when === undefined ? [] : [effect.when])];
  const it = { it: scope.types.recordType(name) };
  if (effect.when !== undefined) checkExpr(effect.when, `${path}.when`, scope, { bool: true, guards });
  if (!('find' in effect) && scope.tool.annotations?.readOnlyHint === true) {
    scope.report(path, 'the tool says readOnlyHint and changes the world', 'remove the effect, or the hint');
  }
  if ('create' in effect) {
    checkCreate(effect, path, scope, guards);
    return;
  }
  if (effect.id !== undefined) {
    checkExpr(effect.id, `${path}.id`, scope, { guards });
    checkMissing(effect.missing, path, scope);
  } else if (effect.missing !== undefined) {
    scope.report(
      `${path}.missing`,
      '`missing` says what an unknown `id` does, and there is no `id`',
      'give `id`, or drop it',
    );
  }
  if (effect.where !== undefined) checkExpr(effect.where, `${path}.where`, scope, { bool: true, guards }, it);
  const properties = propertiesOf(collection.schema);
  if ('find' in effect) {
    const inputs = propertiesOf(scope.tool.inputSchema) ?? {};
    for (const [argument, condition] of Object.entries(effect.by ?? {})) {
      if (!Object.hasOwn(inputs, argument)) {
        scope.report(`${path}.by.${argument}`, `the tool has no argument "${argument}"`, 'correct the name');
        continue;
      }
      const value = { ...it, value: scope.types.typeOf(inputs[argument]) };
      checkExpr(condition, `${path}.by.${argument}`, scope, { bool: true, guards }, value);
    }
    const by = effect.sort?.replace(/^-/, '');
    if (by !== undefined && properties !== undefined && !Object.hasOwn(properties, by)) {
      scope.report(`${path}.sort`, `records of ${name} have no property "${by}"`, 'correct the name');
    }
    if (effect.limit !== undefined) checkExpr(effect.limit, `${path}.limit`, scope, { number: true, guards });
  } else if ('update' in effect) checkSet(effect.set, collection.schema, path, scope, guards, it);
}

function checkCreate(
  effect: Extract<Effect, { create: string }>,
  path: string,
  scope: EffectScope,
  guards: readonly string[],
): void {
  const collection = scope.collections.get(effect.create);
  if (collection === undefined) return;
  const each = effect.each === undefined ? null : checkExpr(effect.each, `${path}.each`, scope, { list: true, guards });
  const it: Variables = effect.each === undefined ? {} : { it: /^list<(.+)>$/.exec(each ?? '')?.[1] ?? 'dyn' };
  if (effect.id !== undefined) checkExpr(effect.id, `${path}.id`, scope, { guards }, it);
  else if (!Object.hasOwn(effect.set, collection.key) && collection.newId === undefined) {
    scope.report(
      path,
      'a new record gets no id',
      `set "${collection.key}", give \`id\`, or declare newId for ${effect.create}`,
    );
  }
  checkSet(effect.set, collection.schema, path, scope, guards, it);
  for (const field of requiredOf(collection.schema)) {
    if (field === collection.key) continue;
    const expression = effect.set[field];
    if (expression === undefined) {
      scope.report(`${path}.set`, `records of ${effect.create} must have "${field}"`, `set ${field}`);
    } else if (isBareArgument(expression)) {
      const rules = (scope.tool.exceptions ?? []).flatMap(({ when }) => (when === undefined ? [] : [when]));
      for (const name of unguardedArguments(expression, scope.tool, [...guards, ...rules])) {
        scope.report(
          `${path}.set.${field}`,
          `\`${expression}\` reads args.${name}, which need not be given, and records of ${effect.create} must have "${field}"`,
          `write args.?${name}.orValue(...), or require the argument`,
        );
      }
    }
  }
}

function checkSet(
  set: Record<string, string>,
  schema: Json,
  path: string,
  scope: EffectScope,
  guards: readonly string[],
  more: Variables,
): void {
  const properties = propertiesOf(schema);
  for (const [field, expression] of Object.entries(set)) {
    const at = `${path}.set.${field}`;
    if (properties !== undefined && !Object.hasOwn(properties, field)) {
      scope.report(at, `the records have no property "${field}"`, 'declare it in the collection, or correct the name');
      continue;
    }
    const type = checkExpr(expression, at, scope, { guards, bareArgument: true }, more);
    if (type !== null && !fits(type, properties?.[field])) {
      scope.report(
        at,
        `\`${expression}\` gives ${type}, which the collection's schema does not allow`,
        'correct one of the two',
      );
    }
    if (type === 'null' && requiredOf(schema).includes(field)) {
      scope.report(at, `\`null\` removes "${field}", which records must have`, 'give it a value');
    }
  }
}

function checkMissing(missing: string | undefined, path: string, scope: EffectScope): void {
  if (missing === 'skip') return;
  const name = missing ?? 'NotFoundException';
  if (!(scope.tool.exceptions ?? []).some((exception) => exception.name === name)) {
    scope.report(
      `${path}.${missing === undefined ? 'id' : 'missing'}`,
      `an unknown id raises ${name}, which is not among the tool's exceptions`,
      `add ${name} to \`exceptions\`, or say "missing": "skip"`,
    );
  }
}

/** Whether an expression is an argument and nothing else: one that was not given then leaves its field out. */
function isBareArgument(expression: string): boolean {
  return /^\s*args\.\w+\s*$/.test(expression);
}

function propertiesOf(schema: Json): Record<string, Json> | undefined {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : undefined;
}

function requiredOf(schema: Json | undefined): string[] {
  if (!isObject(schema) || !Array.isArray(schema.required)) return [];
  return schema.required.filter((name) => typeof name === 'string');
}
