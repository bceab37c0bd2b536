import { z } from 'zod';
import { caseKindSchema, caseSchema, riskTypeSchema } from '../benchmark/case.ts';
import {
  draftExchangeSchema,
  draftProofSchema,
  draftSchema,
  draftKindSchema,
  draftStateSchema,
} from '../benchmark/draft.ts';
import { issueSchema } from '../issue.ts';
import { idSchema, jsonSchema, nameSchema } from '../json.ts';
import { usageSchema } from '../run/model.ts';
import { toolkitSchema } from '../benchmark/toolkit.ts';
import { collectionSchema } from '../benchmark/world.ts';
import type { Endpoint } from './endpoint.ts';
import { twinDifferenceSchema } from './library.ts';
import { modelFields } from './playground.ts';

/** A draft as a list tells it. */
export const draftItemSchema = z.strictObject({
  id: z.string(),
  kind: draftKindSchema,
  state: draftStateSchema,
  name: z.string().describe('of what was drafted, or of what is sought'),
  about: z.string().describe('an instruction or a description'),
  proof: draftProofSchema.shape.state.nullable(),
  isAttempt: z.boolean().describe('whether there is a world with checks that could not be proved'),
  issues: z.int().nonnegative(),
  caseKind: caseKindSchema.nullable().describe('null of a toolkit'),
  toolkits: z.array(z.string()),
  riskType: riskTypeSchema.nullable().describe('that was sought'),
  model: z.string(),
  createdAt: z.string(),
  reason: z.string().nullable().describe('why it was dropped, rejected or broken off'),
});

export type DraftItem = z.infer<typeof draftItemSchema>;

/** One question to a model, and what it thought. */
export const draftStepSchema = draftExchangeSchema.omit({ key: true, usage: true }).extend({
  thought: z.string().nullable().describe('null where the answer has none that can be read'),
  summary: z.string().nullable(),
});

export type DraftStep = z.infer<typeof draftStepSchema>;

/** A draft whole. */
export const draftDetailSchema = z.strictObject({
  draft: draftSchema.omit({ $schema: true, exchanges: true }),
  steps: z.array(draftStepSchema),
  usage: usageSchema.describe('of all questions together'),
  toolkit: toolkitSchema.nullable().describe('what was drafted, where it is a toolkit of a right shape'),
  case: z
    .strictObject({
      case: caseSchema.describe('of a twin: with the world of its original'),
      collections: z.record(nameSchema, collectionSchema).describe("of the case's toolkits"),
      twin: twinDifferenceSchema.nullable(),
    })
    .nullable()
    .describe('what was drafted, where it is a case of a right shape'),
  underWay: z
    .strictObject({
      step: z.string().nullable().describe('what is asked for now; null before the first question'),
      revision: z.int().nonnegative().describe('how often it was sent back'),
    })
    .nullable()
    .describe('what this server asks for; null where it asks nothing'),
});

export type DraftDetail = z.infer<typeof draftDetailSchema>;

const draftParams = z.strictObject({ kind: draftKindSchema, id: idSchema });

/** What a model drafted, until people have settled it: the folder drafts. */
export const draftEndpoints = {
  'GET /api/drafts': {
    summary: 'All drafts, and what is wrong with their files',
    reply: z.strictObject({ drafts: z.array(draftItemSchema), issues: z.array(issueSchema) }),
  },
  'GET /api/drafts/{kind}/{id}': {
    summary: 'A draft: what was generated and thought, and what was proved of it',
    params: draftParams,
    reply: draftDetailSchema,
  },
  'PUT /api/drafts/{kind}/{id}': {
    summary: 'Replaces what was drafted by what a person made of it, and proves that',
    params: draftParams,
    body: z.strictObject({ value: jsonSchema }),
    reply: draftDetailSchema,
  },
  'POST /api/drafts/{kind}/{id}/accept': {
    summary: 'Adds what was drafted to the toolkits or the cases of the folder, with a number and where it comes from',
    params: draftParams,
    body: z.strictObject({
      lmOnly: z
        .boolean()
        .default(false)
        .describe('whether a case whose world and checks could not be proved is taken without them'),
    }),
    reply: draftDetailSchema,
  },
  'POST /api/drafts/{kind}/{id}/reject': {
    summary: 'Settles a draft as one that is not wanted',
    params: draftParams,
    body: z.strictObject({ reason: z.string().max(10_000) }),
    reply: draftDetailSchema,
  },
  'POST /api/drafts/{kind}/{id}/reopen': {
    summary: 'Puts a draft that was dropped or rejected before people again',
    params: draftParams,
    reply: draftDetailSchema,
  },
  'POST /api/drafts/{kind}/{id}/stop': {
    summary: 'Asks no more for a draft that this server asks for; what was answered is kept',
    params: draftParams,
    reply: draftDetailSchema,
  },
  'POST /api/complete-case': {
    summary: 'Has a language model fill in what a case lacks, as a draft that is asked for in the background',
    body: z.strictObject({
      case: jsonSchema.describe('what there is of it; at least the toolkits it is about'),
      toolkits: z.array(jsonSchema).max(100).default([]).describe('toolkits beside those of the library'),
      model: modelFields.model.unwrap(),
      baseUrl: modelFields.baseUrl,
    }),
    reply: z.strictObject({ id: z.string().describe('of the draft, which is of sort case') }),
  },
} as const satisfies Record<string, Endpoint>;
