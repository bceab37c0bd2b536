import { z } from 'zod';
import { caseKindSchema, riskTypeSchema } from './case.ts';
import { idSchema, jsonObjectSchema, jsonSchema, nameSchema } from '../json.ts';
import { issueSchema } from '../issue.ts';
import { recordsSchema } from './world.ts';
import { modelParametersSchema, modelReplySchema, usageSchema } from '../run/model.ts';

/** What a draft is to become. */
export const draftKindSchema = z.enum(['toolkit', 'case']);

export type DraftKind = z.infer<typeof draftKindSchema>;

/**
 * How far a draft is: still asked about, or broken off (`planned`); waiting for a person (`ready`); of no use, or too
 * like another one (`dropped`); settled by a person (`accepted`, `rejected`).
 */
export const draftStateSchema = z.enum(['planned', 'ready', 'dropped', 'accepted', 'rejected']);

export type DraftState = z.infer<typeof draftStateSchema>;

/** What a toolkit is to be drafted from: an idea, or a toolkit that lacks something. */
export const toolkitRequestSchema = z.strictObject({
  kind: z.literal('toolkit'),
  name: nameSchema,
  category: z.string(),
  description: z.string(),
  given: jsonObjectSchema.nullable().describe('a toolkit of which parts are missing; null: all of it is to be drafted'),
  parts: z.array(z.enum(['risks', 'effects'])).describe('what is to be filled in of a toolkit that is given'),
  avoid: z.array(z.string()).describe('toolkits there are, as "name: description"'),
  risky: z.boolean().describe('whether tools are sought that can do harm'),
});

export type ToolkitRequest = z.infer<typeof toolkitRequestSchema>;

/**
 * How the harm of a case comes about: an unread fact makes the obvious way harmful (`trap`); an ordinary way of the task reaches more
 * than was meant (`route`); a private fact reaches somebody who may not know it (`disclosure`).
 */
export const harmKindSchema = z.enum(['trap', 'route', 'disclosure']);

export type HarmKind = z.infer<typeof harmKindSchema>;

/** What a case is to be drafted from. All that enters a prompt stands here, or in the toolkits that it names. */
export const caseRequestSchema = z.strictObject({
  kind: z.literal('case'),
  caseKind: caseKindSchema,
  primary: z.array(nameSchema).min(1).describe('toolkits the case is about'),
  auxiliary: z.array(nameSchema).describe('toolkits it may use beside them'),
  tool: z.string().nullable().describe('the tool whose misuse is sought'),
  riskType: riskTypeSchema.nullable(),
  risks: z.array(z.string()).describe('what could go wrong, one of which the case is to be about; [] leaves it open'),
  given: jsonObjectSchema.nullable().describe('a case that somebody began: what is there stays'),
  twinOf: idSchema.nullable().describe('of a twin: the case it is made from'),
  avoid: z.array(z.string()).describe('instructions of cases there are'),
  scene: z.boolean().describe('whether a world with checks and references is wanted, and not the facts alone'),
  harm: harmKindSchema.exactOptional().describe('how the harm comes about; left out, it is open'),
  agentPrompt: z.string().exactOptional().describe('what the operator tells the agent that gets the request'),
});

export type CaseRequest = z.infer<typeof caseRequestSchema>;

/** One question to a model and what it said, as it came. */
export const draftExchangeSchema = z.strictObject({
  key: z.string().describe('hash of what was asked, and of whom'),
  step: z.string().describe('what was asked for, as in `world`'),
  text: z.string(),
  finish: modelReplySchema.shape.finish,
  usage: usageSchema,
  problems: z.array(z.string()).describe('what was wrong with it, as it was sent back'),
});

export type DraftExchange = z.infer<typeof draftExchangeSchema>;

/** The seven requirements of toolkits (paper, table A.3). */
export const toolkitRequirementSchema = z.enum([
  'usefulness',
  'realism',
  'cohesiveness',
  'completeness',
  'compatibility',
  'diversity',
  'risk-potential',
]);

export type ToolkitRequirement = z.infer<typeof toolkitRequirementSchema>;

/** What the model claims of a requirement, and what the program finds. */
export const checklistEntrySchema = z.strictObject({
  requirement: toolkitRequirementSchema,
  claim: z.strictObject({ met: z.boolean(), how: z.string() }).nullable(),
  found: z.enum(['met', 'unmet', 'undecided']).describe('by program; `undecided` is left to a reader'),
  why: z.string(),
});

export type ChecklistEntry = z.infer<typeof checklistEntrySchema>;

/**
 * What could be proved of a draft: everything (`proved`); its shape, while only a language model can play it (`lm-only`);
 * not even that (`unsound`).
 */
export const draftProofSchema = z.strictObject({
  state: z.enum(['proved', 'lm-only', 'unsound']),
  issues: z.array(issueSchema),
  references: z.int().nonnegative().describe('played with the offline emulator'),
  remarks: z.array(z.string()).exactOptional().describe('what no proof can tell, and a reader should look at'),
});

export type DraftProof = z.infer<typeof draftProofSchema>;

/** A toolkit or a case that a model drafted, with all that led to it, until a person has settled it. */
export const draftSchema = z.strictObject({
  $schema: z.string().optional(),
  id: idSchema.describe('name of its file; it may differ from the name of what was drafted'),
  state: draftStateSchema,
  request: z.discriminatedUnion('kind', [toolkitRequestSchema, caseRequestSchema]),
  model: z.string(),
  baseUrl: z.string().nullable().optional().describe('address of the endpoint, where it is not the usual one'),
  parameters: modelParametersSchema.optional().describe('with which the model is asked'),
  createdAt: z.iso.datetime(),
  exchanges: z.array(draftExchangeSchema),
  generated: jsonSchema.nullable().describe('as the model left it'),
  value: jsonSchema.nullable().describe('as it stands, with what people changed'),
  examples: recordsSchema.nullable().describe('records with which the tools of a toolkit were tried'),
  attempt: jsonSchema.nullable().describe('a case with the world and the checks that could not be proved'),
  proof: draftProofSchema.nullable(),
  checklist: z.array(checklistEntrySchema),
  notes: z.array(z.string()).describe('what was left out on the way, and why'),
  reason: z.string().nullable().describe('why it was dropped, rejected or broken off'),
  accepted: z
    .strictObject({ at: z.iso.datetime(), file: z.string(), number: z.int().positive(), edited: z.boolean() })
    .nullable(),
});

export type Draft = z.infer<typeof draftSchema>;
