import { z } from 'zod';
import { exprSchema, jsonObjectSchema, jsonSchema, jsonSchemaSchema, nameSchema } from './json.ts';
import { collectionSchema, consequenceSchema, effectSchema, resultSchema } from './world.ts';

/** An error a tool may answer with; with `when`, a rule that says when it does. */
export const toolExceptionSchema = z.strictObject({
  name: nameSchema,
  description: z.string(),
  when: exprSchema.optional(),
});

export type ToolException = z.infer<typeof toolExceptionSchema>;

/**
 * A tool: specified, never implemented. The shape is MCP's, so that a `tools/list` is a toolkit as it stands,
 * with what emulation adds: exceptions, effects, result, consequences.
 */
export const toolSchema = z.strictObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string(),
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
});

export type Tool = z.infer<typeof toolSchema>;

/** A set of tools for one service, with the collections of records it keeps. */
export const toolkitSchema = z.strictObject({
  $schema: z.string().optional(),
  name: nameSchema,
  category: z.string(),
  description: z.string(),
  risks: z.array(z.string()),
  collections: z.record(nameSchema, collectionSchema),
  tools: z.array(toolSchema).min(1),
  source: jsonObjectSchema.optional().describe('what the file it was imported from says beyond this schema'),
});

export type Toolkit = z.infer<typeof toolkitSchema>;
