import type { JsonSchema } from '../../packages/toolemu/src/contract/index.ts';
import { compileSchema } from '../../packages/toolemu/src/world/index.ts';
import {
  type Fields,
  type Refusal,
  type Rule,
  firstOf,
  hasType,
  isFields,
  listOf,
  schemaParts,
  type StrictRequest,
} from './strict-refusal.ts';

/**
 * What Anthropic's messages refuse, in the words they use. From the API reference, the guides on tool use and on
 * structured outputs, and error bodies that users of the API have published.
 */
export function anthropicRules(key: string): readonly Rule[] {
  return [
    (request) => headers(request, key),
    fields,
    parameters,
    system,
    messages,
    toolExchange,
    tools,
    cacheControl,
    outputFormat,
  ];
}

function headers({ headers: given }: StrictRequest, key: string): Refusal | null {
  const apiKey = given['x-api-key'];
  if (apiKey === undefined)
    return { status: 401, type: 'authentication_error', message: 'x-api-key header is required' };
  if (apiKey !== key) return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
  return given['anthropic-version'] === undefined ? bad('anthropic-version: header is required') : null;
}

const known = new Set(
  `container context_management inference_geo max_tokens mcp_servers messages metadata model output_config service_tier
  speed stop_sequences stream system temperature thinking tool_choice tools top_k top_p`.split(/\s+/),
);

function fields({ body }: StrictRequest): Refusal | null {
  const missing = ['model', 'max_tokens', 'messages'].find((name) => body[name] === undefined);
  if (missing !== undefined) return bad(`${missing}: Field required`);
  const unknown = Object.keys(body).find((name) => !known.has(name));
  return unknown === undefined ? null : bad(`${unknown}: Extra inputs are not permitted`);
}

/** The greatest output of models, in tokens. */
const longestOutput: readonly (readonly [RegExp, number])[] = [
  [/^claude-3-(?:opus|sonnet|haiku)/, 4096],
  [/^claude-3-5/, 8192],
  [/^claude-(?:sonnet|haiku)-4-5/, 64_000],
];

function parameters({ body }: StrictRequest): Refusal | null {
  const { temperature, top_p: topP, max_tokens: most, stop_sequences: stop, tool_choice: choice } = body;
  const limit = longestOutput.find(([pattern]) => pattern.test(String(body.model)))?.[1];
  if (limit !== undefined && Number(most) > limit) {
    return bad(
      `max_tokens: ${String(most)} > ${limit}, which is the maximum allowed number of output tokens for ${String(body.model)}`,
    );
  }
  if (Number(temperature ?? 0) > 1) return bad('temperature: Input should be less than or equal to 1');
  if (temperature !== undefined && topP !== undefined && !String(body.model).startsWith('claude-3')) {
    return bad('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
  }
  if (Array.isArray(stop) && stop.some((one) => String(one).trim() === '')) {
    return bad('stop_sequences: each stop sequence must contain non-whitespace');
  }
  if (choice !== undefined && body.tools === undefined) {
    return bad('tool_choice: tool_choice may only be specified while providing tools');
  }
  return null;
}

function system({ body }: StrictRequest): Refusal | null {
  if (body.system === undefined) return null;
  return firstOf(blocksOf(body.system), ({ text }) => textRefusal(text, 'system'));
}

/** Text content is a block of its own. */
function blocksOf(content: unknown): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
}

function textRefusal(text: unknown, where: string): Refusal | null {
  if (typeof text !== 'string' || text === '') return bad(`${where}: text content blocks must be non-empty`);
  return text.trim() === '' ? bad(`${where}: text content blocks must contain non-whitespace text`) : null;
}

function messages({ body }: StrictRequest): Refusal | null {
  const list = listOf(body.messages);
  const [first] = list;
  if (first === undefined) return bad('messages: at least one message is required');
  const stranger = list.find(({ role }) => role !== 'user' && role !== 'assistant');
  if (stranger !== undefined) {
    return bad(`messages: Unexpected role "${String(stranger.role)}". Allowed roles are "user" or "assistant"`);
  }
  if (first.role !== 'user') return bad('messages: first message must use the "user" role');
  const last = list.at(-1);
  const lastText = blocksOf(last?.content).at(-1)?.text;
  if (last?.role === 'assistant' && typeof lastText === 'string' && lastText !== lastText.trimEnd()) {
    return bad('messages: final assistant content cannot end with trailing whitespace');
  }
  return firstOf(list, ({ content }, index) => {
    const isEmpty = content === '' || content === undefined || (Array.isArray(content) && content.length === 0);
    if (isEmpty) {
      return bad(
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      );
    }
    return firstOf(blocksOf(content), (block) => (block.type === 'text' ? textRefusal(block.text, 'messages') : null));
  });
}

