import { z } from 'zod';
import { caseSchema, riskyOutcomeSchema } from '../benchmark/case.ts';
import { type IssueSeverity, labelSchema, questionSchema, storedLabelSchema } from '../run/label.ts';
import { toolkitSchema, toolSchema } from '../benchmark/toolkit.ts';
import { outcomeSchema, stepSchema } from '../run/trajectory.ts';
import { worldSchema } from '../benchmark/world.ts';
import type { Endpoint } from './endpoint.ts';
import { runParams } from './runs.ts';

/** What of a trajectory a person has judged: all three judgements, something, nothing. */
export const labelStateSchema = z.enum(['whole', 'part', 'none']);

export type LabelState = z.infer<typeof labelStateSchema>;

/** A trajectory in the list of who labels. The id tells nothing; it is the same for the same annotator and seed. */
export const blindEntrySchema = z.strictObject({
  item: z.string(),
  state: labelStateSchema,
});

export type BlindEntry = z.infer<typeof blindEntrySchema>;

/** A run as those know it who label: its name may tell who acted in it. */
export const blindRunSchema = z.strictObject({
  run: z.string().describe('id of the run for those who label: it tells nothing of the name of its file'),
  number: z.int().positive().describe('its place among the runs of the folder, the oldest first'),
  day: z.iso.date().describe('when it was played'),
  round: z.int().positive().nullable().describe('of a study; null where it is of none'),
});

export type BlindRun = z.infer<typeof blindRunSchema>;

/** What an annotator has before them: in the order of the study, else in one of their own. */
export const labelingViewSchema = blindRunSchema.extend({
  items: z.array(blindEntrySchema),
  leftOut: z.int().nonnegative().describe('episodes that broke off, or have not ended'),
  isBeingWritten: z.boolean().describe('then it takes no labels until that ends'),
});

export type LabelingView = z.infer<typeof labelingViewSchema>;

/** A run that can be labelled, and how far an annotator is with it. */
export const labelRunSchema = blindRunSchema.extend({
  items: z.int().nonnegative(),
  whole: z.int().nonnegative(),
  part: z.int().nonnegative(),
  annotators: z.int().nonnegative().describe('who gave any label'),
});

export type LabelRun = z.infer<typeof labelRunSchema>;

/** A step as one reads it who knows nothing of agent and emulator. */
export const blindStepSchema = stepSchema
  .pick({ step: true, tool: true, args: true, input: true, status: true, changes: true })
  .extend({ observation: z.string().describe('of an input that could not be read the same for all agents') });

export type BlindStep = z.infer<typeof blindStepSchema>;

const [finished, quit, stepLimit] = outcomeSchema.options;

/**
 * A trajectory as it is labelled: the case, the tools, what was called, answered and changed, and the end. It has no
 * field for who acted or emulated, how they were told to, what they thought, or what others think of it.
 */
export const blindItemSchema = z.strictObject({
  item: z.string(),
  case: caseSchema
    .pick({ instruction: true, underspecifications: true, expectedAchievements: true, riskyActions: true })
    .extend({ riskyOutcomes: z.array(riskyOutcomeSchema.pick({ text: true, severity: true })) }),
  setting: worldSchema.pick({ now: true, user: true }).nullable().describe('null where the case has no world'),
  toolkits: z.array(
    toolkitSchema.pick({ name: true, description: true }).extend({
      tools: z.array(
        toolSchema.pick({ name: true, description: true, inputSchema: true, outputSchema: true }).extend({
          exceptions: z.array(z.strictObject({ name: z.string(), description: z.string() })),
        }),
      ),
    }),
  ),
  steps: z.array(blindStepSchema),
  end: z.discriminatedUnion('kind', [finished.pick({ kind: true, answer: true }), quit, stepLimit]),
  label: labelSchema.nullable().describe("this annotator's own"),
  reopened: z
    .strictObject({
      disputed: z.array(questionSchema).min(1).describe('on what annotators disagree'),
      before: labelSchema
        .omit({ annotator: true, at: true })
        .nullable()
        .describe('what this annotator said in the rounds before; null where that is nothing'),
    })
    .nullable()
    .describe('null where it is labelled for the first time'),
});

export type BlindItem = z.infer<typeof blindItemSchema>;

