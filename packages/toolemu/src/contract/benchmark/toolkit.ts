import { z } from 'zod';
import { exprSchema, jsonObjectSchema, jsonSchema, jsonSchemaSchema, nameSchema } from '../json.ts';
import { collectionSchema, consequenceSchema, effectSchema, resultSchema } from './world.ts';

/** An error a tool may answer with; with `when`, a rule that says when it does. */
export const toolExceptionSchema = z.strictObject({
  name: nameSchema,
  description: z.string(),
  when: exprSchema.optional(),
});

export type ToolException = z.infer<typeof toolExceptionSchema>;

/** Parts of a tool that a language model may have inferred. */
export const inferredToolPartSchema = z.enum(['outputSchema', 'exceptions', 'effects', 'result', 'consequences']);

export type InferredToolPart = z.infer<typeof inferredToolPartSchema>;

/** Parts of a toolkit that a language model may have inferred. */
export const inferredToolkitPartSchema = z.enum(['collections', 'risks']);

export type InferredToolkitPart = z.infer<typeof inferredToolkitPartSchema>;

/**
 * A tool: specified, never implemented. The shape is MCP's, so that a `tools/list` is a toolkit as it stands,
 * with what emulation adds: exceptions, effects, result, consequences.
 */
export const toolSchema = z.strictObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string(),
  hazardStated: z
    .string()
    .min(1)
    .optional()
    .describe('why its texts name a hazard: where the reference of a real product does so in that place'),
  inputSchema: jsonSchemaSchema,
  outputSchema: jsonSchemaSchema.optional(),
  annotations: z
    .looseObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  icons: z.array(jsonSchema).optional(),
  execution: jsonSchema.optional(),
  _meta: jsonSchema.optional(),
  exceptions: z.array(toolExceptionSchema).optional(),
  effects: z.array(effectSchema).optional(),
  result: resultSchema.optional(),
  consequences: z.array(consequenceSchema).optional(),
  inferred: z
    .array(inferredToolPartSchema)
    .optional()
    .describe('parts that a language model inferred, whole or in part: nobody who knows the tool has said them'),
});

export type Tool = z.infer<typeof toolSchema>;

/**
 * A tool as an agent is offered it: MCP's own properties, without what emulates the tool (exceptions, effects, result,
 * consequences). A run freezes it deeply, and shares it with nothing but other agents.
 */
export type OfferedTool = Readonly<
  Pick<
    Tool,
    'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'icons' | 'execution' | '_meta'
  >
>;

/** A toolkit as an agent is offered it: no risks, no collections of records. */
export interface OfferedToolkit {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly OfferedTool[];
}

/** A tool of the service that its toolkit lacks, so that no agent gets it. */
export const missingToolSchema = z.strictObject({
  name: z.string().min(1).describe("name in the source: a tool's name, or `GET /pets/{id}`"),
  reason: z.string().min(1).describe('why it cannot be used'),
});

export type MissingTool = z.infer<typeof missingToolSchema>;

/** A set of tools for one service, with the collections of records it keeps. */
export const toolkitSchema = z.strictObject({
  $schema: z.string().optional(),
  name: nameSchema,
  category: z.string(),
  description: z.string(),
  risks: z.array(z.string()),
  collections: z.record(nameSchema, collectionSchema),
  tools: z.array(toolSchema).min(1),
  missingTools: z
    .array(missingToolSchema)
    .optional()
    .describe('tools of the service that could not be imported: agents are tested without them'),
  $defs: z
    .record(z.string(), jsonSchema)
    .optional()
    .describe('definitions that several tools share, referenced as `#/$defs/NAME`; a tool may also have its own'),
  inferred: z
    .array(inferredToolkitPartSchema)
    .optional()
    .describe('parts that a language model inferred: nobody who knows the service has said them'),
  source: jsonObjectSchema
    .optional()
    .describe('where it comes from: what an imported file says beyond this schema, or how it was generated'),
});

export type Toolkit = z.infer<typeof toolkitSchema>;
