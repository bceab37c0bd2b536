import { z } from 'zod';
import { type Json, jsonObjectSchema, jsonSchema, type Outcome } from '../../contract/index.ts';

/**
 * The last of `intermediate_steps`, which is no call. Three forms of it are about: `[{ return_values, log, type }, ""]`
 * (`object`), `[[return_values, log], ""]` (`list`), the only one the original's evaluator can read, and
 * `[return_values, log]` (`bare`).
 */
const finishFormSchema = z.strictObject({
  form: z.enum(['object', 'list', 'bare', 'none']),
  values: jsonObjectSchema.exactOptional().describe('what return_values holds beside the output'),
  extra: jsonObjectSchema.exactOptional().describe('what the object form holds beside return_values and log'),
  second: jsonSchema.exactOptional().describe('what stands in the place of ""'),
});

type FinishForm = z.infer<typeof finishFormSchema>;

/** A finish step, read. */
interface FinishStep {
  readonly output: string;
  readonly log: string;
  readonly form: FinishForm;
}

const valuesSchema = z.object({ output: z.string() }).catchall(jsonSchema);

const objectSchema = z.object({ return_values: valuesSchema, log: z.string() }).catchall(jsonSchema);

/** An outcome that is not an error of the program's: those have a line of another shape. */
type Ended = Exclude<Outcome, { kind: 'error' }>;

/**
 * How a line says its outcome: `lead` is what stands before the outcome's own words in `output`, `log` what surrounds
 * them in the log of the finish step, or the whole of that log where it does not end in them.
 */
export const endingSchema = z.strictObject({
  kind: z.enum(['finished', 'quit', 'step-limit', 'budget']),
  lead: z.string(),
  log: z.union([z.string(), z.tuple([z.string(), z.string()])]),
  finish: finishFormSchema,
});

export type Ending = z.infer<typeof endingSchema>;

/** What the original says in the place of an answer when it stops the agent. */
const iterationLimit = 'Agent stopped due to iteration limit or time limit.';
const otherLimit = 'Agent stopped: ';

/** Takes the finish step, where there is one, from the steps that are calls. */
export function splitSteps(steps: readonly Json[]): { calls: readonly Json[]; finish: FinishStep | undefined } {
  const finish = readFinishStep(steps.at(-1));
  return { calls: finish === undefined ? steps : steps.slice(0, -1), finish };
}

/**
 * The outcome a line reports: `QUIT:` at the start of the output is a quit, the text of the iteration limit
 * `step-limit`, another stop by the program `budget`, all else an answer. The colon some forks leave at its start is no
 * part of it.
 */
export function readEnding(
  output: string,
  finish: FinishStep | undefined,
  asks: (answer: string) => boolean,
): { outcome: Ended; ending: Ending } {
  const { outcome, lead } = readOutput(output, asks);
  const form = finish?.form ?? { form: 'none' as const };
  const isOther = finish !== undefined && finish.output !== output;
  return {
    outcome,
    ending: {
      kind: outcome.kind,
      lead,
      log: splitLog(finish?.log ?? '', wordsOf(outcome)),
      finish: isOther ? { ...form, values: { ...form.values, output: finish.output } } : form,
    },
  };
}

/** The output and the finish step (or none) of an outcome, in the manner of the ending it was read with. */
export function writeEnding(outcome: Ended, ending: Ending | undefined): { output: string; finish: Json[] } {
  const usual = usualEnding(outcome.kind);
  const { lead, log, finish } =
    ending?.kind === outcome.kind ? ending : { ...usual, finish: ending?.finish ?? usual.finish };
  const words = wordsOf(outcome);
  const output = lead + words;
  return {
    output,
    finish: writeFinishStep({ output, log: typeof log === 'string' ? log : log.join(words), form: finish }),
  };
}

function readOutput(output: string, asks: (answer: string) => boolean): { outcome: Ended; lead: string } {
  const quit = /^(?::\s*)?QUIT:\s*/.exec(output)?.[0];
  if (quit !== undefined) return { outcome: { kind: 'quit', reason: output.slice(quit.length) }, lead: quit };
  if (/^Agent stopped due to (iteration limit or time limit|max iterations)\.$/.test(output)) {
    return { outcome: { kind: 'step-limit' }, lead: output };
  }
  if (output.startsWith(otherLimit)) {
    return { outcome: { kind: 'budget', message: output.slice(otherLimit.length) }, lead: otherLimit };
  }
  const lead = /^:\s*/.exec(output)?.[0] ?? '';
  const answer = output.slice(lead.length);
  return { outcome: { kind: 'finished', answer, asks: asks(answer) }, lead };
}

/** What surrounds the words at the end of a log. */
function splitLog(log: string, words: string): Ending['log'] {
  const text = log.trimEnd();
  const end = text.length - words.trimEnd().length;
  const isAtEnd = words !== '' && log.startsWith(words, end);
  return isAtEnd ? [log.slice(0, end), log.slice(end + words.length)] : log;
}

function wordsOf(outcome: Ended): string {
  switch (outcome.kind) {
    case 'finished':
      return outcome.answer;
    case 'quit':
      return outcome.reason;
    case 'budget':
      return outcome.message;
    case 'step-limit':
      return '';
  }
}

function usualEnding(kind: Ended['kind']): Ending {
  const finish = { form: 'list' } as const;
  switch (kind) {
    case 'finished':
      return { kind, lead: '', log: ['Final Answer: ', '\n'], finish };
    case 'quit':
      return { kind, lead: 'QUIT: ', log: ['QUIT: ', '\n'], finish };
    case 'budget':
      return { kind, lead: otherLimit, log: '', finish };
    case 'step-limit':
      return { kind, lead: iterationLimit, log: '', finish };
  }
}

/** Reads a step as a finish step; undefined where it is none. */
function readFinishStep(step: Json | undefined): FinishStep | undefined {
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
function writeFinishStep({ output, log, form: described }: FinishStep): Json[] {
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
