import { decodeEscapes } from '../errors.ts';
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import type { Tool, Toolkit } from './toolkit.ts';

/** Share definitions only if that saves this many characters. */
const minSavedCharacters = 65_536;

const prefix = '#/$defs/';

/** Moves definitions that several tools repeat to the toolkit, if that saves enough: the form in which files store it. */
export function shareDefinitions(toolkit: Toolkit): Toolkit {
  if (toolkit.$defs !== undefined) return toolkit;
  const uses = new Map<string, { readonly text: string; readonly value: Json; count: number; isOne: boolean }>();
  const texts = new Map<Json, string>();
  for (const [name, value] of toolkit.tools.flatMap(schemasOf).flatMap(definitionsOf)) {
    const text = texts.get(value) ?? JSON.stringify(value);
    texts.set(value, text);
    const known = uses.get(name);
    if (known === undefined) uses.set(name, { text, value, count: 1, isOne: true });
    else {
      known.count += 1;
      known.isOne &&= known.text === text;
    }
  }
  const shared = [...uses].filter(([, { count, isOne }]) => isOne && count > 1);
  const saved = shared.reduce((sum, [, { count, text }]) => sum + (count - 1) * text.length, 0);
  if (saved < minSavedCharacters) return toolkit;
  const names = new Set(shared.map(([name]) => name));
  const $defs = Object.fromEntries(shared.map(([name, { value }]): [string, Json] => [name, value]));
  return { ...toolkit, tools: toolkit.tools.map((tool) => mapSchemas(tool, (one) => without(one, names))), $defs };
}

/** Copies shared definitions into the schemas of the tools that need them: the form in which code uses a toolkit. */
export function expandDefinitions(toolkit: Toolkit): Toolkit {
  const { $defs, ...rest } = toolkit;
  if ($defs === undefined) return toolkit;
  // Schemas that need the same definitions share one object.
  const groups = new Map<string, JsonObject>();
  const referred = new Map<Json, readonly string[]>();
  const expand = (schema: JsonSchema): JsonSchema => {
    const own = objectOf(schema.$defs);
    const { $defs: _own, ...body } = schema;
    const needed = new Set<string>();
    const waiting = [...namesIn(body), ...Object.values(own).flatMap(namesIn)];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const value = Object.hasOwn(own, name) || !Object.hasOwn($defs, name) ? undefined : $defs[name];
      if (value === undefined || needed.has(name)) continue;
      needed.add(name);
      const names = referred.get(value) ?? namesIn(value);
      referred.set(value, names);
      waiting.push(...names);
    }
    if (needed.size === 0) return schema;
    const sorted = [...needed].toSorted();
    const key = JSON.stringify(sorted);
    const group =
      groups.get(key) ?? Object.fromEntries(sorted.map((name): [string, Json] => [name, $defs[name] ?? {}]));
    groups.set(key, group);
    return { ...body, $defs: Object.keys(own).length === 0 ? group : { ...own, ...group } };
  };
  return { ...rest, tools: rest.tools.map((tool) => mapSchemas(tool, expand)) };
}

function schemasOf({ inputSchema, outputSchema }: Tool): JsonSchema[] {
  return outputSchema === undefined ? [inputSchema] : [inputSchema, outputSchema];
}

function definitionsOf({ $defs }: JsonSchema): [string, Json][] {
  return Object.entries(objectOf($defs));
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function mapSchemas(tool: Tool, change: (schema: JsonSchema) => JsonSchema): Tool {
  const { inputSchema, outputSchema } = tool;
  const output = outputSchema === undefined ? {} : { outputSchema: change(outputSchema) };
  return { ...tool, inputSchema: change(inputSchema), ...output };
}

function without(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { $defs, ...rest } = schema;
  if ($defs === undefined) return schema;
  const own = Object.entries(objectOf($defs)).filter(([name]) => !names.has(name));
  return own.length === 0 ? rest : { ...rest, $defs: Object.fromEntries(own) };
}

/** The definitions that references inside a value name. */
function namesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== '$ref' || typeof inner !== 'string') return namesIn(inner);
    if (!inner.startsWith(prefix)) return [];
    const [part = ''] = inner.slice(prefix.length).split('/');
    return [decodeEscapes(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  });
}
