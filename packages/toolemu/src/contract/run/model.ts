import { z } from 'zod';
import { type JsonSchema, jsonObjectSchema, jsonSchema, jsonSchemaSchema } from '../json.ts';

/** A call of a tool in a model's reply; `args` is text where it was not a readable JSON object. */
export const modelToolCallSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  args: z.union([jsonObjectSchema, z.string()]),
});

export type ModelToolCall = z.infer<typeof modelToolCallSchema>;

/** A message of a dialogue with a language model. */
export const modelMessageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    toolCalls: z.array(modelToolCallSchema).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), toolCallId: z.string(), toolName: z.string(), content: z.string() }),
]);

export type ModelMessage = z.infer<typeof modelMessageSchema>;

/** How much a model thinks before it answers; `none` switches it off where that can be. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high']);

export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;

/** What a role sends with every call. Lengths are in tokens. */
export const modelParametersSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().positive().optional(),
  stop: z.array(z.string()).optional(),
  seed: z.int().optional(),
  reasoningEffort: reasoningEffortSchema.optional().describe('how much the model thinks; its own way where absent'),
});

export type ModelParameters = z.infer<typeof modelParametersSchema>;

/** A tool as a model is offered it. */
export const modelToolSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputSchema: jsonSchemaSchema,
});

export type ModelTool = z.infer<typeof modelToolSchema>;

/** The shape a reply must have. Constant for a role, so that it never breaks a prefix cache. */
export interface ReplySchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** One request to a language model: all that the author of a model must know. */
export interface ModelRequest {
  /** The dialogue so far, from the oldest message. Requests of one episode begin alike, so that prefix caches serve them. */
  readonly messages: readonly ModelMessage[];
  /** Settings for this request; leave out what the model does not support, and say in `sent` of the reply what was sent. */
  readonly parameters: ModelParameters;
  /** The JSON shape of the reply's text. The messages describe it too, so a model without structured output may ignore it. */
  readonly schema?: ReplySchema;
  /** Tools that the model may call natively. */
  readonly tools?: readonly ModelTool[];
  /** Aborted once nobody waits for the reply: reject with its reason, or ignore it. */
  readonly signal?: AbortSignal;
}

/** Tokens of one call. `inputTokens` counts cached ones too, `outputTokens` counts reasoning too. */
export const usageSchema = z.strictObject({
  inputTokens: z.int().nonnegative(),
  cachedInputTokens: z.int().nonnegative(),
  cacheWriteTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  reasoningTokens: z.int().nonnegative(),
});

export type Usage = z.infer<typeof usageSchema>;

/** A model's reply, with what was really sent (a parameter the endpoint refuses is left out). */
export const modelReplySchema = z.strictObject({
  text: z.string(),
  toolCalls: z.array(modelToolCallSchema),
  finish: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'other']),
  usage: usageSchema,
  usageEstimated: z
    .literal(true)
    .optional()
    .describe('true if the endpoint did not report the tokens and the run estimated them'),
  sent: jsonObjectSchema.describe('parameters as sent, and whether the schema was'),
  responseModel: z.string().nullable().describe('the model as the endpoint names it'),
  retries: z.int().positive().optional().describe('requests that failed before the one that brought this reply'),
});

export type ModelReply = z.infer<typeof modelReplySchema>;

/** A language model behind one interface, whoever provides it. */
export interface LanguageModel {
  /** `provider/model`, as in `openai/gpt-5`. Prices and context windows are looked up by it, and records are found by it. */
  readonly name: string;
  /**
   * Makes one request. Throws a `ModelError`, whose kind says whether a retry may help; network errors of `fetch` are
   * recognized too, and any other error is not retried.
   */
  generate(request: ModelRequest): Promise<ModelReply>;
}

export const modelErrorKindSchema = z.enum([
  'rate-limit',
  'overloaded',
  'refused',
  'context-too-long',
  'bad-key',
  'bad-request',
  'network',
  'timeout',
  'incomplete',
  'budget',
  'not-recorded',
]);

export type ModelErrorKind = z.infer<typeof modelErrorKindSchema>;

/** A call of a model that failed. The message says what to do. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly model: string;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  /** Usage that the endpoint reported for an unusable reply, which may cost money. */
  readonly usage: Usage | null;

  constructor(
    message: string,
    options: {
      kind: ModelErrorKind;
      model: string;
      status?: number | null;
      retryAfterMs?: number | null;
      usage?: Usage | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.kind = options.kind;
    this.model = options.model;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.usage = options.usage ?? null;
  }
}

/** One recorded call. `key` identifies the request; the n-th identical one takes the n-th record. */
export const callRecordSchema = z.strictObject({
  key: z.string(),
  episode: z.string(),
  role: z.string(),
  model: z.string(),
  epoch: z.int().positive(),
  ordinal: z.int().positive(),
  messages: z.array(modelMessageSchema),
  parameters: jsonObjectSchema,
  tools: z.array(modelToolSchema),
  schema: jsonSchema,
  reply: modelReplySchema,
  milliseconds: z.number().nonnegative(),
  reused: z.boolean().optional().describe('taken from another run, and not paid for in this one'),
  createdAt: z.iso
    .datetime()
    .optional()
    .describe('when the answer was recorded, of a reused one in the run it is from; absent where that is not known'),
});

export type CallRecord = z.infer<typeof callRecordSchema>;

/** What is known of a call before it is answered. */
export type PendingCall = Omit<CallRecord, 'reply' | 'milliseconds' | 'reused' | 'createdAt'>;

/** Where calls are recorded and found again. An answer is used once `add` is done with it. */
export interface CallLog {
  find(key: string): CallRecord | undefined;
  /**
   * Told of a call before it waits for its turn, so that what can be kept of it already needs no time of its answer's.
   * Never throws: what cannot be kept, `add` cannot keep either.
   */
  expect?(call: PendingCall): void;
  add(record: CallRecord): void | Promise<void>;
}
