import type { JsonObject, JsonSchema } from 'toolemu/contract';
import { objectOf } from '../../../../components/json/json.ts';

/** How a property of a tool's input is asked for. */
export type FieldKind = 'text' | 'prose' | 'number' | 'boolean' | 'choice' | 'texts' | 'date' | 'json';

/** A property of a tool's input, as a field. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly about: string;
  /** How it is to be written, where that is not plain. */
  readonly hint: string;
  /** What can be chosen, each written as JSON. */
  readonly choices: readonly string[];
  readonly schema: JsonObject;
}

/** The fields of an input schema; null where it is not one of an object with named properties. */
export function fieldsOf(schema: JsonSchema): readonly Field[] | null {
  const properties = objectOf(schema.properties);
  if (properties === null || ['oneOf', 'anyOf', 'allOf', '$ref'].some((word) => word in schema)) return null;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).map(([name, value]) => {
    const own = objectOf(value) ?? {};
    const kind = kindOf(name, own);
    return {
      name,
      kind,
      isRequired: required.has(name),
      about: typeof own.description === 'string' ? own.description : '',
      hint: hintOf(kind, own),
      choices: choicesOf(kind, own),
      schema: own,
    };
  });
}

function kindOf(name: string, schema: JsonObject): FieldKind {
  if (Array.isArray(schema.enum)) return 'choice';
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date') return 'date';
      return isProse(name, schema) ? 'prose' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return objectOf(schema.items)?.type === 'string' ? 'texts' : 'json';
    default:
      return 'json';
  }
}

/** Whether a text may be long, or have lines: its name, its description or its length say so. */
function isProse(name: string, { format, pattern, maxLength, description }: JsonObject): boolean {
  if (format !== undefined || pattern !== undefined || name.endsWith('Id')) return false;
  if (typeof maxLength === 'number') return maxLength > 200;
  const about = typeof description === 'string' ? description : '';
  return proseNames.test(name) || proseWords.test(about);
}

const proseNames = /(text|body|message|content|contents|note|notes|description|comment|reason)$/i;
const proseWords = /^(the |a |new |longer |whole )*(text|body|message|content)\b(?! to look for)/i;

function choicesOf(kind: FieldKind, schema: JsonObject): readonly string[] {
  if (kind === 'boolean') return ['true', 'false'];
  return Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)) : [];
}

function hintOf(kind: FieldKind, { format, type, pattern, default: usual }: JsonObject): string {
  const hints: Partial<Record<FieldKind, string>> = { texts: 'one to a line', json: 'as JSON' };
  const parts = [
    hints[kind] ?? '',
    format === 'date-time' ? 'as in 2026-03-03T09:12:00-05:00' : '',
    format === 'email' ? 'an e-mail address' : '',
    type === 'integer' ? 'a whole number' : '',
    typeof pattern === 'string' ? `of the pattern ${pattern}` : '',
    usual === undefined ? '' : `${JSON.stringify(usual)} where it is left out`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
