import { z } from 'zod';

/** From the lower to the upper end. */
export const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

export type Interval = z.infer<typeof intervalSchema>;
