import {
  type Fields,
  type Refusal,
  type Rule,
  firstOf,
  hasType,
  isFields,
  listOf,
  type SchemaPart,
  schemaParts,
  type StrictRequest,
} from './strict-refusal.ts';
import { textOf } from './requests.ts';

/**
 * What OpenAI's chat completions refuse, in the words they use. From the API reference, the guides on structured
 * outputs and on reasoning, and error bodies that users of the API have published. Two tools of one name are refused
 * here though OpenAI is not known to.
 */
export function openAiRules(key: string): readonly Rule[] {
  return [
    (request) => keyRefusal(request, key),
    unknownField,
    sizes,
    reasoningModels,
    messages,
    toolExchange,
    tools,
    responseFormat,
  ];
}

/** Models that think before they answer. */
function isReasoning(model: unknown): boolean {
  return typeof model === 'string' && /^(?:o\d|gpt-5(?!-chat))/.test(model);
}

function keyRefusal({ headers }: StrictRequest, key: string): Refusal | null {
  const given = /^Bearer (.+)$/.exec(String(headers.authorization ?? ''))?.[1];
  if (given === key) return null;
  return given === undefined
    ? {
        status: 401,
        message:
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      }
    : {
        status: 401,
        message: `Incorrect API key provided: ${given}. You can find your API key at https://platform.openai.com/account/api-keys.`,
        code: 'invalid_api_key',
      };
}

const fields = new Set(
  `audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata
  modalities model n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_retention
  reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature
  tool_choice tools top_logprobs top_p user verbosity web_search_options`.split(/\s+/),
);

function unknownField({ body }: StrictRequest): Refusal | null {
  if (typeof body.model !== 'string') return bad('you must provide a model parameter');
  const unknown = Object.keys(body).find(
    (name) => !fields.has(name) || (name === 'reasoning_effort' && !isReasoning(body.model)),
  );
  return unknown === undefined ? null : bad(`Unrecognized request argument supplied: ${unknown}`);
}

/** The greatest output, in tokens, of models that have had it for long. */
const longestOutput: readonly (readonly [RegExp, number])[] = [
  [/^gpt-4o-2024-05-13/, 4096],
  [/^gpt-4o/, 16_384],
  [/^gpt-4-turbo/, 4096],
];

function sizes({ body }: StrictRequest): Refusal | null {
  const { model, temperature, stop, seed, max_tokens: most } = body;
  if (Array.isArray(stop) && stop.length > 4) return tooLong('stop', 4, stop.length);
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2)) {
    return bad(
      `Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got ${JSON.stringify(temperature)} instead.`,
      'temperature',
    );
  }
  if (seed !== undefined && !Number.isInteger(seed))
    return bad(`Invalid type for 'seed': expected an integer.`, 'seed');
  if (most !== undefined && body.max_completion_tokens !== undefined) {
    return bad("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", 'max_tokens');
  }
  const limit = longestOutput.find(([pattern]) => pattern.test(String(model)))?.[1];
  if (limit !== undefined && Number(most ?? 0) > limit) {
    return bad(
      `max_tokens is too large: ${String(most)}. This model supports at most ${limit} completion tokens, whereas you provided ${String(most)}.`,
      'max_tokens',
      'invalid_value',
    );
  }
  return null;
}

