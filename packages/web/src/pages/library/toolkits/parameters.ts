import type { Json, JsonSchema } from 'toolemu/contract';
import { isObject } from '../../../components/json/json.ts';

/** A property of an object, as a reader is told of it. */
export interface Parameter {
  /** With the names of those around it, as in `filter.from`, `items[].id`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const deepest = 6;

/** The properties that a JSON Schema of an object names, those of inner objects below them. */
export function parametersOf(schema: JsonSchema, prefix = '', depth = 0): Parameter[] {
  const { properties, required } = schema;
  if (!isObject(properties) || depth > deepest) return [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const inner = isObject(value) ? value : {};
    const whole = `${prefix}${name}`;
    const isRequired = Array.isArray(required) && required.includes(name);
    return [
      { name: whole, type: typeOf(inner), isRequired, description: textOf(inner.description) },
      ...parametersOf(inner, `${whole}.`, depth + 1),
      ...(isObject(inner.items) ? parametersOf(inner.items, `${whole}[].`, depth + 1) : []),
    ];
  });
}

/** The type that a JSON Schema allows, in words: `one of "a", "b"`, `list of number, 1 to 3`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`;
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) return parts.map((part) => (isObject(part) ? typeOf(part) : 'anything')).join(' or ');
  }
  if (schema.type === 'array') {
    const items = isObject(schema.items) ? typeOf(schema.items) : 'anything';
    return `list of ${items}${rangeOf(schema.minItems, schema.maxItems)}`;
  }
  const name = Array.isArray(schema.type)
    ? schema.type.map((type) => textOf(type, 'anything')).join(' or ')
    : textOf(schema.type, 'anything');
  const about = [schema.format, schema.pattern].map((value) => textOf(value)).filter((text) => text !== '');
  const range = rangeOf(schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength);
  return `${[name, ...about].join(' ')}${range}`;
}

function rangeOf(low: Json | undefined, high: Json | undefined): string {
  if (low === undefined && high === undefined) return '';
  if (high === undefined) return `, at least ${JSON.stringify(low)}`;
  return low === undefined
    ? `, at most ${JSON.stringify(high)}`
    : `, ${JSON.stringify(low)} to ${JSON.stringify(high)}`;
}

function textOf(value: Json | undefined, otherwise = ''): string {
  return typeof value === 'string' ? value : otherwise;
}
