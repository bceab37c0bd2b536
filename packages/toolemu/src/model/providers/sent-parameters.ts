import { isObject, type Json, type JsonObject, type ModelRequest, parseJson } from '../../contract/index.ts';

/**
 * What was really sent, read from the body of the request: our parameters under our names, anything else the provider
 * added under its own, and whether the endpoint was held to the schema.
 */
export function readSentParameters(body: unknown, request: ModelRequest): JsonObject {
  const sent = typeof body === 'string' ? parseJson(body) : body;
  if (!isObject(sent)) {
    return { schema: false };
  }
  const settings = isObject(sent['generationConfig']) ? { ...sent, ...sent['generationConfig'] } : sent;
  const parameters = Object.entries(settings)
    .filter(([key, value]) => !content.has(key) && value !== undefined)
    .map(([key, value]): [string, Json] => [ourNames[key] ?? key, value]);
  const effort = inner(sent['reasoning'], 'effort') ?? inner(sent['output_config'], 'effort');
  return {
    ...Object.fromEntries(parameters),
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
    schema: holdsToSchema(settings, request),
  };
}

const ourNames: Readonly<Record<string, string>> = {
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  max_output_tokens: 'maxOutputTokens',
  stop_sequences: 'stop',
  stopSequences: 'stop',
  reasoning_effort: 'reasoningEffort',
};

/** Parts of a body that are no parameters, or hold one that is read by itself: prompt, tools, the schema, reasoning. */
const content = new Set([
  'model',
  'messages',
  'system',
  'input',
  'instructions',
  'contents',
  'systemInstruction',
  'tools',
  'tool_choice',
  'toolConfig',
  'generationConfig',
  'response_format',
  'text',
  'output_config',
  'reasoning',
  'responseMimeType',
  'responseJsonSchema',
  'include',
]);

/** Whether the endpoint was told how much to think, in whichever way it takes that. */
export function saysReasoning(sent: JsonObject): boolean {
  return ['reasoningEffort', 'thinking', 'thinkingConfig', 'chat_template_kwargs'].some((name) => name in sent);
}

function holdsToSchema(sent: JsonObject, { schema, tools = [] }: ModelRequest): boolean {
  if (schema === undefined) {
    return false;
  }
  const format = [sent['response_format'], inner(sent['text'], 'format'), inner(sent['output_config'], 'format')];
  const asFormat = format.some((value) => inner(value, 'type') === 'json_schema');
  // Older models of Anthropic are held to a schema by a tool they must call.
  const asTool = Array.isArray(sent['tools']) && sent['tools'].length > tools.length;
  return asFormat || asTool || sent['responseJsonSchema'] !== undefined;
}

function inner(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}