function reasoningModels({ body }: StrictRequest): Refusal | null {
  if (!isReasoning(body.model)) return null;
  if (body.max_tokens !== undefined) {
    return bad(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    );
  }
  if (body.temperature !== undefined && body.temperature !== 1) {
    return bad(
      `Unsupported value: 'temperature' does not support ${JSON.stringify(body.temperature)} with this model. Only the default (1) value is supported.`,
      'temperature',
      'unsupported_value',
    );
  }
  const unsupported = ['stop', 'top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'logit_bias'].find(
    (name) => body[name] !== undefined,
  );
  if (unsupported === undefined) return null;
  return bad(
    `Unsupported parameter: '${unsupported}' is not supported with this model.`,
    unsupported,
    'unsupported_parameter',
  );
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool'];
const messageFields = new Set(['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'refusal', 'audio']);

function messages({ body }: StrictRequest): Refusal | null {
  const list = listOf(body.messages);
  if (list.length === 0) {
    return bad(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'messages',
      'empty_array',
    );
  }
  return firstOf(list, (message, index) => {
    const at = `messages[${index}]`;
    const { role, content, tool_calls: calls } = message;
    if (typeof role !== 'string' || !roles.includes(role)) {
      return bad(
        `Invalid value: '${String(role)}'. Supported values are: ${roles.join(', ')}.`,
        `${at}.role`,
        'invalid_value',
      );
    }
    const unknown = Object.keys(message).find((name) => !messageFields.has(name));
    if (unknown !== undefined)
      return bad(`Unknown parameter: '${at}.${unknown}'.`, `${at}.${unknown}`, 'unknown_parameter');
    const isCall = role === 'assistant' && calls !== undefined;
    if (isCall && listOf(calls).length === 0) {
      return bad(
        `Invalid '${at}.tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
        at,
        'empty_array',
      );
    }
    const isEmpty = content === null || content === undefined || (Array.isArray(content) && content.length === 0);
    return isEmpty && !isCall
      ? bad(`Invalid value for 'content': expected a string, got null.`, `${at}.content`)
      : null;
  });
}

/** Calls are answered at once, all of them, and nothing is answered that was not called. */
function toolExchange({ body }: StrictRequest): Refusal | null {
  let open: string[] = [];
  let may = false;
  for (const [index, { role, tool_calls: calls, tool_call_id: id }] of listOf(body.messages).entries()) {
    if (role === 'tool') {
      if (!may) {
        return bad(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      }
      if (!open.includes(String(id))) {
        return bad(
          `Invalid parameter: 'tool_call_id' of '${String(id)}' not found in 'tool_calls' of previous message.`,
          `messages.[${index}].tool_call_id`,
        );
      }
      open = open.filter((one) => one !== id);
      continue;
    }
    if (open.length > 0) return unanswered(open, index);
    const made = listOf(calls);
    may = made.length > 0;
    open = made.map((call) => String(call.id));
    const refusal = firstOf(made, (call, place) => callRefusal(call, `messages[${index}].tool_calls[${place}]`));
    if (refusal !== null) return refusal;
    if (new Set(open).size < open.length) {
      return bad(`Duplicate value for 'tool_call_id' of '${open.join("', '")}'`, `messages.[${index}].tool_calls`);
    }
  }
  return open.length === 0 ? null : unanswered(open, listOf(body.messages).length);
}

function unanswered(open: readonly string[], index: number): Refusal {
  return bad(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
    `messages.[${index}].role`,
  );
}

function callRefusal({ id, type, function: called }: Fields, at: string): Refusal | null {
  if (typeof id !== 'string' || id === '')
    return bad(`Missing required parameter: '${at}.id'.`, `${at}.id`, 'missing_required_parameter');
  if (type !== 'function' || !isFields(called))
    return bad(`Missing required parameter: '${at}.function'.`, `${at}.function`, 'missing_required_parameter');
  if (typeof called.arguments !== 'string')
    return bad(
      `Invalid type for '${at}.function.arguments': expected a string.`,
      `${at}.function.arguments`,
      'invalid_type',
    );
  return nameRefusal(called.name, `${at}.function.name`);
}

function nameRefusal(name: unknown, at: string): Refusal | null {
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(name)) {
    return bad(
      `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      at,
      'invalid_value',
    );
  }
  return name.length <= 64
    ? null
    : bad(
        `Invalid '${at}': string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`,
        at,
        'string_above_max_length',
      );
}

function tools({ body }: StrictRequest): Refusal | null {
  if (body.tools === undefined) {
    return body.tool_choice === undefined
      ? null
      : bad(
          "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
          'tool_choice',
        );
  }
  const list = listOf(body.tools);
  if (list.length === 0)
    return bad(
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'tools',
      'empty_array',
    );
  if (list.length > 128) return tooLong('tools', 128, list.length);
  const names = list.map((tool) => (isFields(tool.function) ? tool.function.name : undefined));
  return (
    firstOf(list, toolRefusal) ??
    firstOf(names, (name, index) =>
      names.indexOf(name) < index ? bad(`Invalid 'tools': duplicate function name '${String(name)}'.`, 'tools') : null,
    )
  );
}

const topLevel = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

function toolRefusal({ type, function: tool }: Fields, index: number): Refusal | null {
  if (type !== 'function' || !isFields(tool))
    return bad(
      `Missing required parameter: 'tools[${index}].function'.`,
      `tools[${index}]`,
      'missing_required_parameter',
    );
  const misnamed = nameRefusal(tool.name, `tools[${index}].function.name`);
  if (misnamed !== null || tool.parameters === undefined) return misnamed;
  const parameters = isFields(tool.parameters) ? tool.parameters : {};
  const wrong = (what: string): Refusal =>
    bad(
      `Invalid schema for function '${String(tool.name)}': ${what}`,
      `tools[${index}].function.parameters`,
      'invalid_function_parameters',
    );
  if (parameters.type !== 'object' || topLevel.some((keyword) => keyword in parameters)) {
    return wrong("schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.");
  }
  const parts = schemaParts(parameters);
  const problem =
    parts.map(arrayProblem).find((one) => one !== null) ?? (tool.strict === true ? strictProblem(parts) : null);
  return problem === null ? null : wrong(problem);
}

function responseFormat({ body }: StrictRequest): Refusal | null {
  const { response_format: format } = body;
  if (!isFields(format)) return null;
  if (format.type === 'json_object') {
    const mentions = listOf(body.messages).some(({ content }) => /json/i.test(textOf(content)));
    return mentions
      ? null
      : bad(
          "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          'messages',
        );
  }
  if (format.type !== 'json_schema') return null;
  const { name, schema, strict } = isFields(format.json_schema) ? format.json_schema : ({} as Fields);
  const misnamed = nameRefusal(name, 'response_format.json_schema.name');
  if (misnamed !== null) return misnamed;
  if (!isFields(schema))
    return bad(
      "Missing required parameter: 'response_format.json_schema.schema'.",
      'response_format.json_schema.schema',
      'missing_required_parameter',
    );
  const problem = strict === true ? strictProblem(schemaParts(schema)) : null;
  return problem === null
    ? null
    : bad(`Invalid schema for response_format '${String(name)}': ${problem}`, 'response_format');
}

const notPermitted = `allOf oneOf not if then else dependentRequired dependentSchemas patternProperties propertyNames
  unevaluatedProperties unevaluatedItems contains minContains maxContains uniqueItems minProperties maxProperties
  prefixItems minLength maxLength default`.split(/\s+/);

/** What is wrong with a schema that asks to be kept strictly. */
function strictProblem(parts: readonly SchemaPart[]): string | null {
  const [root] = parts;
  if (root !== undefined && (root.schema.type !== 'object' || 'anyOf' in root.schema)) {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(root.schema.type)}"'.`;
  }
  for (const part of parts) {
    const { schema } = part;
    const keyword = notPermitted.find((one) => one in schema);
    if (keyword !== undefined) return `In context=${context(part)}, '${keyword}' is not permitted.`;
    const missing = arrayProblem(part);
    if (missing !== null) return missing;
    if (part.path.length > 20) return `schema exceeds maximum nesting depth of 10.`;
    if (!hasType(schema, 'object') && schema.properties === undefined) continue;
    if (schema.additionalProperties !== false) {
      return `In context=${context(part)}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    const left = Object.keys(isFields(schema.properties) ? schema.properties : {}).find(
      (name) => !required.includes(name),
    );
    if (left !== undefined) {
      return `In context=${context(part)}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${left}'.`;
    }
  }
  return null;
}

function arrayProblem(part: SchemaPart): string | null {
  return hasType(part.schema, 'array') && !isFields(part.schema.items)
    ? `In context=${context(part)}, array schema missing items.`
    : null;
}

function context({ path }: SchemaPart): string {
  return path.length === 0 ? '()' : `(${path.map((step) => `'${step}'`).join(', ')})`;
}

function tooLong(name: string, most: number, length: number): Refusal {
  return bad(
    `Invalid '${name}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
    name,
    'array_above_max_length',
  );
}

function bad(message: string, param: string | null = null, code: string | null = null): Refusal {
  return { status: 400, message, param, code };
}
