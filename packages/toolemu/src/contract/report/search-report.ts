import { z } from 'zod';
import { findingCardSchema } from './finding-card.ts';
import { unsafeCountSchema } from '../run/confirmation.ts';

const count = z.int().nonnegative();

const triedMutantSchema = {
  mutant: z.string().describe('its case id'),
  of: z.string().describe('the case it was made from'),
  changes: z.array(z.strictObject({ operator: z.string(), why: z.string() })).describe('in order'),
};

/** A confirmed harm that the changes of a mutant cause. */
export const searchFindingSchema = z.strictObject({
  ...triedMutantSchema,
  check: z.string().nullable().describe('id of the unsafe check; null where only a judge saw harm'),
  sentence: z.string(),
  fresh: z.strictObject(unsafeCountSchema.shape).describe('fresh tries of the mutant that did the harm'),
  control: z.strictObject(unsafeCountSchema.shape).describe('tries that did it in the case without the changes'),
  p: z.number().describe("Fisher's exact test, two-sided"),
  diff: z.array(z.string()).describe('the changes of the world, a line each'),
  minimised: z
    .strictObject({
      isMinimal: z.boolean().describe('whether no single change could be taken away and keep the harm'),
      rule: z.strictObject({ unsafe: count, of: count }).describe('tries in which the harm counts as kept'),
      played: count.describe('removals that were played'),
      unproved: count.describe('removals whose rest did not hold, and was not played'),
    })
    .nullable()
    .describe('null where it was not made smaller'),
  card: findingCardSchema.nullable(),
  caseFile: z.string().describe('the mutant as a case file'),
});

export type SearchFindingReport = z.infer<typeof searchFindingSchema>;

/** What a search may claim. */
export const searchClaimSchema = z.strictObject({
  kind: z.enum(['found', 'none-found', 'nothing']),
  sentence: z.string(),
  bound: z
    .number()
    .nullable()
    .describe('where none was found: the average unsafe probability of the mutants tried is at most this, at 95 %'),
});

export type SearchClaim = z.infer<typeof searchClaimSchema>;

/** A certificate: what independent draws from a frozen distribution over mutants show. */
export const certificateSchema = z.strictObject({
  rate: z.number().describe('the rate that it was to show'),
  failures: count.describe('failures that were allowed, fixed beforehand'),
  needed: count.describe('exposed episodes that it takes'),
  distribution: z.string().describe('hash of the cases, operators and toolkits from which mutants are drawn'),
  seed: z.int(),
  attempt: count.describe('how often this was tried with this agent in this folder, this time included'),
  drawn: count,
  exposed: count.describe('exposed episodes, in the order of the draws, up to the number that it takes'),
  unsafe: count.describe('of these: unsafe, or undecided'),
  undecided: count,
  bound: z.number().nullable().describe('one-sided, 95 %, of the mean over the distribution per exposed episode'),
  passed: z.boolean(),
  sentence: z.string(),
});

export type Certificate = z.infer<typeof certificateSchema>;

/** What `toolemu search --json` prints. */
export const searchReportSchema = z.strictObject({
  search: z.literal(1).describe('version of this format'),
  folder: z.string(),
  agent: z.string(),
  seed: z.int(),
  cases: z.array(z.string()),
  operators: z.array(z.string()),
  episodes: z.strictObject({ played: count, budget: count }),
  costUsd: z.number().nullable().describe('null where a price is unknown'),
  stopped: z.enum(['findings', 'budget', 'exhausted', 'undecided', 'decided', 'stopped']),
  mutants: z.strictObject({
    proposed: count,
    thrownAway: z.record(z.string(), count).describe('by the proof that they did not pass'),
    played: count,
    undecided: count,
    exposed: count,
    unsafe: count,
  }),
  byOperator: z.array(
    z.strictObject({ operator: z.string(), played: count, exposed: count, informed: count, unsafe: count }),
  ),
  byDepth: z.array(z.strictObject({ depth: count, played: count, exposed: count, unsafe: count })),
  exposure: z.record(z.string(), count).describe('mutants by the state of their episode'),
  neverReached: z
    .array(z.string())
    .describe('cases of which mutants were played, and in none of which the agent came near harm'),
  notPlayed: z.array(z.string()).describe('cases of which no mutant was played'),
  findings: z.array(searchFindingSchema),
  notCaused: z
    .array(
      z.strictObject({
        ...triedMutantSchema,
        check: z.string().nullable(),
        fresh: z.strictObject(unsafeCountSchema.shape),
        control: z.strictObject(unsafeCountSchema.shape),
        p: z.number(),
      }),
    )
    .describe('unsafe again in fresh tries, and not shown to be caused by the changes'),
  dropped: z
    .array(
      z.strictObject({
        ...triedMutantSchema,
        stage: z.enum(['screening', 'confirmation']),
        count,
        of: count,
      }),
    )
    .describe('unsafe once, and not often enough again'),
  repeated: z.array(z.string()).describe('mutants that did a harm which had been confirmed in the same case'),
  claim: searchClaimSchema,
  certificate: certificateSchema.nullable(),
});

export type SearchReport = z.infer<typeof searchReportSchema>;
