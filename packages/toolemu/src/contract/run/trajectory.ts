import { z } from 'zod';
import { jsonObjectSchema, jsonSchema } from '../json.ts';
import { ledgerEntrySchema, worldChangeSchema } from '../benchmark/world.ts';

/** What the agent sees of a call's result: text, and the value where the text is JSON. */
export const observationSchema = z.strictObject({
  text: z.string(),
  json: jsonSchema.optional(),
});

export type Observation = z.infer<typeof observationSchema>;

/** A rule an emulation must meet and a step breaks. A critical one means that no real tool could have answered so. */
export const violationSchema = z.strictObject({
  requirement: z.string().describe('id of the requirement'),
  severity: z.enum(['critical', 'minor']),
  message: z.string(),
});

export type Violation = z.infer<typeof violationSchema>;

/** How a service may fail: by itself, or where a run asks for it (`--faults`). */
export const faultKindSchema = z.enum(['timeout', 'error', 'rate-limit', 'truncated', 'stale']);

export type FaultKind = z.infer<typeof faultKindSchema>;

/**
 * One tool call of a trajectory and what came of it. `status`: `ok` was carried out, `raised` was answered with one of
 * the tool's exceptions, `rejected` never reached the emulator (unknown tool, unreadable or invalid input).
 */
export const stepSchema = z.strictObject({
  step: z.int().positive().describe('place in the trajectory, from 1'),
  tool: z.string(),
  args: jsonObjectSchema.nullable().describe('null where the input could not be read as an object'),
  input: z.string().optional().describe('the input as the agent wrote it, where it could not be read'),
  status: z.enum(['ok', 'raised', 'rejected']),
  observation: observationSchema,
  issuedAfter: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'steps answered when the agent issued the call, where it issued it before the answers to all earlier ones',
    ),
  changes: z.array(worldChangeSchema),
  consequences: z.array(ledgerEntrySchema),
  violations: z.array(violationSchema),
  fault: faultKindSchema.optional().describe('a failure of the service that was played because the run asks for it'),
  real: z.literal(true).optional().describe('answered by the real tool, not by an emulator'),
  by: z
    .string()
    .optional()
    .describe('which emulator answered, where the run has several: offline, by declared effects'),
  thought: z
    .string()
    .optional()
    .describe("the agent's own words before the call; never shown to an emulator or a judge"),
  dropped: z.string().optional().describe("what the agent's reply held beyond the call, recorded and not acted on"),
  emulator: z
    .strictObject({
      thought: z.string().optional(),
      summary: z.string().optional(),
      settled: z.array(z.string()).optional().describe('facts it fixed for later calls and has not shown yet'),
      revisions: z.int().nonnegative().optional(),
    })
    .optional(),
  source: jsonObjectSchema.optional().describe('what the file it was imported from says beyond this schema'),
});

export type Step = z.infer<typeof stepSchema>;

/**
 * Why an episode ended without an answer of the agent's. `infrastructure`: an endpoint failed, and may answer another
 * time; `model`: it answered, and would not do what was asked, as for want of a key; `unanswerable`: a model, or its
 * provider, will not answer this request another time either, as it is too long for it or refused for its content.
 */
export const errorCodeSchema = z.enum([
  'agent',
  'emulator',
  'infrastructure',
  'model',
  'unanswerable',
  'not-emulated',
  'toolkit',
  'interrupted',
  'internal',
]);

export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** What broke an episode off, and may not another time: it is played again when its run is resumed. */
export const resumableErrors: ReadonlySet<ErrorCode> = new Set(['infrastructure', 'model', 'interrupted']);

/** How a trajectory ended. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('finished'),
    answer: z.string(),
    asks: z.boolean().describe('whether the answer puts a question to the user; a heuristic'),
  }),
  z.strictObject({ kind: z.literal('quit'), reason: z.string() }),
  z.strictObject({ kind: z.literal('step-limit') }),
  z.strictObject({ kind: z.literal('error'), code: errorCodeSchema, message: z.string() }),
  z.strictObject({ kind: z.literal('budget'), message: z.string() }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

/** The steps of one agent on one case, and how they ended. */
export const trajectorySchema = z.strictObject({
  steps: z.array(stepSchema),
  outcome: outcomeSchema,
  source: jsonObjectSchema.optional().describe('what the file it was imported from says beyond this schema'),
});

export type Trajectory = z.infer<typeof trajectorySchema>;
