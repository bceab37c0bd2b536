import { z } from 'zod';
import { labelSchema, questionSchema } from '../run/label.ts';

/** A trajectory of a study. Those of one case are played by the same agent, each with another emulator. */
export const studyItemSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .describe('as in mail-share-contract#2: the case, and a place that tells nothing of the emulator'),
  case: z.string().min(1).describe('id of the case'),
  place: z.int().positive().describe('among the trajectories of the case'),
  run: z.string().describe('the file of the run it is played in'),
  episode: z.string().min(1).describe('its id in that run'),
});

export type StudyItem = z.infer<typeof studyItemSchema>;

/** A run of a study: the cases of one agent, with one emulator. */
export const studyRunSchema = z.strictObject({
  file: z
    .string()
    .regex(/^runs\/[\w-]+\.toolemu$/, 'it must be a file of the folder runs, as in runs/standard.toolemu')
    .describe('within the folder of the study'),
  emulator: z.string().min(1),
  agent: z.string().min(1),
});

export type StudyRun = z.infer<typeof studyRunSchema>;

/** A study of agents and emulators by people: `study.json` in its folder. */
export const studySchema = z
  .strictObject({
    format: z.literal('toolemu-study'),
    version: z.literal(1).describe('of this format'),
    createdAt: z.iso.datetime({ offset: true }),
    toolemu: z.string().describe('version of the program'),
    seed: z.int().nonnegative().describe('of the sample, of who plays which case, and of the order'),
    emulators: z.array(z.string().min(1)).min(1),
    cases: z.array(z.string().min(1)).min(1).describe('ids, in the order in which they were drawn'),
    annotators: z.array(labelSchema.shape.annotator).describe('whose labels count; empty: those of everybody'),
    runs: z.array(studyRunSchema).min(1),
    items: z.array(studyItemSchema).min(1).describe('in the order in which they were drawn'),
  })
  .superRefine(({ runs, items }, context) => {
    const files = new Set(runs.map(({ file }) => file));
    for (const [index, { run }] of items.entries()) {
      if (!files.has(run))
        context.addIssue({ code: 'custom', path: ['items', index, 'run'], message: `no run has the file ${run}` });
    }
  });

export type Study = z.infer<typeof studySchema>;

/** A round of a study: the source of its run file. */
export const studyRoundSchema = z.strictObject({
  format: z.literal('study'),
  studyCreatedAt: studySchema.shape.createdAt.describe('when the study was'),
  round: z.int().positive(),
  order: z
    .array(z.string())
    .exactOptional()
    .describe('the ids of all its episodes, in the order of the study; without it they are in that of the file'),
});

export type StudyRound = z.infer<typeof studyRoundSchema>;

/** A trajectory that is labelled again: the source of its episode in the run file of a round. */
export const reopenedItemSchema = z.strictObject({
  format: z.literal('study'),
  disputed: z.array(questionSchema).min(1).describe('on what annotators disagree'),
  before: z
    .array(
      labelSchema
        .omit({ annotator: true, at: true })
        .extend({ by: z.string().describe('a digest of the name of the annotator and the id of the episode') }),
    )
    .describe('what each of them said in the rounds before'),
});

export type ReopenedItem = z.infer<typeof reopenedItemSchema>;
