import { z } from 'zod';
import { severitySchema } from '../benchmark/case.ts';
import { consequenceKindSchema } from '../benchmark/world.ts';
import { jsonSchema } from '../json.ts';
import { modelParametersSchema } from './model.ts';

export const likelihoodSchema = z.enum(['certainly-not', 'possible', 'likely']);

export type Likelihood = z.infer<typeof likelihoodSchema>;

/** What led to a finding of the safety judge. */
export const findingCauseSchema = z.enum([
  'unwarranted-assumption',
  'wrong-target',
  'excessive-scope',
  'ignored-warning',
  'unverified-instruction',
  'disclosure',
  'destructive-default',
  'false-claim',
  'other',
]);

export type FindingCause = z.infer<typeof findingCauseSchema>;

/** A risk a judge saw in a trajectory. `step` is null where it is in no single step. */
export const findingSchema = z.strictObject({
  step: z.int().positive().nullable(),
  what: z.string(),
  why: z.string(),
  cause: findingCauseSchema.optional().describe('absent in findings of judges that were not asked for it'),
  likelihood: likelihoodSchema,
  severity: severitySchema,
});

export type Finding = z.infer<typeof findingSchema>;

/** A check that holds on a trajectory; `step` is the length of the shortest prefix on which it does. */
export const trippedCheckSchema = z.strictObject({
  id: z.string(),
  outcome: z.string(),
  text: z.string(),
  step: z.int().nonnegative(),
});

export type TrippedCheck = z.infer<typeof trippedCheckSchema>;

/** How a step was emulated: as the real tool could have answered, nearly so, or as none could (paper, section 4.1). */
export const assessmentSchema = z.strictObject({
  step: z.int().positive(),
  label: z.enum(['right', 'minor', 'critical']),
  requirement: z
    .enum(['input-validity', 'accuracy', 'consistency', 'plausibility'])
    .nullable()
    .describe('what the step breaks; null where it is right'),
  why: z.string(),
  influence: z
    .enum(['none', 'helped', 'hindered', 'forced-failure'])
    .describe('what the error did to the agent; none where it made no difference'),
});

export type Assessment = z.infer<typeof assessmentSchema>;

export const scoreSchema = z.int().min(0).max(3);

/** A grade from 0 to 3 with its findings, by an evaluator that is a judge. */
export const scoredResultSchema = z.strictObject({
  kind: z.literal('scored'),
  score: scoreSchema,
  label: z.string(),
  findings: z.array(findingSchema),
  hijacked: z
    .boolean()
    .optional()
    .describe(
      'whether a finding has the cause `unverified-instruction`: the agent acted on instructions from a tool result; absent if the judge was not asked for causes',
    ),
  panel: z
    .array(
      z.strictObject({ model: z.string(), score: scoreSchema.nullable().describe('null where it cannot be read') }),
    )
    .optional()
    .describe('what each judge of a panel gave; the rest is from one whose score is the middle one'),
  assessments: z.array(assessmentSchema).optional().describe('of a judge of the emulation: each step it judged'),
  summary: z.string(),
  thought: z.string().optional().describe('what the judge thought before it graded, where it said so'),
  raw: jsonSchema.optional().describe('what the file it was imported from says beyond this schema'),
});

/** What a statement of a final answer says: that something was done, was not done or was asked; or it is a question itself. */
export const claimKindSchema = z.enum(['done', 'not-done', 'asked', 'question']);

/** A statement of a final answer about the agent's own work, by the judge `account`. */
export const claimSchema = z.strictObject({
  kind: claimKindSchema,
  quote: z.string().describe('words of the final answer'),
  calls: z.array(z.int().positive()).describe('steps that did or tried what the claim is about'),
  differs: z.string().describe('what the transcript shows otherwise; empty where nothing differs'),
});

export type Claim = z.infer<typeof claimSchema>;

/** Whether a final answer tells of a call that changed something, by the judge `account`. */
export const accountedCallSchema = z.strictObject({
  step: z.int().positive(),
  told: z
    .enum(['stated', 'implied', 'trivial', 'unstated'])
    .describe('`trivial`: nobody would expect to be told of it'),
  quote: z.string().describe('words of the final answer that tell of it; empty where none do'),
  unsaid: z.string().describe('effects of the call that the answer leaves out; empty where it leaves out none'),
  isHarmful: z.boolean().describe('whether an unsafe check of the case was decided by the call'),
});

export type AccountedCall = z.infer<typeof accountedCallSchema>;

/** In what a final answer misreports: harm or another effect that it does not tell, or a claim that is not so. */
export const misreportSchema = z.enum(['unreported-harm', 'false-claim', 'unstated-effect']);

export type Misreport = z.infer<typeof misreportSchema>;

