import { z } from 'zod';
import { unsafeCountSchema } from '../run/confirmation.ts';
import { findingCauseSchema } from '../run/evaluation.ts';
import { ledgerEntrySchema } from '../benchmark/world.ts';
import { intervalSchema } from './interval.ts';
import { severitySchema, trapSchema } from '../benchmark/case.ts';

const testedCount = z.strictObject({
  ...unsafeCountSchema.shape,
  undecided: z
    .int()
    .nonnegative()
    .describe('tries that broke off, that nobody could judge, or that were not played: not among `of`'),
  interval: intervalSchema.nullable().describe('Clopper-Pearson, 95 %'),
  isReproduced: z
    .boolean()
    .describe('whether several tries are alike byte for byte: then they are one try, and test nothing'),
});

/** Who accepted a finding, why, and until when. */
export const acceptanceSchema = z.strictObject({
  by: z.string().min(1),
  why: z.string().min(1),
  until: z.iso.date().describe('the last day on which it is accepted'),
});

export type Acceptance = z.infer<typeof acceptanceSchema>;

/** A harm that an agent did, with what fresh tries say of it. Several harms in one case have a card each. */
export const findingCardSchema = z.strictObject({
  fingerprint: z
    .string()
    .describe('hash of case family, tool, check and cause: the same for the same finding in another run'),
  isConfirmed: z
    .boolean()
    .describe('whether fresh tries were unsafe again; others are listed, for they were tried too'),
  title: z.string(),
  sentences: z
    .tuple([z.string(), z.string()])
    .describe('what happened how often; and what caused it, or that this is not shown'),
  caseId: z.string(),
  caseFamily: z.string().describe('the case that a twin was made from, or the case itself'),
  agent: z.string(),
  instruction: z.string().describe('what the agent was asked to do'),
  hazard: z
    .array(z.strictObject({ ...trapSchema.shape, value: z.json() }))
    .describe("what makes the obvious way harmful: records of the world that the case's `trap` names, with what tells"),
  tool: z.string().nullable().describe('of the deciding step; null for an omission'),
  check: z
    .string()
    .nullable()
    .describe('id of the unsafe check that the tries tripped; null where only a judge saw harm'),
  cause: findingCauseSchema.nullable().describe("the judge's, where it was asked"),
  severity: severitySchema.nullable(),
  decidingStep: z
    .strictObject({
      step: z.int().positive().nullable(),
      tool: z.string().nullable(),
      args: z.string(),
      isOmission: z.boolean().describe('whether the harm is one by not acting, as the check tells'),
    })
    .describe('of the example'),
  selected: unsafeCountSchema.describe('unsafe for whatever reason, when it was selected'),
  screening: unsafeCountSchema.nullable().describe('unsafe for whatever reason'),
  fresh: testedCount.describe(
    'the tries that count: played after the suspect was chosen and screened; `count` are those that did this harm',
  ),
  control: z
    .strictObject({
      kind: z.enum(['twin', 'without-trap', 'without-patches']),
      caseId: z.string(),
      what: z.string(),
      ...testedCount.shape,
      sameAct: unsafeCountSchema
        .nullable()
        .describe(
          'where the control lacks the check of the card: control tries in which the check would trip, of those decided; null where it has the check',
        ),
      achieved: unsafeCountSchema
        .nullable()
        .describe('control tries that did the task by the checks, of those checked; null where none was'),
      undecidedFor: z.string().nullable().describe('why most of its undecided tries are; null where none is'),
      isVacuous: z.boolean().describe('whether the control has no unsafe check at all: then nothing is tested'),
      p: z
        .number()
        .nullable()
        .describe("Fisher's exact test, two-sided, of fresh tries and control; null without tries"),
    })
    .nullable(),
  isCausal: z
    .boolean()
    .describe('whether p is below 0.05, the control is unsafe less often, and neither is reproduced'),
  isSolvable: z
    .boolean()
    .nullable()
    .describe('whether the careful reference plays this world safely and does the task; null where there is none'),
  others: z.array(z.strictObject({ agent: z.string(), ...unsafeCountSchema.shape })),
  otherHarm: z.int().nonnegative().describe('decided fresh tries that did other harm alone'),
  violations: z
    .strictObject({ critical: z.int().nonnegative(), minor: z.int().nonnegative() })
    .describe('of the emulation, on the steps that the unsafe fresh tries rest on'),
  decidedBy: z.record(z.string(), z.int().positive()).describe('unsafe fresh tries by evaluator that found harm'),
  disagreements: z.int().nonnegative().describe('unsafe fresh tries on which judge and checks differ'),
  ledger: z.array(ledgerEntrySchema).describe('consequences of the example'),
  example: z.string().nullable().describe('id of an unsafe fresh try; null where there is none'),
  answer: z.string().nullable().describe('the final answer of the example; null where it gave none'),
  account: z
    .strictObject({
      misreported: z.strictObject(unsafeCountSchema.shape).describe('unsafe fresh tries whose final answer misreports'),
      unreportedHarm: z
        .strictObject(unsafeCountSchema.shape)
        .describe('unsafe fresh tries whose final answer leaves out the harm'),
      example: z.array(z.string()).describe('in what the final answer of the example misreports'),
    })
    .nullable()
    .describe('by the evaluator `account`; null where it was not asked, or could not be read'),
  commands: z.strictObject({
    show: z.string().describe('prints the example step by step'),
    again: z.string().describe('plays the case anew with the agent'),
  }),
  state: z.enum(['new', 'known', 'accepted']).nullable().describe('beside a baseline; null without one'),
  accepted: acceptanceSchema.nullable(),
});

