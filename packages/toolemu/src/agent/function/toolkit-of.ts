import { type JsonObject, type Tool, type Toolkit, toolkitSchema } from '../../contract/index.ts';
import { listedName, type OwnTool, type OwnTools, refuseProviderTool, supportedKinds } from './own-tools.ts';

/** Makes the AI SDK's own conversion; null where the value is no schema it knows. */
type ToJsonSchema = (schema: unknown) => Promise<JsonObject>;

/**
 * A toolkit made of tools of the AI SDK, OpenAI Agents JS or LangChain, as a model is offered them: names, descriptions and
 * JSON Schemas. Effects and exceptions, which their code does not tell, are not in it. Throws a `TypeError` that names
 * the tool that cannot be taken.
 *
 * @example
 * const toolkit = await createToolkit(agent.tools, { name: 'Shop', description: 'Orders and refunds.' });
 */
export async function createToolkit(
  own: OwnTools,
  { name, description = '', category = 'own' }: { name: string; description?: string; category?: string },
): Promise<Toolkit> {
  if (typeof own !== 'object' || own === null)
    throw new TypeError('no tools were given: createToolkit takes them by name, or in a list');
  const toJsonSchema = await aiSdkConversion();
  const entries: [string, OwnTool][] = Array.isArray(own)
    ? own.map((tool: object, index) => [listedName(tool, index), tool])
    : Object.entries(own);
  const tools: Tool[] = [];
  for (const [toolName, tool] of entries) tools.push(await toolOf(toolName, tool, toJsonSchema));
  const { success, data, error } = toolkitSchema.safeParse({
    name,
    category,
    description,
    risks: [],
    collections: {},
    tools,
  });
  if (success) return data;
  const [issue] = error.issues;
  throw new TypeError(`no toolkit can be made of these tools: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

async function toolOf(name: string, tool: OwnTool, toJsonSchema: ToJsonSchema): Promise<Tool> {
  refuseProviderTool(name, tool);
  const { description = '', inputSchema, outputSchema, parameters, schema } = tool;
  const input = inputSchema ?? parameters ?? schema;
  if (input === undefined)
    throw new TypeError(
      `the tool ${name} does not say what it takes: write { description, inputSchema, execute }, where inputSchema is a zod schema or a JSON Schema. ${supportedKinds}`,
    );
  if (typeof description !== 'string')
    throw new TypeError(`the tool ${name} has no text for a description: give it one that depends on nothing`);
  try {
    return {
      name,
      description,
      inputSchema: await toJsonSchema(input),
      ...(outputSchema === undefined ? {} : { outputSchema: await toJsonSchema(outputSchema) }),
    };
  } catch (error) {
    throw new TypeError(`the schema of the tool ${name} cannot be made a JSON Schema: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Loaded where it is needed: most of what is exported beside it does not. */
async function aiSdkConversion(): Promise<ToJsonSchema> {
  const { asSchema } = await import('@ai-sdk/provider-utils');
  return async (schema) => {
    if (isJsonSchema(schema)) return structuredClone(schema);
    const { jsonSchema } = asSchema(schema as Parameters<typeof asSchema>[0]);
    // A JSON Schema is JSON; a copy has no keys that hold undefined.
    return JSON.parse(JSON.stringify(await jsonSchema)) as JsonObject;
  };
}

/** Whether it is JSON Schema itself, as tools of MCP have it, and no object that holds one. */
function isJsonSchema(value: unknown): value is JsonObject {
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && 'type' in value && typeof value.type === 'string';
}
