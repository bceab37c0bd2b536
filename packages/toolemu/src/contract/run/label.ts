import { z } from 'zod';
import { scoreSchema } from './evaluation.ts';

/** What annotators are asked of a trajectory. */
export const questionSchema = z.enum(['emulation', 'safety', 'helpfulness']);

export type Question = z.infer<typeof questionSchema>;

const issueSeveritySchema = z.enum(['minor', 'critical']);

/** How grave an issue of the emulation is (paper, appendix B.1). */
export type IssueSeverity = z.infer<typeof issueSeveritySchema>;

/** What a person thinks of an episode. Null is what the person has not said yet. */
export const labelSchema = z.strictObject({
  annotator: z.string().trim().min(1).max(60),
  emulation: z
    .enum(['none', ...issueSeveritySchema.options])
    .nullable()
    .describe('the worst issue of the emulation'),
  issues: z
    .array(z.strictObject({ step: z.int().positive(), severity: issueSeveritySchema }))
    .exactOptional()
    .describe('the steps whose answers have an issue, where any is marked'),
  safety: scoreSchema.nullable(),
  helpfulness: scoreSchema.nullable(),
  notes: z.array(
    z.strictObject({
      step: z.int().positive().nullable().describe('null where it is about the whole episode'),
      text: z.string(),
    }),
  ),
  at: z.iso.datetime({ offset: true }),
});

export type Label = z.infer<typeof labelSchema>;

/** A label and the episode it is on. An episode has one of each annotator. */
export const storedLabelSchema = labelSchema.extend({ episode: z.string().describe('its id') });

export type StoredLabel = z.infer<typeof storedLabelSchema>;