/** What an annotator says of a trajectory; who and when is known. */
export const judgmentsSchema = labelSchema
  .omit({ annotator: true, at: true })
  .extend({
    notes: z
      .array(z.strictObject({ step: z.int().positive().nullable(), text: z.string().trim().min(1).max(10_000) }))
      .max(200),
  })
  .superRefine(({ emulation, issues = [] }, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', path: ['issues'], message });
    const steps = issues.map(({ step }) => step);
    const twice = steps.find((step, at) => steps.indexOf(step) !== at);
    if (twice !== undefined) refuse(`step ${twice} is marked twice: mark it once, with its worst issue`);
    const above = issues.find(({ severity }) => emulation !== null && isBelow(emulation, severity));
    if (above !== undefined)
      refuse(`step ${above.step} has a ${above.severity} issue, and emulation says ${emulation}: it is the worst one`);
  });

function isBelow(emulation: 'none' | IssueSeverity, severity: IssueSeverity): boolean {
  return emulation === 'none' || (emulation === 'minor' && severity === 'critical');
}

export type Judgments = z.infer<typeof judgmentsSchema>;

/** How alike two annotators judge. Kappa is null where it is not defined: both say one and the same of all. */
export const alikeSchema = z.strictObject({ equal: z.int().nonnegative(), kappa: z.number().nullable() });

/** How far two annotators agree in a judgement, on the items that both have judged. */
export const agreementSchema = z.strictObject({
  annotators: z.tuple([z.string(), z.string()]),
  question: questionSchema,
  items: z.int().nonnegative(),
  binary: alikeSchema.describe('critical issues or not; 2 and 3 or 0 and 1'),
  scale: alikeSchema.describe('as it was judged; kappa is not weighted'),
});

export type Agreement = z.infer<typeof agreementSchema>;

/** How far annotators are, and how far they agree. */
export const labelProgressSchema = z.strictObject({
  items: z.int().nonnegative(),
  annotators: z.array(
    z.strictObject({
      annotator: z.string(),
      whole: z.int().nonnegative(),
      part: z.int().nonnegative(),
      last: labelSchema.shape.at.describe('when the last label was given or changed'),
    }),
  ),
  agreement: z.array(agreementSchema).nullable().describe('null until who asks has labelled all'),
  name: z.string().nullable().describe('id of the run in the folder; null until who asks has labelled all'),
});

export type LabelProgress = z.infer<typeof labelProgressSchema>;

const labelParams = z.strictObject({ run: blindRunSchema.shape.run });
const itemParams = labelParams.extend({ item: z.string() });
const query = z.strictObject({
  annotator: labelSchema.shape.annotator,
  seed: z.coerce.number().int().default(0).describe('of the order; a study has its own'),
});

/** Judging by people. Whoever labels learns of a trajectory only what `blindItemSchema` has. */
export const labelEndpoints = {
  'GET /api/label': {
    summary: 'The runs that can be labelled, and how far an annotator is with each',
    query: z.strictObject({ annotator: z.string().max(60).default('').describe('nobody where it is empty') }),
    reply: z.array(labelRunSchema),
  },
  'GET /api/label/{run}': {
    summary:
      'The trajectories of a run for one annotator, shuffled unless it is of a study, and how far they are labelled',
    params: labelParams,
    query,
    reply: labelingViewSchema,
  },
  'GET /api/label/{run}/items/{item}': {
    summary:
      "A trajectory to be labelled, with the annotator's own label, and what is disputed of one that is labelled again",
    params: itemParams,
    query,
    reply: blindItemSchema,
  },
  'PUT /api/label/{run}/items/{item}': {
    summary: 'Keeps what an annotator says of a trajectory, in the place of what was said before',
    params: itemParams,
    query,
    body: judgmentsSchema,
    reply: z.strictObject({ label: labelSchema }),
  },
  'DELETE /api/label/{run}/items/{item}': {
    summary: "Takes back an annotator's label of a trajectory",
    params: itemParams,
    query,
    reply: z.strictObject({ label: z.null() }),
  },
  'GET /api/label/{run}/agreement': {
    summary: 'How far annotators are, and, for one who has labelled all, how far each two of them agree',
    params: labelParams,
    query: z.strictObject({ annotator: labelSchema.shape.annotator }),
    reply: labelProgressSchema,
  },
  'GET /api/runs/{run}/labels.jsonl': {
    summary: 'The labels of a run with the ids of their episodes, one a line: not for those who still label',
    params: runParams,
    reply: storedLabelSchema,
    as: 'file',
    media: ['application/jsonl'],
  },
} as const satisfies Record<string, Endpoint>;
