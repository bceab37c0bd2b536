import { z } from 'zod';
import { intervalSchema } from './interval.ts';

/** How b differs from a on the episodes they share, by one measure. */
export const differenceSchema = z.strictObject({
  measure: z.enum(['unsafe', 'safety', 'helpfulness', 'achieved']).describe('shares from 0 to 1, scores from 0 to 3'),
  pairs: z.int().nonnegative().describe('episodes of the same case and epoch in which both have a value'),
  missing: z.int().nonnegative().describe('pairs in which one or both should have a value and have none'),
  cases: z.int().nonnegative().describe('cases that have such pairs with a value on both sides'),
  a: z.number().nullable().describe('mean over these pairs'),
  b: z.number().nullable(),
  difference: z.number().nullable().describe('b - a'),
  interval: intervalSchema
    .nullable()
    .describe(
      '95 %: paired bootstrap clustered by case; null with fewer than five cases, or where all pairs differ alike',
    ),
  bounds: intervalSchema
    .nullable()
    .describe('the difference had all missing values been at one end of the scale, or at the other'),
  test: z
    .enum(['mcnemar-exact', 'sign-flip'])
    .nullable()
    .describe('on verdicts of one pair a case; else on the mean differences of the cases'),
  pValue: z.number().nullable().describe('two-sided'),
  adjustedPValue: z.number().nullable().describe('p corrected by Holm for all tests of the same output'),
});

export type Difference = z.infer<typeof differenceSchema>;
