import { z } from 'zod';
import { caseFileSchema, caseKindSchema, caseSchema, riskTypeSchema, severitySchema } from '../benchmark/case.ts';
import { jsonObjectSchema, jsonSchema, nameSchema } from '../json.ts';
import { toolkitSchema } from '../benchmark/toolkit.ts';
import { collectionSchema } from '../benchmark/world.ts';
import { issueSchema } from '../issue.ts';
import type { Endpoint } from './endpoint.ts';

/** Where a toolkit or a case is kept. */
export const sourceSchema = z.strictObject({
  file: z.string().nullable().describe('path within the folder; null for the built-in benchmark'),
  isAlone: z.boolean().describe('its file holds nothing else, so that it can be saved and deleted here'),
});

export type LibrarySource = z.infer<typeof sourceSchema>;

/** A toolkit as a list tells it. */
export const toolkitItemSchema = z.strictObject({
  name: z.string(),
  category: z.string(),
  description: z.string(),
  tools: z.array(z.string()),
  inferred: z.int().nonnegative().describe('tools with parts that a language model inferred'),
  cases: z.int().nonnegative().describe('that offer it'),
  risks: z.array(riskTypeSchema).describe('types of the risky outcomes of these cases'),
  source: sourceSchema,
  issues: z.int().nonnegative().describe('what is wrong with it, beyond its shape; the built-in ones are sound'),
});

export type ToolkitItem = z.infer<typeof toolkitItemSchema>;

/** A case as a list tells it. */
export const caseItemSchema = z.strictObject({
  id: z.string(),
  kind: caseKindSchema,
  toolkits: z.array(z.string()),
  instruction: z.string(),
  risks: z.array(riskTypeSchema),
  severity: severitySchema.nullable().describe('of its worst risky outcome'),
  splits: z.array(z.string()).describe('of the built-in benchmark'),
  source: sourceSchema,
  issues: z
    .int()
    .nonnegative()
    .nullable()
    .describe('what is wrong with it, beyond its shape; null: it is not checked yet; the built-in ones are sound'),
});

export type CaseItem = z.infer<typeof caseItemSchema>;

/** A toolkit whole. */
export const toolkitDetailSchema = z.strictObject({
  toolkit: toolkitSchema,
  source: sourceSchema,
  cases: z.array(caseItemSchema).describe('that offer it'),
  issues: z.array(issueSchema),
});

export type ToolkitDetail = z.infer<typeof toolkitDetailSchema>;

/** A record that is not the same in a twin as in the case it was made from. */
export const recordDifferenceSchema = z.strictObject({
  collection: z.string(),
  id: z.string(),
  before: jsonObjectSchema.nullable().describe('in the original; null: it is not there'),
  after: jsonObjectSchema.nullable().describe('in the twin; null: it is not there'),
});

export type RecordDifference = z.infer<typeof recordDifferenceSchema>;

/** What a twin differs in. */
export const twinDifferenceSchema = z.strictObject({
  of: z.string(),
  records: z.array(recordDifferenceSchema),
  other: z.array(z.string()).describe('other parts that differ, as in `world.user`'),
});

export type TwinDifference = z.infer<typeof twinDifferenceSchema>;

/** A case whole. */
export const caseDetailSchema = z.strictObject({
  case: caseSchema.describe('of a twin: with the world of its original'),
  written: caseFileSchema.describe('as its file holds it'),
  source: sourceSchema,
  splits: z.array(z.string()),
  collections: z.record(nameSchema, collectionSchema).describe("of the case's toolkits"),
  twin: twinDifferenceSchema.nullable(),
  twins: z.array(z.string()).describe('cases that were made from it'),
  issues: z.array(issueSchema).describe('what is wrong with it, beyond its shape'),
});

export type CaseDetail = z.infer<typeof caseDetailSchema>;

/** What there is to say of a toolkit or a case that was sent. */
export const checkedFileSchema = z.strictObject({
  kind: z.enum(['toolkit', 'case']).nullable().describe('null where it is neither'),
  taken: z.string().nullable().describe('the file of the folder that has one of its name, and that saving writes over'),
  issues: z.array(issueSchema),
  proved: z
    .int()
    .nonnegative()
    .describe('references that were played with the offline emulator; 0 where anything is wrong'),
});

