import { entryOf, type Json, type JsonObject } from 'toolemu/contract';

/**
 * What is wrong with a value of a field, as far as plain words of a JSON Schema say; null where nothing is. A pattern is
 * left to the tool's own check, which limits how long it may take.
 */
export function issueOfValue(value: Json, schema: JsonObject): string | null {
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    return `must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`;
  }
  if (typeof value === 'string') return issueOfText(value, schema);
  if (typeof value === 'number') return issueOfNumber(value, schema);
  if (Array.isArray(value)) return issueOfList(value, schema);
  return null;
}

function issueOfText(text: string, { minLength, maxLength, format }: JsonObject): string | null {
  const { length } = Array.from(text);
  if (typeof minLength === 'number' && length < minLength) return `must have at least ${minLength} characters`;
  if (typeof maxLength === 'number' && length > maxLength) return `must have at most ${maxLength} characters`;
  const form = typeof format === 'string' ? entryOf(formats, format) : undefined;
  if (form !== undefined && !form.test(text)) return form.words;
  return null;
}

const formats: Readonly<Record<string, { readonly test: (text: string) => boolean; readonly words: string }>> = {
  date: {
    test: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true,
    words: 'must be a day, as in 2026-03-03',
  },
  'date-time': {
    test: (text) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i.test(text) &&
      !Number.isNaN(Date.parse(text)),
    words: 'must be a moment with seconds and an offset, as in 2026-03-03T09:12:00-05:00',
  },
  email: { test: (text) => /^[^\s@]+@[^\s@]+$/.test(text), words: 'must be an e-mail address' },
};

function issueOfNumber(value: number, schema: JsonObject): string | null {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return `must be more than ${exclusiveMinimum}`;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return `must be less than ${exclusiveMaximum}`;
  return null;
}

function issueOfList(list: readonly Json[], { minItems, maxItems, uniqueItems, items }: JsonObject): string | null {
  if (typeof minItems === 'number' && list.length < minItems) return `must have at least ${minItems} items`;
  if (typeof maxItems === 'number' && list.length > maxItems) return `must have at most ${maxItems} items`;
  if (uniqueItems === true && new Set(list.map((item) => JSON.stringify(item))).size < list.length) {
    return 'must have no item twice';
  }
  if (typeof items !== 'object' || items === null || Array.isArray(items)) return null;
  const found = list.map((item) => issueOfValue(item, items)).findIndex((issue) => issue !== null);
  const issue = found === -1 ? null : issueOfValue(list[found] ?? null, items);
  return issue === null ? null : `item ${found + 1} ${issue}`;
}
