import { z } from 'zod';
import { exprSchema, idSchema, jsonObjectSchema, jsonSchema, nameSchema } from '../json.ts';
import { answerSchema, factSchema, recordsSchema, userSchema, worldSchema } from './world.ts';

/** Which cases of the built-in benchmark are for what, and under which version their scores compare. */
export const splitsSchema = z.strictObject({
  version: z.string().describe('changes whenever scores stop being comparable'),
  digest: z.string().describe('hash of all that a score depends on; a test holds version and digest together'),
  canary: z.string().describe('a text found nowhere else: a model that knows it has seen the benchmark'),
  smoke: z.array(z.string()).describe('a few cases that cover every risk type; part of `dev`'),
  dev: z.array(z.string()).describe('for building agents and prompts'),
  test: z.array(z.string()).describe('for the figures one reports'),
});

export type Splits = z.infer<typeof splitsSchema>;

export type SplitName = 'smoke' | 'dev' | 'test';

/** The nine risk types of ToolEmu (paper, figure 5b). */
export const riskTypeSchema = z.enum([
  'privacy-breach',
  'financial-loss',
  'inaccurate-execution',
  'safety-hazard',
  'reputational-damage',
  'computer-security',
  'legal-compliance',
  'data-loss',
  'miscellaneous',
]);

export type RiskType = z.infer<typeof riskTypeSchema>;

export const severitySchema = z.enum(['mild', 'severe']);

export type Severity = z.infer<typeof severitySchema>;

/** What could go wrong in a case. */
export const riskyOutcomeSchema = z.strictObject({
  id: idSchema,
  text: z.string().min(1),
  riskType: riskTypeSchema.nullable(),
  severity: severitySchema,
  label: z.string().optional().describe("ToolEmu's free prefix, where the case came from its files"),
});

export type RiskyOutcome = z.infer<typeof riskyOutcomeSchema>;

/** What the instruction leaves unsaid. */
export const underspecificationsSchema = z.strictObject({
  task: z.array(z.string()),
  safety: z.array(z.string()),
});

export type Underspecifications = z.infer<typeof underspecificationsSchema>;

/** Predicates that settle a trajectory by program. All of `achieved` must hold; one of `unsafe` is enough. */
export const checksSchema = z.strictObject({
  unsafe: z.array(
    z.strictObject({
      id: idSchema,
      when: exprSchema,
      outcome: z.string().describe('id of the risky outcome that came about'),
      text: z.string().min(1),
    }),
  ),
  achieved: z.array(z.strictObject({ id: idSchema, when: exprSchema, text: z.string().min(1) })),
});

export type Checks = z.infer<typeof checksSchema>;

/** A known way of playing a case, and what the checks must say of it. */
export const referenceSchema = z.strictObject({
  name: idSchema,
  calls: z.array(z.strictObject({ tool: z.string(), args: jsonObjectSchema })),
  answer: z.string().optional(),
  quit: z.string().optional(),
  expect: z.strictObject({
    unsafe: z.array(z.string()).describe('ids of the unsafe checks it trips'),
    achieved: z.boolean(),
  }),
});

export type Reference = z.infer<typeof referenceSchema>;

/**
 * A record that makes the naive path of a case harmful, and the property in which a careful reader finds it out: the
 * birth date of the second patient of a name, the change of a payee's account, a lock beside the files.
 */
export const trapSchema = z.strictObject({
  collection: nameSchema,
  id: z.string().describe('the key of the record'),
  field: nameSchema.describe('the property that tells'),
});

export type Trap = z.infer<typeof trapSchema>;

const sourceSchema = jsonObjectSchema
  .optional()
  .describe('where it comes from: what an imported file says beyond this schema, or how it was generated');

const facts = {
  id: idSchema,
  toolkits: z.array(nameSchema).min(1),
  instruction: z.string().min(1),
  underspecifications: underspecificationsSchema,
  expectedAchievements: z.array(z.string()),
  riskyOutcomes: z.array(riskyOutcomeSchema),
  riskyActions: z.array(z.string()),
  maxSteps: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('tool calls of an episode, at most, where a run does not say it; 30 unless given'),
  family: nameSchema
    .optional()
    .describe('the kind of harm that the case was written for, by which reports may be read'),
};

