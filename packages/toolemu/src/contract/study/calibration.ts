import { z } from 'zod';
import { caseSchema, riskTypeSchema } from '../benchmark/case.ts';
import { evaluationSchema, type EvaluationResult, scoreSchema } from '../run/evaluation.ts';
import { intervalSchema } from '../report/interval.ts';
import { questionSchema } from '../run/label.ts';
import { modelParametersSchema } from '../run/model.ts';
import { costSchema } from '../report/report.ts';
import { toolkitSchema } from '../benchmark/toolkit.ts';
import { trajectorySchema } from '../run/trajectory.ts';

/** What of an agent is judged. */
export const aspectSchema = z.enum(['safety', 'helpfulness']);

export type Aspect = z.infer<typeof aspectSchema>;

/** What somebody, a person or a model, says of a trajectory in one aspect: of the agent, or of the emulation. */
export const aspectLabelSchema = z.strictObject({
  annotator: z.string().min(1),
  aspect: questionSchema,
  score: scoreSchema
    .nullable()
    .describe('null where the source says only whether it passes; of the emulation 3 no issue, 2 minor, 1 critical'),
  passes: z.boolean().describe('safe, or helpful, or without a critical issue: a score of 2 or 3'),
  note: z.string().optional(),
  byModel: z.literal(true).optional().describe('set where it is the score of a judge that is a model'),
});

export type AspectLabel = z.infer<typeof aspectLabelSchema>;

/** A trajectory with all a judge needs to judge it, and what is known of it. */
export const labeledTrajectorySchema = z.strictObject({
  id: z.string().min(1).describe('unlike those of the others in its set'),
  case: caseSchema,
  toolkits: z.array(toolkitSchema),
  trajectory: trajectorySchema,
  riskTypes: z.array(riskTypeSchema).describe('empty where not known'),
  labels: z.array(aspectLabelSchema),
});

export type LabeledTrajectory = z.infer<typeof labeledTrajectorySchema>;

/** What the judge made of a labelled trajectory, one of several times. */
export interface JudgedTrajectory {
  readonly id: string;
  /** From 1. The figures are those of the first time, as a run judges once. */
  readonly repeat: number;
  readonly result: EvaluationResult;
}

/** What the judge made of a trajectory with a known answer. */
export interface JudgedControl {
  readonly id: string;
  readonly known: 'good' | 'bad';
  readonly result: EvaluationResult;
}

/** What the judge made of a trajectory as it is, and of the same one with a text in it that talks to the judge. */
export interface JudgedInjection {
  readonly id: string;
  readonly without: EvaluationResult;
  readonly with: EvaluationResult;
}

/** A figure with what is known of its error. */
export const estimateSchema = z.strictObject({
  value: z.number().nullable(),
  interval: intervalSchema.nullable().describe('95 %'),
  of: z.int().nonnegative().describe('how many trajectories it rests on'),
  reason: z.string().nullable().describe('why there is no value or no interval; null where there are both'),
});

export type Estimate = z.infer<typeof estimateSchema>;

/** A share with the counts behind it. */
export const shareSchema = estimateSchema.extend({
  count: z.int().nonnegative(),
  size: z
    .number()
    .nonnegative()
    .describe('how many independent trajectories `of` is worth: fewer where several are of one case'),
});

export type Share = z.infer<typeof shareSchema>;

/** Reference beside judge, where a failure (unsafe, unhelpful, or a critical issue) is what a judge is to find. */
export const confusionSchema = z.strictObject({
  truePositive: z.int().nonnegative().describe('failures the judge found'),
  falsePositive: z.int().nonnegative().describe('passes the judge took for failures'),
  falseNegative: z.int().nonnegative().describe('failures the judge passed'),
  trueNegative: z.int().nonnegative().describe('passes the judge passed'),
});

export type Confusion = z.infer<typeof confusionSchema>;

/** How a judge does on two classes. The positive one is the failure. */
export const binaryMeasuresSchema = z.strictObject({
  positive: z.enum(['unsafe', 'unhelpful', 'critical']),
  confusion: confusionSchema,
  precision: shareSchema.describe('of what the judge took for failures: those that are'),
  recall: shareSchema.describe('of the failures: those the judge found (sensitivity)'),
  specificity: shareSchema.describe('of the passes: those the judge passed'),
  accuracy: shareSchema,
  kappa: estimateSchema.describe("Cohen's, of judge and reference"),
  youden: estimateSchema.describe('recall + specificity - 1: 0 for a judge that guesses'),
});

export type BinaryMeasures = z.infer<typeof binaryMeasuresSchema>;

/** How a judge does on the scale from 0 to 3, or on that of the issues of an emulation. */
export const scaleMeasuresSchema = z.strictObject({
  matrix: z
    .array(z.array(z.int().nonnegative()).min(3).max(4))
    .min(3)
    .max(4)
    .describe('[of the reference][of the judge], from 0 to 3; of the emulation critical, minor, none'),
  kappa: estimateSchema.describe("Cohen's, not weighted"),
  linearKappa: estimateSchema,
  quadraticKappa: estimateSchema,
  meanAbsoluteError: estimateSchema,
});

export type ScaleMeasures = z.infer<typeof scaleMeasuresSchema>;

/** A trajectory that judge and reference see differently. */
export const disagreementSchema = z.strictObject({
  id: z.string(),
  case: z.string().describe('id of the case'),
  kind: z
    .enum(['missed', 'false-alarm', 'score'])
    .describe('a failure passed; a pass taken for a failure; another score on the same side'),
  reference: z.strictObject({ passes: z.boolean(), score: scoreSchema.nullable() }),
  judge: z.strictObject({ passes: z.boolean(), score: scoreSchema, summary: z.string() }),
  labels: z.array(aspectLabelSchema),
});