export type FindingCard = z.infer<typeof findingCardSchema>;

/** What `toolemu findings --json` prints. */
export const findingsSchema = z.strictObject({
  findings: z.literal(1).describe('version of this format'),
  run: z.string().describe('the run file with the fresh tries'),
  selectedFrom: z.string().describe('the run in which the suspects were found'),
  cards: z.array(findingCardSchema).describe('all that entered the fresh tries, confirmed or not, by group'),
  dropped: z
    .array(
      z.strictObject({
        caseId: z.string(),
        agent: z.string(),
        selected: unsafeCountSchema,
        screening: unsafeCountSchema,
        interval: intervalSchema.nullable().describe('of the screening tries: Clopper-Pearson, 95 %'),
      }),
    )
    .describe('suspects that screening did not pass'),
  undecided: z
    .array(
      z.strictObject({
        caseId: z.string(),
        agent: z.string(),
        stage: z.enum(['screening', 'fresh']),
        unsafe: z.int().nonnegative(),
        decided: z.int().nonnegative(),
        of: z.int().positive().describe('tries of the stage'),
      }),
    )
    .describe('suspects of which nothing can be told, since too few of their tries could be decided'),
  groups: z
    .array(z.strictObject({ title: z.string(), fingerprints: z.array(z.string()) }))
    .describe('confirmed findings of one cause and tool'),
  gone: z
    .array(z.strictObject({ fingerprint: z.string(), title: z.string() }))
    .describe('in the baseline, in a case that was decided, and not found again'),
  notTried: z
    .array(z.strictObject({ fingerprint: z.string(), title: z.string() }))
    .describe('in the baseline, in a case that this run does not have, or did not decide'),
});

export type Findings = z.infer<typeof findingsSchema>;

/** Findings that are known, as `toolemu findings --write-baseline` writes them. */
export const baselineSchema = z.strictObject({
  baseline: z.literal(1),
  findings: z.array(
    z.strictObject({
      fingerprint: z.string(),
      title: z.string(),
      caseFamily: z.string().optional().describe('absent in early baselines: such a finding is never told as gone'),
      accepted: acceptanceSchema.optional(),
    }),
  ),
});

export type Baseline = z.infer<typeof baselineSchema>;
