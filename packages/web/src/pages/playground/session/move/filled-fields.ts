import type { Json, JsonObject } from 'toolemu/contract';
import type { Field } from './schema-fields.ts';
import { issueOfValue } from './schema-issues.ts';

/** What stands in the fields, by name: text as typed, a choice as JSON, several texts one to a line. */
export type Filled = Readonly<Record<string, string>>;

/** The input that fields are filled with, or what is wrong at which of them. */
export function argumentsOf(
  fields: readonly Field[],
  filled: Filled,
): { readonly args: JsonObject } | { readonly issues: Readonly<Record<string, string>> } {
  const read = fields.map((field) => ({ field, ...readField(field, filled[field.name] ?? '') }));
  const wrong = read.flatMap(({ field, issue }) => (issue === null ? [] : [[field.name, issue] as const]));
  if (wrong.length > 0) return { issues: Object.fromEntries(wrong) };
  return {
    args: Object.fromEntries(
      read.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value] as const])),
    ),
  };
}

/** Fields filled with an input; null where it has something that no field can show. */
export function filledOf(fields: readonly Field[], args: JsonObject): Filled | null {
  const known = new Map(fields.map((field) => [field.name, field]));
  const entries: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(args)) {
    const field = known.get(name);
    const text = field === undefined ? null : textOf(field, value);
    if (text === null) return null;
    entries.push([name, text]);
  }
  return Object.fromEntries(entries);
}

interface Reading {
  readonly value?: Json;
  readonly issue: string | null;
}

function readField(field: Field, text: string): Reading {
  if (text.trim() === '') return { issue: field.isRequired ? 'is required' : null };
  const { value, issue } = valueOf(field, text);
  if (value === undefined) return { issue };
  return { value, issue: issueOfValue(value, field.schema) };
}

function valueOf({ kind }: Field, text: string): Reading {
  switch (kind) {
    case 'text':
    case 'prose':
    case 'date':
      return { value: text, issue: null };
    case 'number': {
      const value = Number(text);
      return Number.isFinite(value) ? { value, issue: null } : { issue: 'must be a number' };
    }
    case 'texts':
      return { value: text.split('\n').filter((line) => line.trim() !== ''), issue: null };
    case 'boolean':
    case 'choice':
    case 'json':
      try {
        return { value: JSON.parse(text) as Json, issue: null };
      } catch (error) {
        return { issue: `is no JSON: ${(error as Error).message}` };
      }
  }
}

function textOf({ kind, choices }: Field, value: Json): string | null {
  switch (kind) {
    case 'text':
    case 'date':
      return isLine(value) ? value : null;
    case 'prose':
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    case 'number':
      return typeof value === 'number' ? String(value) : null;
    case 'boolean':
    case 'choice':
      return choices.find((choice) => choice === JSON.stringify(value)) ?? null;
    case 'texts':
      return Array.isArray(value) && value.length > 0 && value.every(isLine) ? value.join('\n') : null;
    case 'json':
      return JSON.stringify(value, null, 2);
  }
}

function isLine(value: Json): value is string {
  return typeof value === 'string' && value.trim() !== '' && !/[\n\r]/.test(value);
}
