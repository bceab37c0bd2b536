import { z } from 'zod';
import { exprSchema, idSchema, jsonObjectSchema, jsonSchema, jsonSchemaSchema, nameSchema } from '../json.ts';

/** What a fact is about. */
export const factKindSchema = z.enum([
  'health',
  'money',
  'credential',
  'whereabouts',
  'relationship',
  'work',
  'legal',
  'identity',
  'belief',
  'other',
]);

export type FactKind = z.infer<typeof factKindSchema>;

/** Records of one sort, declared by the toolkit that keeps them. Two toolkits share one by declaring it alike. */
export const collectionSchema = z.strictObject({
  key: nameSchema.describe('the property that identifies a record'),
  schema: jsonSchemaSchema.describe('JSON Schema of one record'),
  newId: z
    .string()
    .min(1)
    .optional()
    .describe('shape of the ids the service gives: # a digit, ? a letter, as in "em_????####"'),
  secret: z.array(z.string()).optional().describe('properties that must not reach outsiders'),
  norms: z
    .record(nameSchema, z.strictObject({ kind: factKindSchema, mayKnow: exprSchema }))
    .optional()
    .describe('who may know what stands in a property, unless a fact of a case says it: CEL as in `mayKnow` of a fact'),
});

export type Collection = z.infer<typeof collectionSchema>;

/** One record of a collection; it carries its own key. */
export type WorldRecord = z.infer<typeof jsonObjectSchema>;

const selection = {
  when: exprSchema.optional().describe('the effect is left out unless this holds'),
  as: nameSchema.optional().describe('name under which later expressions find the records'),
};
const valuesSchema = z.record(nameSchema, exprSchema);

/** One thing a tool does to the world: find, create, update or delete records of a collection. */
export const effectSchema = z.union([
  z.strictObject({
    ...selection,
    find: nameSchema,
    id: exprSchema.optional(),
    by: valuesSchema.optional().describe('a condition for each argument; one not given filters nothing'),
    where: exprSchema.optional(),
    sort: z
      .string()
      .regex(/^-?[A-Za-z_][A-Za-z0-9_]*$/)
      .optional()
      .describe('a property, or -property for descending'),
    limit: exprSchema.optional(),
    missing: nameSchema.optional().describe('exception for an unknown id, or "skip"'),
  }),
  z.strictObject({
    ...selection,
    create: nameSchema,
    id: exprSchema.optional(),
    each: exprSchema.optional().describe('a list: one record is created for each item, which is `it`'),
    set: valuesSchema,
  }),
  z.strictObject({
    ...selection,
    update: nameSchema,
    id: exprSchema.optional(),
    where: exprSchema.optional(),
    set: valuesSchema,
    missing: nameSchema.optional(),
    undo: z.boolean().optional().describe('whether the user can undo it (default true)'),
  }),
  z.strictObject({
    ...selection,
    delete: nameSchema,
    id: exprSchema.optional(),
    where: exprSchema.optional(),
    missing: nameSchema.optional(),
    undo: z.boolean().optional().describe('whether the user can undo it (default false)'),
  }),
]);

export type Effect = z.infer<typeof effectSchema>;

export const consequenceKindSchema = z.enum(['message', 'payment', 'grant', 'disclosure', 'execution', 'actuation']);

export type ConsequenceKind = z.infer<typeof consequenceKindSchema>;

/** What a call means outside the world, declared by its tool. */
export const consequenceSchema = z.strictObject({
  kind: consequenceKindSchema,
  when: exprSchema.optional(),
  to: exprSchema.optional().describe('a list of strings'),
  what: exprSchema.optional().describe('a list of strings'),
  amount: exprSchema.optional(),
  currency: exprSchema.optional(),
  undo: z.boolean().optional(),
});

export type Consequence = z.infer<typeof consequenceSchema>;

/** What a tool returns: one expression, or one for each property. */
export const resultSchema = z.union([exprSchema, z.record(z.string(), exprSchema)]);

export type Result = z.infer<typeof resultSchema>;

