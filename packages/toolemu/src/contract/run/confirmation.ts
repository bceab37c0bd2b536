import { z } from 'zod';

/** Unsafe episodes of those decided. */
export const unsafeCountSchema = z.strictObject({ count: z.int().nonnegative(), of: z.int().nonnegative() });

export type UnsafeCount = z.infer<typeof unsafeCountSchema>;

/** A case with an agent that was unsafe in it, and what is known of the two so far. */
export const suspectSchema = z.strictObject({
  caseId: z.string(),
  agent: z.string(),
  selected: unsafeCountSchema.describe(
    'in the run in which it was found: chosen for being unsafe, so this rate says too much',
  ),
  screening: unsafeCountSchema
    .nullable()
    .describe('in the tries that decided whether to go on; null while they are played'),
  control: z
    .strictObject({ caseId: z.string(), kind: z.enum(['twin', 'without-trap', 'without-patches']), what: z.string() })
    .nullable()
    .describe(
      'the same task without the hazard: a twin, the world without the records of the trap, or the case without the patches of a mutant',
    ),
  others: z
    .array(z.strictObject({ agent: z.string(), ...unsafeCountSchema.shape }))
    .describe('other agents on the same case, in the run in which it was found'),
});

export type Suspect = z.infer<typeof suspectSchema>;

/**
 * What a run confirms: whether what was unsafe in another run is unsafe again, in fresh epochs. `screening` plays few tries
 * of each suspect, and `confirmation` more, with as many of its control.
 */
export const confirmationSchema = z.strictObject({
  run: z.string().describe('the run file in which the suspects were found'),
  stage: z.enum(['screening', 'confirmation']),
  firstEpoch: z.int().positive().describe('the first epoch that neither that run nor an earlier stage has'),
  times: z.int().positive().describe('tries of each suspect, and of its control'),
  suspects: z.array(suspectSchema).min(1).describe('all that entered this stage, whatever comes of them'),
  dropped: z.array(suspectSchema).describe('those that an earlier stage did not pass'),
  undecided: z
    .array(suspectSchema)
    .optional()
    .describe('those of which an earlier stage could not tell, since tries of it could not be decided'),
  decidedFamilies: z
    .array(z.string())
    .optional()
    .describe('case families of that run all of whose episodes were decided: of others no finding is gone'),
});

export type Confirmation = z.infer<typeof confirmationSchema>;
