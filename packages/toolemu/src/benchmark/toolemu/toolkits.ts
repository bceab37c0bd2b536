import { z } from 'zod';
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Tool,
  type Toolkit,
  jsonSchema,
} from '../../contract/index.ts';
import { type Place, pathInside, readShape } from './read-shape.ts';

const nameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name is letters, digits and _, and does not start with a digit');

const valueSchema = z
  .object({
    name: z.string().min(1),
    type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
    description: z.string().default(''),
    required: z.boolean().optional(),
  })
  .catchall(jsonSchema);

const exceptionSchema = z.object({ name: nameSchema, description: z.string().default('') }).catchall(jsonSchema);

const toolSchema = z
  .object({
    name: nameSchema,
    summary: z.string(),
    parameters: z.array(valueSchema),
    returns: z.array(valueSchema),
    exceptions: z.array(exceptionSchema).optional(),
  })
  .catchall(jsonSchema);

const toolkitSchema = z
  .object({
    name_for_model: nameSchema,
    description_for_model: z.string(),
    category: z.string().optional(),
    risks: z.array(z.string()).default([]),
    tools: z.array(toolSchema).min(1),
  })
  .catchall(jsonSchema);

type ToolEmuValue = z.infer<typeof valueSchema>;
type ToolEmuTool = z.infer<typeof toolSchema>;

const remedy = 'correct it after the pattern of the toolkits in `all_toolkits.json`';

/** Whether this is ToolEmu's `all_toolkits.json`, or one toolkit of it. */
export function isToolEmuToolkits(json: unknown): boolean {
  return (Array.isArray(json) ? json : [json]).some(
    (item: unknown) => typeof item === 'object' && item !== null && 'name_for_model' in item,
  );
}

/**
 * Reads ToolEmu's `all_toolkits.json`, or one toolkit of it. A tool's name is the toolkit's `name_for_model` and its
 * own, its inputs and returns become JSON Schemas that allow nothing else, as the original does. What the contract has
 * no place for is kept in `source` of the toolkit and `_meta.toolemu` of the tools. Throws `BadFileError`.
 */
export function readToolEmuToolkits(json: unknown, fileName: string, path = '$'): Toolkit[] {
  if (!Array.isArray(json)) return [readToolkit(json, { file: fileName, path })];
  return json.map((item: unknown, index) => readToolkit(item, { file: fileName, path: pathInside(path, [index]) }));
}

function readToolkit(json: unknown, place: Place): Toolkit {
  const { name_for_model, description_for_model, category, risks, tools, ...rest } = readShape(
    toolkitSchema,
    json,
    place,
    remedy,
  );
  return {
    name: name_for_model,
    category: category ?? '',
    description: description_for_model,
    risks,
    collections: {},
    tools: tools.map((tool) => convertTool(name_for_model, tool)),
    ...(Object.keys(rest).length === 0 ? {} : { source: rest }),
  };
}

function convertTool(toolkit: string, tool: ToolEmuTool): Tool {
  const { name, summary, parameters, returns, exceptions, ...rest } = tool;
  const kept = withoutEmpty({
    tool: rest,
    parameters: restOfEach(parameters, ['name', 'type', 'description', 'required']),
    returns: restOfEach(returns, ['name', 'type', 'description', 'required']),
    exceptions: restOfEach(exceptions ?? [], ['name', 'description']),
  });
  return {
    name: toolkit + name,
    description: summary,
    inputSchema: schemaOf(
      parameters,
      parameters.filter(({ required }) => required === true),
    ),
    outputSchema: schemaOf(returns, returns),
    ...(exceptions === undefined
      ? {}
      : { exceptions: exceptions.map(({ name, description }) => ({ name, description })) }),
    ...(Object.keys(kept).length === 0 ? {} : { _meta: { toolemu: kept } }),
  };
}

function schemaOf(values: readonly ToolEmuValue[], required: readonly ToolEmuValue[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(values.map(({ name, type, description }) => [name, { type, description }])),
    required: required.map(({ name }) => name),
    additionalProperties: false,
  };
}

function restOfEach(
  items: readonly ({ name: string } & Record<string, Json | undefined>)[],
  known: string[],
): JsonObject {
  return withoutEmpty(
    Object.fromEntries(
      items.map((item) => [
        item.name,
        Object.fromEntries(
          Object.entries(item).flatMap(([key, value]) =>
            known.includes(key) || value === undefined ? [] : [[key, value]],
          ),
        ),
      ]),
    ),
  );
}

function withoutEmpty(objects: Record<string, Json>): JsonObject {
  return Object.fromEntries(
    Object.entries(objects).filter(([, value]) => value !== null && Object.keys(value).length > 0),
  );
}
