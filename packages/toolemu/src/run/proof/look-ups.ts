import type { Collection, Json, JsonObject, Tool, WorldRecord } from '../../contract/index.ts';
import { compileSchema, isObject } from '../../world/index.ts';
import { fitsPart } from './fits-part.ts';

/** Whether a tool looks into a collection: by a find, or in an expression. */
export function looksInto({ effects = [], result }: Tool, collection: string): boolean {
  if (effects.some((effect) => 'find' in effect && effect.find === collection)) return true;
  return new RegExp(`\\bworld\\.${collection}\\b`).test(JSON.stringify([effects, result ?? null]));
}

/**
 * Ways of asking a tool for one record, each fitting the input schema: by its key, by what it holds, by each of its
 * texts where words are searched for; without a criterion first, then with each.
 */
export function* lookUps(tool: Tool, record: WorldRecord, { key }: Collection): Generator<JsonObject> {
  const { inputSchema } = tool;
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const options = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesFor(name, schema, record, key)]),
  );
  const always = Object.keys(properties).filter((name) => required.includes(name) || isLimit(name));
  const optional = Object.keys(properties).filter((name) => !always.includes(name));
  const bases = combinations(always, options);
  const fits = compileSchema(inputSchema);
  for (const base of bases) if (fits(base)) yield base;
  const most = Math.max(0, ...optional.map((name) => options[name]?.length ?? 0));
  // The likeliest value of each criterion before the second of any.
  for (let at = 0; at < most; at += 1) {
    for (const name of optional) {
      const value = options[name]?.[at];
      if (value === undefined) continue;
      for (const base of bases) if (fits({ ...base, [name]: value })) yield { ...base, [name]: value };
    }
  }
}

/** Whether a result holds the record itself, not only its key in another record. */
export function holdsRecord(result: Json, id: Json | undefined, { key, schema }: Collection): boolean {
  if (Array.isArray(result)) return result.some((item) => holdsRecord(item, id, { key, schema }));
  if (!isObject(result)) return false;
  const declared = isObject(schema.properties) ? schema.properties : {};
  if (result[key] === id && Object.keys(result).every((name) => Object.hasOwn(declared, name))) return true;
  return Object.values(result).some((inner) => holdsRecord(inner, id, { key, schema }));
}

function combinations(names: readonly string[], options: Readonly<Record<string, readonly Json[]>>): JsonObject[] {
  return names.reduce<JsonObject[]>(
    (bases, name) =>
      bases.flatMap((base) => (options[name] ?? []).map((value) => ({ ...base, [name]: value }))).slice(0, 64),
    [{}],
  );
}

function isLimit(name: string): boolean {
  return /limit$/i.test(name);
}

function valuesFor(name: string, schema: Json | undefined, record: WorldRecord, key: string): Json[] {
  if (!isObject(schema)) return [];
  return candidates(name, schema, record, key).filter((value) => fitsPart(schema, value));
}

function candidates(name: string, schema: JsonObject, record: WorldRecord, key: string): Json[] {
  if (isLimit(name)) return typeof schema.maximum === 'number' ? [schema.maximum] : [50];
  const singular = name.replace(/s$/, '');
  const named =
    [name, singular].find((one) => Object.hasOwn(record, one)) ?? (speaksOf(singular, key) ? key : undefined);
  const own = named === undefined ? undefined : record[named];
  if (own !== undefined) return Array.isArray(own) ? [own, ...own] : [own, [own]];
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.type === 'boolean') return [true, false];
  const texts = textsIn(record);
  if (schema.type === 'array') return texts.map((text) => [text]);
  if (isTime(schema)) return [...boundsOf(name, schema), ...texts];
  return texts;
}

/** Whether an argument's name is that of a key, whole or at its end: `fromAccountId`, or `id` for `accountId`. */
function speaksOf(name: string, key: string): boolean {
  return (
    name.toLowerCase().endsWith(key.toLowerCase()) ||
    (name.length > 1 && key.toLowerCase().endsWith(name.toLowerCase()))
  );
}

function isTime({ format, pattern }: JsonObject): boolean {
  return format === 'date' || format === 'date-time' || (typeof pattern === 'string' && pattern.includes('\\d'));
}

function boundsOf(name: string, { format, pattern }: JsonObject): Json[] {
  const isDate = format === 'date' || (typeof pattern === 'string' && !pattern.includes('T'));
  const [first, last] = isDate ? ['2000-01-01', '2099-12-31'] : ['2000-01-01T00:00:00Z', '2099-12-31T23:59:59Z'];
  return /^(to|until|end|before)|(To|Until|End|Before)$/.test(name) ? [last] : [first];
}

function textsIn(record: WorldRecord): string[] {
  return Object.values(record).flatMap((value) =>
    typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [],
  );
}
