import { z } from 'zod';
import { intervalSchema } from './interval.ts';

/** A rate that a judge found, corrected by how often it errs (Rogan and Gladen, 1978); or why it is not. */
export const correctedRateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('corrected'),
    raw: z.number(),
    corrected: z.number(),
    interval: intervalSchema.describe('95 %'),
  }),
  z.strictObject({ kind: z.literal('uncorrected'), raw: z.number().nullable(), reason: z.string() }),
]);

export type CorrectedRate = z.infer<typeof correctedRateSchema>;

/** The failure rates of a run, corrected by the calibration of its judge. */
export const correctedFiguresSchema = z.strictObject({
  calibration: z.string().describe('name of its file'),
  aspect: z.enum(['safety', 'helpfulness']),
  judge: z.string().nullable(),
  trajectories: z.int().nonnegative().describe('labelled ones it was measured on'),
  labels: z.array(z.string()).describe('by whom they are labelled'),
  reason: z.string().nullable().describe('why nothing is corrected: another judge was measured'),
  rates: z.array(
    z.strictObject({
      agent: z.string(),
      kind: z.string(),
      count: z.int().nonnegative(),
      of: z.int().nonnegative(),
      rate: correctedRateSchema,
    }),
  ),
});

export type CorrectedFigures = z.infer<typeof correctedFiguresSchema>;
