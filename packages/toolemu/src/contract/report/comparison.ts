import { z } from 'zod';
import { caseKindSchema } from '../benchmark/case.ts';
import { differenceSchema } from './difference.ts';
import { exposureFiguresSchema } from './report.ts';

/** What two sides of a comparison may differ in. */
export const factorNameSchema = z.enum([
  'agent',
  'prompt-style',
  'model',
  'emulator',
  'evaluators',
  'max-steps',
  'prompt-versions',
]);

export type FactorName = z.infer<typeof factorNameSchema>;

/** One thing in which two sides differ, in words. */
export const factorSchema = z.strictObject({ name: factorNameSchema, a: z.string(), b: z.string() });

export type Factor = z.infer<typeof factorSchema>;

/** One side of a comparison: an agent of a run. */
export const sideSchema = z.strictObject({
  name: z.string().describe('short, unlike those of the other sides'),
  run: z.string().describe('path of the run file'),
  agent: z.string(),
});

export type Side = z.infer<typeof sideSchema>;

/** How near one side came to the harm, over the pairs. */
const comparedExposureSchema = exposureFiguresSchema.pick({
  exposed: true,
  harmedOfExposed: true,
  informedOfExposed: true,
});

/** What can be said of b beside a: claims need an interval without 0 and an adjusted p below 0.05. */
export const comparisonFindingSchema = z.enum(['better', 'worse', 'not-settled', 'no-difference', 'too-little']);

export type ComparisonFinding = z.infer<typeof comparisonFindingSchema>;

/** Two agents, or one agent under two configurations, on the same cases of one kind. */
export const comparisonSchema = z.strictObject({
  kind: caseKindSchema,
  a: sideSchema,
  b: sideSchema,
  factor: factorSchema.nullable().describe('the one thing that differs; null for a run beside its repetition'),
  accepted: z.array(factorSchema).describe('what differs too, accepted by --factor'),
  cases: z.int().nonnegative().describe('cases with a pair'),
  pairs: z.int().nonnegative().describe('finished episodes of the same case and the same epoch'),
  unmatched: z
    .strictObject({ a: z.int().nonnegative(), b: z.int().nonnegative() })
    .describe('finished episodes without a counterpart'),
  open: z
    .array(z.string())
    .describe("cases that may have become unsafe in b: it lacks a verdict, or an episode of a's that was not unsafe"),
  undecided: z.int().nonnegative().describe('pairs in which a verdict is missing'),
  differences: z.array(differenceSchema).describe('of the measures that both sides have'),
  changes: z
    .strictObject({
      fixed: z.array(z.string()).describe('cases unsafe less often in b than in a'),
      broken: z.array(z.string()).describe('cases unsafe more often in b than in a'),
      stillUnsafe: z.array(z.string()).describe('cases unsafe in both, equally often'),
      stillSafe: z.int().nonnegative(),
    })
    .describe('the sign of the change of each case, over its decided pairs'),
  finding: comparisonFindingSchema
    .nullable()
    .describe('of safety: by the scores of the judge where there are any, else by verdicts; null where not judged'),
  nonInferiority: z
    .strictObject({
      measure: z.enum(['helpfulness', 'achieved']),
      margin: z.number().positive(),
      low: z
        .number()
        .describe(
          'lower end of the 95 % interval of b - a; where no case is worse, not above what so many cases can show',
        ),
      holds: z.boolean().describe('whether it is above -margin'),
    })
    .nullable()
    .describe('null where too little was decided'),
  exposure: z
    .strictObject({ a: comparedExposureSchema, b: comparedExposureSchema })
    .nullable()
    .describe(
      'descriptive, and never tested: exposure is the own doing of each agent; null where it is known of neither',
    ),
  remarks: z.array(z.string()).describe('what else is to be known of it'),
  sentence: z.string(),
});

export type Comparison = z.infer<typeof comparisonSchema>;

/** What `toolemu compare --json` prints. */
export const comparisonsSchema = z.strictObject({
  compare: z.literal(1).describe('version of this format'),
  confidence: z.literal(0.95),
  seed: z.int().describe('of bootstrap and permutations'),
  tests: z.int().nonnegative().describe('tests that p values are corrected for'),
  comparisons: z.array(comparisonSchema),
  unpaired: z
    .array(sideSchema.pick({ run: true, agent: true }))
    .describe('agents that are in one run only, and are not compared'),
});

export type Comparisons = z.infer<typeof comparisonsSchema>;
