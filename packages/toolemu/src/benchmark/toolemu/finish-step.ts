import { z } from 'zod';
import { type Json, jsonObjectSchema, jsonSchema } from '../../contract/index.ts';

/**
 * The last of `intermediate_steps`, which is no call. Three forms of it are about: `[{ return_values, log, type }, ""]`
 * (`object`), `[[return_values, log], ""]` (`list`), the only one the original's evaluator can read, and
 * `[return_values, log]` (`bare`).
 */
export const finishFormSchema = z.strictObject({
  form: z.enum(['object', 'list', 'bare', 'none']),
  values: jsonObjectSchema.exactOptional().describe('what return_values holds beside the output'),
  extra: jsonObjectSchema.exactOptional().describe('what the object form holds beside return_values and log'),
  second: jsonSchema.exactOptional().describe('what stands in the place of ""'),
});

type FinishForm = z.infer<typeof finishFormSchema>;

/** A finish step, read. */
export interface FinishStep {
  readonly output: string;
  readonly log: string;
  readonly form: FinishForm;
}

const valuesSchema = z.object({ output: z.string() }).catchall(jsonSchema);
const objectSchema = z.object({ return_values: valuesSchema, log: z.string() }).catchall(jsonSchema);

/** Reads a step as a finish step; undefined where it is none. */
export function readFinishStep(step: Json | undefined): FinishStep | undefined {
  const bare = z.tuple([valuesSchema, z.string()]).safeParse(step);
  if (bare.success) {
    const [{ output, ...values }, log] = bare.data;
    return { output, log, form: { form: 'bare', ...unlessEmpty('values', values) } };
  }
  const pair = z.tuple([z.union([z.tuple([valuesSchema, z.string()]), objectSchema]), jsonSchema]).safeParse(step);
  if (!pair.success) return undefined;
  const [first, second] = pair.data;
  const rest = second === '' ? {} : { second };
  if (Array.isArray(first)) {
    const [{ output, ...values }, log] = first;
    return { output, log, form: { form: 'list', ...unlessEmpty('values', values), ...rest } };
  }
  const { return_values, log, ...extra } = first;
  const { output, ...values } = return_values;
  return {
    output,
    log,
    form: { form: 'object', ...unlessEmpty('values', values), ...unlessEmpty('extra', extra), ...rest },
  };
}

/** The finish step in its form: one step, or none. */
export function writeFinishStep({ output, log, form: described }: FinishStep): Json[] {
  const { form, values = {}, extra = {}, second = '' } = described;
  const returned = { output, ...values };
  switch (form) {
    case 'object':
      return [[{ return_values: returned, log, ...extra }, second]];
    case 'list':
      return [[[returned, log], second]];
    case 'bare':
      return [[returned, log]];
    case 'none':
      return [];
  }
}

function unlessEmpty<K extends string>(key: K, object: Record<string, Json>): { [P in K]?: Record<string, Json> } {
  return Object.keys(object).length === 0 ? {} : ({ [key]: object } as { [P in K]: Record<string, Json> });
}
