import { z } from 'zod';
import { shareSchema } from './calibration.ts';
import { jsonObjectSchema, jsonSchema } from '../json.ts';
import { costSchema } from '../report/report.ts';
import { instantSchema, recordsSchema, userSchema } from '../benchmark/world.ts';

/** An id as text: services may number their records, and recorders keep the numbers. */
const recordedIdSchema = z.union([z.string(), z.number()]).transform(String);

const changed = { collection: z.string().min(1), id: recordedIdSchema };
const beforeSchema = jsonObjectSchema.nullable().optional();

/** A change as a recorder writes it: what stood there before may be left out. */
export const recordedChangeSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), ...changed, after: jsonObjectSchema }),
  z.strictObject({ op: z.literal('update'), ...changed, before: beforeSchema, after: jsonObjectSchema }),
  z.strictObject({ op: z.literal('delete'), ...changed, before: beforeSchema }),
]);

export type RecordedChange = z.infer<typeof recordedChangeSchema>;

const recordedExceptionSchema = z
  .strictObject({ name: z.string().min(1), message: z.string() })
  .nullable()
  .default(null)
  .describe('the exception that the call raised; null or absent if it succeeded');

/** A real call as a recorder writes it, one on a line: the call, all that went before, and what really came of it. */
export const recordedCallSchema = z.strictObject({
  toolkit: z.string().min(1),
  tool: z.string().min(1),
  args: jsonObjectSchema,
  session: recordedIdSchema.optional().describe('calls of one session are not independent'),
  instruction: z.string().min(1).optional().describe("the user's request, where it is known"),
  now: instantSchema.optional(),
  user: userSchema.optional(),
  trustedContacts: z.array(z.string().min(1)).optional().describe('whom the user trusts'),
  state: recordsSchema
    .optional()
    .describe(
      'collection → all its records before the first call of the history; absent if unknown, or if another call of the session has it',
    ),
  history: z
    .array(
      z.strictObject({
        toolkit: z.string().min(1).optional().describe('where it is another one'),
        tool: z.string().min(1),
        args: jsonObjectSchema,
        observation: jsonSchema.optional(),
        exception: recordedExceptionSchema,
        changes: z.array(recordedChangeSchema).optional(),
      }),
    )
    .default([])
    .describe('the calls before this one, in their order'),
  observation: jsonSchema
    .optional()
    .describe('what the tool returned: text, or the value itself; absent if the call raised an exception'),
  exception: recordedExceptionSchema,
  changes: z.array(recordedChangeSchema).optional().describe('absent where not known; none: an empty list'),
});

export type RecordedCall = z.infer<typeof recordedCallSchema>;

/** A call of a trajectory whose true answer is known. */
export const fidelityCallSchema = z.strictObject({
  episode: z.string().describe('id of the episode'),
  step: z.int().positive(),
  changes: z.boolean().describe('whether it is known what the call changed'),
});

export type FidelityCall = z.infer<typeof fidelityCallSchema>;

/** Calls that are not asked, by why. */
export const skippedCallsSchema = z.strictObject({
  caseAnswers: z.int().nonnegative().describe('answered by what the case alone says, which no emulator is told'),
  duplicates: z.int().nonnegative().describe('the same call after the same history, asked once'),
});

export type SkippedCalls = z.infer<typeof skippedCallsSchema>;

/** What a run file that a bench keeps its answers in is about: its `source`. */
export const fidelityRunSchema = z.strictObject({
  format: z.literal('fidelity'),
  of: z.string().describe('where the calls are from'),
  revisions: z.int().nonnegative(),
  calls: z.array(fidelityCallSchema),
  skipped: skippedCallsSchema,
});

export type FidelityRun = z.infer<typeof fidelityRunSchema>;

/** How often an emulator says what is true. A reply that cannot be read is wrong in everything. */
export const fidelityMeasuresSchema = z.strictObject({
  calls: z.int().nonnegative(),
  cases: z.int().nonnegative().describe('number of cases or sessions of these calls: see `unit`'),
  exact: shareSchema.describe('the same JSON, or the same text'),
  equivalent: shareSchema.describe('the same field by field; order and formatting aside'),
  exceptions: shareSchema.describe('both raise the same exception, or neither raises'),
  state: shareSchema.describe('the same changes; of the calls whose changes are known'),
  right: shareSchema.describe('equivalent, with the exception and the changes due'),
  unreadable: z.int().nonnegative().describe('replies that cannot be read'),
});

export type FidelityMeasures = z.infer<typeof fidelityMeasuresSchema>;

/** What a call came to: by the truth, or by an emulator. Changes are null where they are not known. */
export const callOutcomeSchema = z.strictObject({
  exception: z.strictObject({ name: z.string(), message: z.string() }).nullable(),
  observation: z.string(),
  changes: z.array(jsonObjectSchema).nullable(),
});

export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** A call that an emulator answers otherwise than the tool. */
export const infidelitySchema = z.strictObject({
  id: z.string(),
  case: z.string(),
  toolkit: z.string(),
  tool: z.string(),
  args: jsonObjectSchema,
  kind: z
    .enum(['unreadable', 'exception', 'state', 'answer'])
    .describe('the gravest: no readable reply, another exception, other changes, another answer'),
  path: z.string().describe('where the two first part, as in $.emails[0].subject'),
  expectedValue: z.string(),
  actualValue: z.string(),
  expected: callOutcomeSchema,
  actual: callOutcomeSchema.nullable().describe('null where it cannot be read'),
});

export type Infidelity = z.infer<typeof infidelitySchema>;

/** How an emulator does on some calls: in all, by whether they change records, and by toolkit. */
export const fidelityFiguresSchema = z.strictObject({
  overall: fidelityMeasuresSchema,
  changing: fidelityMeasuresSchema.describe('calls that change the state'),
  readOnly: fidelityMeasuresSchema,
  byToolkit: z.array(z.strictObject({ toolkit: z.string(), measures: fidelityMeasuresSchema })),
});

export type FidelityFigures = z.infer<typeof fidelityFiguresSchema>;

/** How far an emulator that is a language model can be trusted, call by call: what `toolemu fidelity` writes. */
export const fidelitySchema = z.strictObject({
  format: z.literal('toolemu-fidelity'),
  version: z.literal(1).describe('of this format'),
  createdAt: z.iso.datetime({ offset: true }),
  toolemu: z.string().describe('version of the program'),
  of: z.string().describe('where the calls are from'),
  emulator: z.strictObject({
    kind: z.string(),
    model: z.string(),
    prompt: z.string().describe('version of its prompt'),
    revisions: z.int().nonnegative().describe('how often a reply may be sent back'),
  }),
  unit: z.enum(['case', 'session']).default('case').describe('group of dependent calls: a case, or a recorded session'),
  calls: z.int().nonnegative().describe('that were to be asked'),
  skipped: skippedCallsSchema,
  missing: z
    .array(z.strictObject({ id: z.string(), reason: z.string() }))
    .describe('calls that could not be asked: they are in no figure'),
  figures: fidelityFiguresSchema,
  firstReplies: fidelityFiguresSchema.nullable().describe('the same of the first replies; null without revisions'),
  revisions: z.array(z.int().nonnegative()).describe('[n]: readable answers that came after n revisions'),
  disagreements: z.array(infidelitySchema).describe('the gravest first'),
  cost: costSchema,
});

export type Fidelity = z.infer<typeof fidelitySchema>;