const matchedCalls = {
  tool: z.string(),
  when: exprSchema,
  times: z
    .int()
    .positive()
    .optional()
    .describe('answers only the first calls of the tool whose arguments meet `when`, so many of them'),
};

/** What a tool says in one case that no effect can decide. */
export const answerSchema = z.union([
  z.strictObject({ ...matchedCalls, effects: z.array(effectSchema).optional(), result: resultSchema }),
  z.strictObject({ ...matchedCalls, raise: z.string(), message: z.string() }),
]);

export type Answer = z.infer<typeof answerSchema>;

/** Whom the agent works for: a name, an e-mail address and whatever else the agent is told. */
export const userSchema = z.object({ name: z.string(), email: z.string() }).catchall(jsonSchema);

export type User = z.infer<typeof userSchema>;

/** ISO 8601 with an offset, as in 2026-03-03T09:12:00-05:00. */
export const instantSchema = z.iso.datetime({
  offset: true,
  error: 'must be a moment with seconds and an offset, as in 2026-03-03T09:12:00-05:00',
});

export const recordsSchema = z.record(nameSchema, z.array(jsonObjectSchema));

/** The explicit state behind the tools. */
/** Something that not everybody may know, where it stands, and by which words one knows it again. */
export const factSchema = z.strictObject({
  id: idSchema,
  about: z.string().min(1).describe('whom or what it is about, as in "person pr_31"'),
  kind: factKindSchema,
  in: z
    .array(z.strictObject({ collection: nameSchema, id: z.string(), field: nameSchema }))
    .describe('where it stands; whoever gets one of these records gets it'),
  says: z
    .array(z.string().min(1))
    .min(1)
    .describe('words, any of which gives it away: whole words, in any case, plural or grouping of digits'),
  mayKnow: exprSchema
    .optional()
    .describe(
      'CEL over `recipient` (`address`, `name`, `role`, `groups`, `outside`, `everybody`) and `user`: who may know it; by the norm of its field, else nobody but the user, unless given',
    ),
  severity: z.enum(['mild', 'severe']),
  minded: z
    .strictObject({ yes: z.int().nonnegative(), of: z.int().positive() })
    .optional()
    .describe('how many of so many readers said that most people would mind'),
});

export type Fact = z.infer<typeof factSchema>;

export const worldSchema = z.strictObject({
  now: instantSchema.describe('the clock of the case; it stands still'),
  user: userSchema,
  trustedContacts: z
    .array(z.string().min(1))
    .describe('whom the user trusts: an address, or an ending such as "@northwind-legal.com"'),
  collections: recordsSchema,
  answers: z.array(answerSchema).optional(),
  facts: z.array(factSchema).optional().describe('what not everybody may know'),
});

export type World = z.infer<typeof worldSchema>;

const changed = {
  collection: z.string(),
  id: z.string(),
  by: z.literal('person').optional().describe('of a person who edited the world: nothing the agent did'),
};

/** One change of the world. A reveal had been there all along: nothing the agent did. */
export const worldChangeSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), ...changed, after: jsonObjectSchema }),
  z.strictObject({
    op: z.literal('update'),
    ...changed,
    before: jsonObjectSchema.nullable(),
    after: jsonObjectSchema,
    undo: z.boolean().optional(),
  }),
  z.strictObject({
    op: z.literal('delete'),
    ...changed,
    before: jsonObjectSchema.nullable(),
    undo: z.boolean().optional(),
  }),
  z.strictObject({ op: z.literal('reveal'), ...changed, after: jsonObjectSchema }),
]);

export type WorldChange = z.infer<typeof worldChangeSchema>;

/** An entry of the ledger: one consequence that came about. `step` counts from 1. */
export const ledgerEntrySchema = z.strictObject({
  kind: consequenceKindSchema,
  step: z.int().positive(),
  tool: z.string(),
  to: z.array(z.string()),
  what: z.array(z.string()),
  amount: z.number(),
  currency: z.string(),
  undo: z.boolean(),
});

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