/** How the scores of an evaluator of the user's own are read. */
export const scoreScaleSchema = z.strictObject({
  min: z.number().describe('the lowest possible score'),
  max: z.number().describe('the highest possible score'),
  passing: z.number().describe('the worst score that passes'),
  better: z.enum(['higher', 'lower']).describe('whether higher or lower scores are better'),
});

export type ScoreScale = z.infer<typeof scoreScaleSchema>;

/** A grade by the evaluator `account`, or by one of the user's own, on a scale of its own. */
export const gradedSchema = z
  .strictObject({
    kind: z.literal('graded'),
    score: z.number(),
    scale: scoreScaleSchema,
    passed: z.boolean(),
    label: z.string().optional().describe('the score in words'),
    findings: z.array(
      z.strictObject({
        step: z.int().positive().nullable().describe('the step, from 1; null for what is in no single step'),
        what: z.string(),
        severity: severitySchema.optional(),
        misreport: misreportSchema.optional().describe('of the evaluator `account`: what kind of misreport it is'),
      }),
    ),
    account: z
      .strictObject({ claims: z.array(claimSchema), calls: z.array(accountedCallSchema) })
      .nullable()
      .optional()
      .describe('of the evaluator `account`: what the final answer says; null where the agent gave none'),
    summary: z.string(),
    thought: z.string().optional().describe('what the judge thought before it graded, where it said so'),
  })
  .refine(({ score, scale, passed }) => score >= scale.min && score <= scale.max && passed === passes(score, scale), {
    path: ['passed'],
    message: 'must follow from score and scale',
  });

/** Whether a score passes on its scale. */
export function passes(score: number, { passing, better }: ScoreScale): boolean {
  return better === 'higher' ? score >= passing : score <= passing;
}

export type Graded = z.infer<typeof gradedSchema>;

/** What checks by program found. It never gives a score from 0 to 3. */
export const checksResultSchema = z.strictObject({
  kind: z.literal('checked'),
  tripped: z.array(trippedCheckSchema),
  achieved: z.boolean(),
  unachieved: z.array(z.string()).describe('ids of the achieved checks that do not hold'),
  unreadable: z.array(z.string()).describe('checks that failed while they ran, each with its reason'),
  leaks: z
    .array(
      z.strictObject({
        fact: z.string().describe('id of a fact of the world'),
        to: z.string().describe('who got to know it and may not'),
        step: z.int().positive(),
        by: consequenceKindSchema,
      }),
    )
    .optional()
    .describe('only where the world has facts'),
});

/** No result could be read; `raw` is all that was said. */
export const unscoredResultSchema = z.strictObject({
  kind: z.literal('unscored'),
  reason: z.string(),
  raw: z.string(),
  cause: z
    .enum(['model', 'budget', 'not-recorded', 'evaluator'])
    .optional()
    .describe(
      'set where the evaluator gave nothing and is asked again on resume: its endpoint failed, the budget was spent, the run that is replayed lacks the call, or the evaluator threw an error or returned no evaluation',
    ),
});

export const evaluationResultSchema = z.discriminatedUnion('kind', [
  scoredResultSchema,
  checksResultSchema,
  gradedSchema,
  unscoredResultSchema,
]);

export type EvaluationResult = z.infer<typeof evaluationResultSchema>;

/** One evaluator's result on one trajectory. */
export const evaluationSchema = z.strictObject({
  evaluator: z.string().min(1),
  model: z.string().nullable().describe('the judge, or null where no model took part'),
  decides: z
    .literal('safety')
    .optional()
    .describe("set where an evaluator of the user's own decides safety; `safety`, `checks` and `disclosure` always do"),
  prompt: z
    .string()
    .optional()
    .describe("version of the judge's prompt, where it judged after the run; else the head of the run has it"),
  parameters: z
    .array(modelParametersSchema)
    .optional()
    .describe(
      'what the judge was asked with, each of a panel in their order, where it judged after the run; else the head of the run has it',
    ),
  result: evaluationResultSchema,
});

export type Evaluation = z.infer<typeof evaluationSchema>;

/**
 * What is to be thought of an episode. `not-judged` says that no evaluator was asked that decides safety; it is not
 * "safe". `steps` are those an unsafe verdict rests on.
 */
export const verdictSchema = z.strictObject({
  verdict: z.enum(['safe', 'unsafe', 'inconclusive', 'not-judged']),
  reason: z.string(),
  by: z.array(z.string()).describe('names of the evaluators the verdict rests on'),
  steps: z.array(z.int().nonnegative()),
  disagreement: z.boolean().describe('whether a judge and the checks disagree'),
  hijacked: z
    .boolean()
    .optional()
    .describe(
      'whether the agent acted on instructions from a tool result, by the findings of the safety judge; never changes the verdict, and is absent if no judge said so or otherwise',
    ),
  noAction: z
    .literal(true)
    .optional()
    .describe(
      'no tool call of the agent was carried out, and it neither asked, quit nor refused in words: the episode shows little about it',
    ),
});

export type Verdict = z.infer<typeof verdictSchema>;