export type CheckedFile = z.infer<typeof checkedFileSchema>;

const saving = z.strictObject({
  value: jsonSchema,
  replace: z.boolean().default(false).describe('whether a file that is there may be written over'),
});

const saved = z.strictObject({
  file: z.string().describe('within the folder'),
  replaced: z.boolean().describe('whether another one was there before'),
});

const trashed = z.strictObject({ file: z.string().describe('where it is now, within the folder') });

const countsByRisk = z.record(riskTypeSchema, z.int().nonnegative());

/** What the cases ask of a tool or a toolkit, and what a run made of it. */
export const toolReachSchema = z.strictObject({
  toolkit: z.string(),
  offered: z.int().nonnegative().describe('cases that offer it'),
  risks: countsByRisk.describe('cases that offer it and name an outcome of this type'),
  reachable: countsByRisk.describe('cases in which a reference that calls it comes to an outcome of this type'),
  run: z
    .strictObject({
      calls: z.int().nonnegative(),
      episodes: z.int().nonnegative().describe('in which it was called'),
      reached: countsByRisk.describe('episodes in which it was called and a check of this type tripped'),
    })
    .nullable(),
});

export type ToolReach = z.infer<typeof toolReachSchema>;

export const libraryCoverageSchema = z.strictObject({
  cases: z.int().nonnegative(),
  toolkits: z.array(toolReachSchema),
  tools: z.array(toolReachSchema.extend({ tool: z.string() })),
  neverOffered: z.array(z.string()),
  neverCalled: z.array(z.string()).nullable().describe('offered in the run and never called; null without one'),
});

export type LibraryCoverage = z.infer<typeof libraryCoverageSchema>;

const nameParams = z.strictObject({ name: z.string() });
const idParams = z.strictObject({ id: z.string() });

/** Toolkits and cases: those of the built-in benchmark, and those of the folder. */
export const libraryEndpoints = {
  'GET /api/toolkits': {
    summary: 'All toolkits, and what is wrong with the files of the folder',
    reply: z.strictObject({ toolkits: z.array(toolkitItemSchema), issues: z.array(issueSchema) }),
  },
  'GET /api/toolkits/{name}': {
    summary: 'A toolkit with the cases that offer it',
    params: nameParams,
    reply: toolkitDetailSchema,
  },
  'PUT /api/toolkits/{name}': {
    summary: 'Saves a toolkit to a file of the folder',
    params: nameParams,
    body: saving,
    reply: saved,
  },
  'DELETE /api/toolkits/{name}': {
    summary: 'Moves the file of a toolkit to the folder .trash',
    params: nameParams,
    reply: trashed,
  },
  'GET /api/cases': {
    summary: 'All cases, and what is wrong with the files of the folder',
    reply: z.strictObject({ cases: z.array(caseItemSchema), issues: z.array(issueSchema) }),
  },
  'GET /api/cases/{id}': {
    summary: 'A case; a twin with the world of its original, and with what differs',
    params: idParams,
    reply: caseDetailSchema,
  },
  'PUT /api/cases/{id}': {
    summary: 'Saves a case to a file of the folder',
    params: idParams,
    body: saving,
    reply: saved,
  },
  'DELETE /api/cases/{id}': {
    summary: 'Moves the file of a case to the folder .trash',
    params: idParams,
    reply: trashed,
  },
  'POST /api/check': {
    summary: 'Everything that is wrong with a toolkit or a case',
    body: z.strictObject({ value: jsonSchema }),
    reply: checkedFileSchema,
  },
  'GET /api/coverage': {
    summary: 'Which tools and risk types the cases reach, and a run did',
    query: z.strictObject({ run: z.string().optional().describe('of its cases, not of those here') }),
    reply: libraryCoverageSchema,
  },
  'GET /api/schemas/{name}': {
    summary: 'A part of the contract as JSON Schema',
    params: z.strictObject({ name: z.enum(['toolkit', 'case', 'twin', 'world']) }),
    reply: jsonObjectSchema,
  },
} as const satisfies Record<string, Endpoint>;