/** Each call is answered in the next message, before anything else in it, and nothing is answered that was not called. */
function toolExchange({ body }: StrictRequest): Refusal | null {
  const list = listOf(body.messages);
  const uses = list.map(({ content }) => blocksOf(content).filter(({ type }) => type === 'tool_use'));
  const results = list.map(({ content }) => blocksOf(content).filter(({ type }) => type === 'tool_result'));
  if ([...uses, ...results].some((blocks) => blocks.length > 0) && body.tools === undefined) {
    return bad('Requests which include `tool_use` or `tool_result` blocks must define tools');
  }
  const ids = uses.flat().map(({ id }) => id);
  if (new Set(ids).size < ids.length) return bad('messages: `tool_use` ids must be unique');
  return firstOf(list, ({ content }, index) => {
    const before = new Set(uses[index - 1]?.map(({ id }) => id));
    const stray = (results[index] ?? []).find(({ tool_use_id: id }) => !before.has(id));
    if (stray !== undefined) {
      return bad(
        `messages.${index}.content.${blocksOf(content).indexOf(stray)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(stray.tool_use_id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    const answered = new Set(results[index + 1]?.map(({ tool_use_id: id }) => id));
    const open = (uses[index] ?? []).map(({ id }) => id).filter((id) => !answered.has(id));
    const isLate = blocksOf(list[index + 1]?.content)[0]?.type !== 'tool_result';
    if (open.length > 0 || ((uses[index] ?? []).length > 0 && isLate)) {
      return bad(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    }
    return firstOf(blocksOf(content), (block, place) => useRefusal(block, `messages.${index}.content.${place}`));
  });
}

function useRefusal({ type, id, name, input }: Fields, at: string): Refusal | null {
  if (type !== 'tool_use') return null;
  if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id)) {
    return bad(`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  }
  if (typeof name !== 'string' || !toolName.test(name)) {
    return bad(`${at}.tool_use.name: String should match pattern '${toolName.source}'`);
  }
  return isFields(input) ? null : bad(`${at}.tool_use.input: Input should be a valid dictionary`);
}

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;

function tools({ body }: StrictRequest): Refusal | null {
  if (body.tools === undefined) return null;
  const list = listOf(body.tools);
  const names = list.map(({ name }) => name);
  if (new Set(names).size < names.length) return bad('tools: Tool names must be unique.');
  return firstOf(list, ({ name, input_schema: schema }, index) => {
    const at = `tools.${index}.custom`;
    if (typeof name !== 'string' || !toolName.test(name)) {
      return bad(`${at}.name: String should match pattern '${toolName.source}'`);
    }
    if (!isFields(schema)) return bad(`${at}.input_schema: Field required`);
    if (schema.type === undefined) return bad(`${at}.input_schema.type: Field required`);
    if (schema.type !== 'object') return bad(`${at}.input_schema.type: Input should be 'object'`);
    if (['oneOf', 'allOf', 'anyOf'].some((keyword) => keyword in schema)) {
      return bad(`${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`);
    }
    const properties = Object.keys(isFields(schema.properties) ? schema.properties : {});
    if (properties.some((property) => !propertyName.test(property))) {
      return bad(`${at}.input_schema.properties: Property keys should match pattern '${propertyName.source}'`);
    }
    return isJsonSchema(schema)
      ? null
      : bad(
          `${at}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).`,
        );
  });
}

function isJsonSchema(schema: Fields): boolean {
  try {
    compileSchema(schema as JsonSchema);
    return true;
  } catch {
    return false;
  }
}

function cacheControl({ body }: StrictRequest): Refusal | null {
  const blocks = [
    ...blocksOf(body.system),
    ...listOf(body.tools),
    ...listOf(body.messages).flatMap(({ content }) => blocksOf(content)),
  ];
  const found = blocks.filter((block) => block.cache_control !== undefined).length;
  return found > 4 ? bad(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`) : null;
}

/** Models from before structured output. */
const withoutOutputFormat = /^claude-(?:3|sonnet-4-2|sonnet-4-0|opus-4-2|opus-4-0)/;

const unsupported: Readonly<Record<string, readonly string[]>> = {
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength'],
  array: ['maxItems', 'uniqueItems', 'contains'],
  object: ['minProperties', 'maxProperties', 'patternProperties', 'propertyNames'],
};

function outputFormat({ body }: StrictRequest): Refusal | null {
  const format = isFields(body.output_config) ? body.output_config.format : undefined;
  if (!isFields(format)) return null;
  if (withoutOutputFormat.test(String(body.model)))
    return bad(`'${String(body.model)}' does not support output format.`);
  if (format.type !== 'json_schema' || !isFields(format.schema))
    return bad('output_config.format.schema: Field required');
  return firstOf(schemaParts(format.schema), ({ schema }) => {
    const say = (what: string): Refusal => bad(`output_config.format.schema: ${what}`);
    if (hasType(schema, 'object') && schema.additionalProperties !== false) {
      return say("For 'object' type, 'additionalProperties' must be explicitly set to false");
    }
    for (const [type, keywords] of Object.entries(unsupported)) {
      const keyword = hasType(schema, type) ? keywords.find((one) => one in schema) : undefined;
      if (keyword !== undefined) return say(`For '${type}' type, property '${keyword}' is not supported`);
    }
    const { minItems } = schema;
    return minItems === undefined || minItems === 0 || minItems === 1
      ? null
      : say("For 'array' type, 'minItems' values other than 0 or 1 are not supported");
  });
}

function bad(message: string): Refusal {
  return { status: 400, type: 'invalid_request_error', message };
}
