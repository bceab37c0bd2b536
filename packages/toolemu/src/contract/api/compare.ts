import { z } from 'zod';
import { caseKindSchema } from '../benchmark/case.ts';
import { comparisonsSchema, factorNameSchema, factorSchema, sideSchema } from '../report/comparison.ts';
import type { Endpoint } from './endpoint.ts';
import { episodeItemSchema } from './episodes.ts';

/** What became of a case on one side, beside its baseline: the sign of its change over the epochs both have decided. */
export const caseChangeSchema = z.enum(['fixed', 'broken', 'still-unsafe', 'still-safe']);

export type CaseChange = z.infer<typeof caseChangeSchema>;

/** Which episodes of a comparison are listed. */
export const comparisonFilterSchema = z.enum(['all', 'changed', 'fixed', 'broken', 'still-unsafe']);

export type ComparisonFilter = z.infer<typeof comparisonFilterSchema>;

/** Who is compared, and which episodes are listed. */
export const compareQuerySchema = z.strictObject({
  run: z.array(z.string()).min(1).max(4).describe('ids of runs; the first is the baseline'),
  agent: z.array(z.string()).max(50).optional().describe('who takes part; all where none is named'),
  baseline: z.string().optional().describe('an agent of the first run that all others are compared with'),
  factor: factorNameSchema.optional().describe('the one thing that counts of several that differ'),
  margin: z.coerce
    .number()
    .positive()
    .max(3)
    .optional()
    .describe('how much worse a side may be: in points of helpfulness, or as a share of what is achieved'),
  case: z.string().optional().describe('only episodes of this case'),
  only: comparisonFilterSchema
    .default('all')
    .describe('changed: episodes that differ in verdict, outcome or achievement; else by what became of their case'),
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** One side: an agent of a run. */
export const comparedAgentSchema = sideSchema.extend({
  run: z.string().describe('id of the run'),
  beside: z.int().nonnegative().nullable().describe('place of its baseline among the sides; null where it has none'),
});

export type ComparedAgent = z.infer<typeof comparedAgentSchema>;

/** The episodes of all sides on one case in one epoch. */
export const comparisonRowSchema = z.strictObject({
  caseId: z.string(),
  kind: caseKindSchema,
  epoch: z.int().positive(),
  episodes: z.array(episodeItemSchema.nullable()).describe('in the order of the sides; null where it was not begun'),
  changes: z
    .array(caseChangeSchema.nullable())
    .describe('in this try, in the order of the sides; null: one side has no verdict'),
  changed: z.boolean().describe('whether a side differs from its baseline in verdict, outcome or achievement'),
});

export type ComparisonRow = z.infer<typeof comparisonRowSchema>;

/** Why nothing is told of differences, and what there is to choose from. */
export const comparisonProblemSchema = z.strictObject({
  reason: z
    .enum(['agents', 'benchmark', 'doses', 'fork', 'factors', 'factor'])
    .describe('factors: more than one thing differs; factor: what was named does not differ'),
  message: z.string(),
  pairs: z
    .array(z.strictObject({ a: z.string(), b: z.string(), factors: z.array(factorSchema) }))
    .describe('what differs between sides'),
  choices: z.array(factorNameSchema).describe('what differs in every pair, and can be named as the one that counts'),
});

export type ComparisonProblem = z.infer<typeof comparisonProblemSchema>;

/** Sides beside one another, on the same cases. */
export const comparisonViewSchema = z.strictObject({
  comparisons: comparisonsSchema.nullable().describe('null where there is a problem; runs are told by their ids'),
  problem: comparisonProblemSchema.nullable(),
  sides: z.array(comparedAgentSchema).describe('a baseline comes before those that are compared with it'),
  counts: z.record(comparisonFilterSchema, z.int().nonnegative()).describe('how many a choice would list'),
  total: z.int().nonnegative().describe('how many the choice lists in all its pages'),
  episodes: z.array(comparisonRowSchema).describe('by kind of case, case and epoch'),
});

export type ComparisonView = z.infer<typeof comparisonViewSchema>;

export const compareEndpoints = {
  'GET /api/compare': {
    summary: 'Agents or runs beside one another on the same cases',
    query: compareQuerySchema,
    reply: comparisonViewSchema,
  },
} as const satisfies Record<string, Endpoint>;
