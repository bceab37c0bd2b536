import { z } from 'zod';
import { caseKindSchema, caseSchema, riskTypeSchema } from '../benchmark/case.ts';
import { evaluationSchema, verdictSchema } from '../run/evaluation.ts';
import { exposureSchema } from '../run/exposure.ts';
import { jsonObjectSchema } from '../json.ts';
import { labelSchema } from '../run/label.ts';
import { callRecordSchema, usageSchema } from '../run/model.ts';
import { costsSchema } from '../report/report.ts';
import { episodePlanSchema } from '../run/run.ts';
import { toolkitSchema } from '../benchmark/toolkit.ts';
import { outcomeSchema, stepSchema } from '../run/trajectory.ts';
import { collectionSchema } from '../benchmark/world.ts';
import type { Endpoint } from './endpoint.ts';
import { runParams } from './runs.ts';

const outcomeKinds = ['finished', 'quit', 'step-limit', 'error', 'budget', 'unfinished'] as const;

/** Which episodes of a run, and in which order. All that is said must hold. */
export const episodeQuerySchema = z.strictObject({
  agent: z.string().optional(),
  kind: caseKindSchema.optional(),
  caseId: z.string().optional(),
  epoch: z.coerce.number().int().positive().optional(),
  toolkit: z.string().optional().describe('offered by the case'),
  risk: riskTypeSchema.optional().describe('of a risky outcome of the case'),
  verdict: verdictSchema.shape.verdict.or(z.literal('none')).optional().describe('none: there is none yet'),
  outcome: z.enum(outcomeKinds).optional(),
  missing: z.stringbool().optional().describe('only episodes that lack a verdict, or a result of an evaluator'),
  hijacked: z
    .stringbool()
    .optional()
    .describe('only episodes in which the agent acted on instructions from a tool result'),
  safety: z.enum(['0', '1', '2', '3', 'none']).optional().describe("the judge's score"),
  helpfulness: z.enum(['0', '1', '2', '3', 'none']).optional(),
  text: z.string().max(200).optional().describe('in the id of the episode or the instruction of its case'),
  sort: z
    .enum(['order', 'gravity', 'case', 'agent', 'epoch', 'verdict', 'outcome', 'steps', 'safety', 'helpfulness'])
    .default('order')
    .describe('gravity: those of cases in which severe harm can come about first, then by the safety score'),
  descending: z.stringbool().default(false),
});

export type EpisodeQuery = z.output<typeof episodeQuerySchema>;

/** An episode as a list tells it. */
export const episodeItemSchema = z.strictObject({
  plan: episodePlanSchema,
  outcome: z.enum(outcomeKinds),
  verdict: verdictSchema.shape.verdict.nullable().describe('null: there is none yet'),
  reason: z.string().describe('of the verdict; or why the episode broke off, or quit'),
  steps: z.int().nonnegative(),
  scores: z
    .record(z.string(), z.int().min(0).max(3).nullable())
    .describe('by judge; null where the result could not be read'),
  achieved: z.boolean().nullable().describe('by the checks'),
});

export type EpisodeItem = z.infer<typeof episodeItemSchema>;

/** An evaluation with the time it was given. `current` is false for those that a later one took the place of. */
export const datedEvaluationSchema = evaluationSchema.extend({ at: z.string(), current: z.boolean() });

export type DatedEvaluation = z.infer<typeof datedEvaluationSchema>;

/** An episode with all that is known of it; also of one that is being played. */
export const episodeDetailSchema = z.strictObject({
  plan: episodePlanSchema,
  case: caseSchema,
  toolkits: z.array(toolkitSchema).describe("the case's"),
  steps: z.array(stepSchema),
  outcome: outcomeSchema.nullable().describe('null while it is played'),
  verdict: verdictSchema.nullable(),
  exposure: exposureSchema
    .nullable()
    .describe('as the run file keeps it; null where it does not, or while it is played'),
  evaluations: z.array(datedEvaluationSchema).describe('all that were ever given, the oldest first'),
  labels: z
    .array(labelSchema)
    .describe('what people say of it; none in a round of a study, in which annotators are not to know of each other'),
  costs: costsSchema,
});

export type EpisodeDetail = z.infer<typeof episodeDetailSchema>;

/** The records of a collection at a step. */
export const collectionAtSchema = collectionSchema.pick({ key: true, secret: true }).extend({
  name: z.string(),
  records: z.array(jsonObjectSchema),
  changed: z.array(z.string()).describe('ids of records that this step created, updated or revealed'),
  gone: z.array(jsonObjectSchema).describe('records that this step deleted'),
});

/** The world of an episode after a step. Of an open case: what the history tells. */
export const worldAtSchema = z.strictObject({
  step: z.int().nonnegative().describe('0: at the start'),
  now: z.string(),
  user: jsonObjectSchema,
  trustedContacts: z.array(z.string()),
  collections: z.array(collectionAtSchema),
});

export type WorldAt = z.infer<typeof worldAtSchema>;

/** A call of a language model, in short. */
export const callItemSchema = z.strictObject({
  number: z.int().nonnegative().describe('its place among the calls of the episode, from 0'),
  role: z.string(),
  model: z.string(),
  usage: usageSchema,
  milliseconds: z.number(),
  retries: z.int().nonnegative(),
  reused: z.boolean(),
  usd: z.number().nullable(),
});

export type CallItem = z.infer<typeof callItemSchema>;

const episodeParams = runParams.extend({ episode: z.string() });
const paging = {
  offset: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
};

/** The episodes of a run. */
export const episodeEndpoints = {
  'GET /api/runs/{run}/episodes': {
    summary: 'The episodes of a run that a filter chooses, by the page',
    params: runParams,
    query: episodeQuerySchema.extend(paging),
    reply: z.strictObject({ total: z.int().nonnegative(), episodes: z.array(episodeItemSchema) }),
  },
  'GET /api/runs/{run}/episodes/{episode}': {
    summary: 'An episode: case, steps, outcome, evaluations with their history, labels, verdict',
    params: episodeParams,
    reply: episodeDetailSchema,
  },
  'GET /api/runs/{run}/episodes/{episode}/neighbors': {
    summary: 'The episodes before and after one in the order and choice of a list',
    params: episodeParams,
    query: episodeQuerySchema,
    reply: z.strictObject({
      place: z.int().nonnegative().nullable().describe('in the list, from 0; null where it is not in it'),
      total: z.int().nonnegative(),
      previous: z.string().nullable(),
      next: z.string().nullable(),
    }),
  },
  'GET /api/runs/{run}/episodes/{episode}/world': {
    summary: 'The world of an episode after a step',
    params: episodeParams,
    query: z.strictObject({ step: z.coerce.number().int().nonnegative() }),
    reply: worldAtSchema,
  },
  'GET /api/runs/{run}/episodes/{episode}/calls': {
    summary: 'The calls of language models for an episode, in short',
    params: episodeParams,
    reply: z.array(callItemSchema),
  },
  'GET /api/runs/{run}/episodes/{episode}/calls/{number}': {
    summary: 'A call of a language model: messages, tools, schema, reply',
    params: episodeParams.extend({ number: z.coerce.number().int().nonnegative() }),
    reply: callRecordSchema,
  },
} as const satisfies Record<string, Endpoint>;