export type Disagreement = z.infer<typeof disagreementSchema>;

/** How often a judge says the same of the same when asked again. */
export const selfConsistencySchema = z.strictObject({
  repeats: z.int().min(2),
  binary: shareSchema.describe('trajectories with the same pass or failure every time'),
  scale: shareSchema.describe('trajectories with the same score every time'),
  binaryAlpha: estimateSchema.describe("Krippendorff's alpha of the repeats, nominal"),
  scaleAlpha: estimateSchema.describe("Krippendorff's alpha of the repeats, interval"),
});

export type SelfConsistency = z.infer<typeof selfConsistencySchema>;

const countSchema = z.strictObject({ count: z.int().nonnegative(), of: z.int().nonnegative() });

/** Whether texts that talk to the judge moved its score. The texts are chosen and no sample, so there are no intervals. */
export const injectionEffectsSchema = z.strictObject({
  tried: z.int().nonnegative(),
  unscored: z.array(z.string()).describe('ids of those the judge could not be read on, with the text or without'),
  moved: countSchema.describe('of those that were read: another score with the text than without'),
  turned: countSchema.describe('of those that failed without the text: pass with it'),
  cases: z.array(
    z.strictObject({ id: z.string(), without: scoreSchema, with: scoreSchema }).describe('those that moved'),
  ),
});

export type InjectionEffects = z.infer<typeof injectionEffectsSchema>;

const needed = z
  .int()
  .positive()
  .nullable()
  .describe('right ones it takes not to be refused; null where none would do');

/** How the judge did on trajectories with a known answer. One it could not be read on counts for `of` alone. */
export const controlMeasuresSchema = z.strictObject({
  knownGood: z.strictObject({ passed: z.int().nonnegative(), of: z.int().nonnegative(), needed }),
  knownBad: z.strictObject({
    caught: z.int().nonnegative(),
    passed: z.int().nonnegative(),
    of: z.int().nonnegative(),
    needed,
  }),
  wrong: z.array(z.string()).describe('ids of the controls it did not get right, those it was not read on among them'),
  unread: z.array(z.string()).optional().describe('ids of those among them that it could not be read on'),
});

export type ControlMeasures = z.infer<typeof controlMeasuresSchema>;

/** The judge that was measured. A calibration holds for this one alone. */
export const calibratedJudgeSchema = z.strictObject({
  aspect: questionSchema,
  evaluator: evaluationSchema.shape.evaluator,
  model: z.string().nullable(),
  prompt: z.string().describe('version of its prompt'),
  parameters: z.array(modelParametersSchema).describe('what each of its models is asked with, in their order'),
});

export type CalibratedJudge = z.infer<typeof calibratedJudgeSchema>;

/** The set of labelled trajectories a judge was measured on. */
export const labeledSetSchema = z.strictObject({
  name: z.string(),
  trajectories: z.int().nonnegative().describe('with a label of the aspect'),
  cases: z.int().nonnegative().describe('they are of'),
  unlabeled: z.int().nonnegative().describe('trajectories left out: they have no label of the aspect'),
  annotators: z.array(
    z.strictObject({
      annotator: z.string(),
      labels: z.int().positive(),
      byModel: aspectLabelSchema.shape.byModel,
    }),
  ),
  agreement: estimateSchema
    .nullable()
    .describe("Krippendorff's alpha of the annotators on pass or failure; null with a single one"),
  ties: z
    .strictObject({ binary: z.array(z.string()), scale: z.array(z.string()) })
    .describe('ids where annotators stand even: the reference takes the worse of the two'),
});

export type LabeledSet = z.infer<typeof labeledSetSchema>;

/** How far a judge can be trusted, measured on labelled trajectories: what `toolemu calibrate` writes. */
const countOfSchema = z.strictObject({ count: z.int().nonnegative(), of: z.int().nonnegative() });

export const calibrationSchema = z.strictObject({
  format: z.literal('toolemu-calibration'),
  version: z.literal(1).describe('of this format'),
  createdAt: z.iso.datetime({ offset: true }),
  toolemu: z.string().describe('version of the program'),
  set: labeledSetSchema,
  judge: calibratedJudgeSchema,
  binary: binaryMeasuresSchema,
  scale: scaleMeasuresSchema.nullable().describe('null where the labels say only pass or failure'),
  byRiskType: z
    .array(z.strictObject({ riskType: riskTypeSchema, binary: binaryMeasuresSchema }))
    .describe('a trajectory with several risk types is in several'),
  unscored: z
    .array(z.strictObject({ id: z.string(), reason: z.string() }))
    .describe('labelled trajectories the judge could not be read on: they are in no figure'),
  selfConsistency: selfConsistencySchema.nullable().describe('null where each was judged once'),
  injections: injectionEffectsSchema.nullable().describe('null where not tried'),
  controls: controlMeasuresSchema,
  refused: z.string().nullable().describe('why the judge is not to be trusted; null where it passed its controls'),
  chance: z
    .string()
    .nullable()
    .optional()
    .describe(
      'why it is not shown that the judge is better than chance, so that no rate is corrected; null where it is',
    ),
  hijacked: z
    .strictObject({ failures: countOfSchema, passes: countOfSchema })
    .optional()
    .describe(
      'trajectories that the judge found hijacked, of those labelled as failures and as passes; absent if the judge states no causes',
    ),
  disagreements: z.array(disagreementSchema).describe('the gravest first'),
  cost: costSchema,
});

export type Calibration = z.infer<typeof calibrationSchema>;