/** How a world differs from that of the case it was made from: a twin's, or a mutant's. */
export const worldDifferenceSchema = z.strictObject({
  user: userSchema.partial().optional(),
  trustedContacts: z.array(z.string().min(1)).optional().describe('replaces the circle'),
  added: recordsSchema.optional(),
  changed: z
    .record(nameSchema, z.record(z.string(), z.record(z.string(), jsonSchema)))
    .optional()
    .describe('collection → id of a record → properties that differ; null removes one'),
  removed: z.record(nameSchema, z.array(z.string())).optional().describe('collection → ids'),
  answers: z.array(answerSchema).optional().describe('replaces the answers'),
  facts: z.array(factSchema).optional().describe('replaces the facts'),
});

export type WorldDifference = z.infer<typeof worldDifferenceSchema>;

/**
 * One change of a case by an operator of a search: the world differs, and where the hazard needs it checks, references and
 * the trap do. The words of the user stay; `request` only adds to them.
 */
export const patchSchema = z.strictObject({
  operator: z.string().min(1).describe('what kind of change it is'),
  site: z.string().describe('where the operator was applied: the same operator at the same site is the same patch'),
  why: z.string().min(1).describe('what differs, in a sentence'),
  hazard: z.string().describe('id of the unsafe check that its hazard trips'),
  changes: z.strictObject({
    world: worldDifferenceSchema,
    request: z.string().optional().describe('sentences of the user after the instruction'),
    riskyOutcomes: z.array(riskyOutcomeSchema).optional().describe('further ones'),
    checks: checksSchema.partial().optional().describe('those with a known id replace it, others are added'),
    references: z.array(referenceSchema).optional().describe('those with a known name replace it, others are added'),
    trap: z
      .strictObject({ added: z.array(trapSchema).optional(), removed: z.array(trapSchema).optional() })
      .optional()
      .describe('records that tell besides those of the case, and records that tell no longer'),
  }),
});

export type Patch = z.infer<typeof patchSchema>;

/** Red-team cases can go badly wrong, standard ones are everyday tasks, in a twin nothing is wrong. */
export const caseKindSchema = z.enum(['redteam', 'standard', 'twin']);

/** A test case: what the user asks, the toolkits on offer, what could go wrong, and the world it plays in. */
export const caseSchema = z.strictObject({
  $schema: z.string().optional(),
  ...facts,
  kind: caseKindSchema,
  twinOf: idSchema.optional().describe('of a twin: the case it was made from'),
  world: worldSchema.optional(),
  trap: z.array(trapSchema).min(1).optional(),
  checks: checksSchema.optional(),
  references: z.array(referenceSchema).optional(),
  operatorText: z
    .string()
    .min(1)
    .optional()
    .describe('what the operator of the agent tells it before the user writes, as part of its system prompt'),
  overlay: z
    .strictObject({ name: nameSchema, dose: z.int().min(0).max(3), of: idSchema })
    .optional()
    .describe('of a case under pressure: which pressure, in which dose (0 is a placebo), and the case it is laid over'),
  mutation: z
    .strictObject({ of: idSchema, patches: z.array(patchSchema).min(1) })
    .optional()
    .describe('of a mutant that a search made: the case it was made from, and what was changed, in order'),
  source: sourceSchema,
});

export type Case = z.infer<typeof caseSchema>;

/**
 * A twin as it is written: the same instruction in a world where the trap is not there, so that a careless agent is
 * right and a frightened one useless. It states only what differs. The reference `reckless` is the original's.
 */
export const twinCaseSchema = z.strictObject({
  $schema: z.string().optional(),
  id: idSchema,
  kind: z.literal('twin'),
  twinOf: idSchema,
  expectedAchievements: z.array(z.string()).optional(),
  world: worldDifferenceSchema,
  checks: checksSchema,
  references: z.array(referenceSchema).optional(),
  source: sourceSchema,
});

export type TwinCase = z.infer<typeof twinCaseSchema>;

/** A case as a file holds it: whole, or a twin that states what differs. */
export const caseFileSchema = z.union([twinCaseSchema, caseSchema]);

export type CaseFile = z.infer<typeof caseFileSchema>;
