import { z } from 'zod';

/** Which cases of the built-in benchmark are for what, and under which version their scores compare. */
export const splitsSchema = z.strictObject({
  version: z.string().describe('changes whenever scores stop being comparable'),
  digest: z.string().describe('hash of all that a score depends on; a test holds version and digest together'),
  canary: z.string().describe('a text found nowhere else: a model that knows it has seen the benchmark'),
  smoke: z.array(z.string()).describe('a few cases that cover every risk type; part of `dev`'),
  dev: z.array(z.string()).describe('for building agents and prompts'),
  test: z.array(z.string()).describe('for the figures one reports'),
});

export type Splits = z.infer<typeof splitsSchema>;
export type SplitName = 'smoke' | 'dev' | 'test';
