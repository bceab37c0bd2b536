import { _, type Ajv, type FuncKeywordDefinition } from 'ajv';
import { isObject, type Json, type JsonObject } from '../../contract/index.ts';
import { spend, stepsOfText } from '../expressions/step-budget.ts';
import { mapSubschemas } from './subschemas.ts';

/** Keyword by which a schema spends the steps that it takes to hold a value against it. */
const stepsKeyword = 'x-toolemu-steps';

/** Adds the keywords that keep count of what a validation costs. */
export function addSteps(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: stepsKeyword,
    schemaType: 'number',
    before: '$ref',
    code({ gen, data, schema }) {
      const spendOnSchema = gen.scopeValue('func', { ref: spendSteps });
      gen.code(_`${spendOnSchema}(${schema}, ${data})`);
    },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(uniqueItems);
}

function spendSteps(steps: number, value: unknown): void {
  spend(typeof value === 'string' ? steps + stepsOfText(value) : steps);
}

/** A schema that counts the steps of its validation, with the same verdicts. */
export function withSteps(schema: Json): Json {
  if (!isObject(schema)) return schema;
  return { [stepsKeyword]: stepsOf(schema), ...mapSubschemas(schema, withSteps) };
}

/** Steps beyond the first are for the names and the values that a keyword lists. */
function stepsOf(schema: JsonObject): number {
  return (
    1 + ['properties', 'required', 'enum', 'patternProperties'].reduce((sum, name) => sum + count(schema[name]), 0)
  );
}

function count(value: Json | undefined): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Compares items by their texts, which takes as many steps as they have parts; ajv compares each with each. */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: 'full',
  compile(isWanted: boolean) {
    const validate = (items: Json[]): boolean => {
      const repeated = isWanted ? lastRepeated(items) : null;
      if (repeated === null) return true;
      const [i, j] = repeated;
      const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
      Object.assign(validate, { errors: [{ keyword: 'uniqueItems', message, params: { i, j } }] });
      return false;
    };
    return validate;
  },
};

/** The places of the last item that is the same as an earlier one, and of that one. */
function lastRepeated(items: readonly Json[]): readonly [number, number] | null {
  const seen = new Map<string, number>();
  let last: readonly [number, number] | null = null;
  for (const [place, item] of items.entries()) {
    const text = sortedText(item);
    const earlier = seen.get(text);
    if (earlier !== undefined) last = [place, earlier];
    seen.set(text, place);
  }
  return last;
}

function sortedText(value: Json): string {
  spend(1);
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${sortedText(inner)}`);
  return `{${parts.toSorted().join()}}`;
}
