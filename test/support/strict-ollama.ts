import {
  type Fields,
  firstOf,
  isFields,
  listOf,
  type Refusal,
  type Rule,
  type StrictRequest,
} from './strict-refusal.ts';

/** What a model can do, as `ollama show` says it. */
export interface OllamaModel {
  readonly takesTools?: boolean;
  readonly thinks?: boolean;
}

/**
 * What Ollama's chat completions refuse, in the words they use. From its documentation (docs.ollama.com: "OpenAI
 * compatibility", with the fields it supports, "Structured outputs", "Tool calling", "Thinking"), the requests its
 * `openai` package reads, and error bodies that its users have published. Ollama itself ignores fields it does not support;
 * here they are refused, but for a value that asks for what it does anyway.
 */
export function ollamaRules({ takesTools = true, thinks = true }: OllamaModel = {}): readonly Rule[] {
  return [
    fields,
    parameters,
    reasoning,
    messages,
    tools,
    responseFormat,
    (request) => abilities(request, { takesTools, thinks }),
  ];
}

export function ollamaError({ status, message }: Refusal): unknown {
  const type = status === 400 ? 'invalid_request_error' : 'api_error';
  return { error: { message, type, param: null, code: null } };
}

const supported = new Set(
  `frequency_penalty max_tokens messages model presence_penalty reasoning reasoning_effort response_format seed stop stream
  stream_options temperature tools top_p`.split(/\s+/),
);

/** Of the fields that it says it does not support. */
const asIsAnyway: Fields = { tool_choice: 'auto', n: 1 };

function fields({ body }: StrictRequest): Refusal | null {
  const unknown = Object.keys(body).find((name) => !supported.has(name) && body[name] !== asIsAnyway[name]);
  if (unknown !== undefined) return bad(`'${unknown}' is not a supported request field`);
  return typeof body.model === 'string' && body.model !== '' ? null : bad('model is required');
}

function parameters({ body }: StrictRequest): Refusal | null {
  const { temperature, max_tokens: most, seed, stop, stream } = body;
  if (!isMissingOr(temperature, Number.isFinite)) return unreadable(temperature, 'temperature', 'float64');
  if (!isMissingOr(most, Number.isInteger)) return unreadable(most, 'max_tokens', 'int');
  if (!isMissingOr(seed, Number.isInteger)) return unreadable(seed, 'seed', 'int');
  if (!isMissingOr(stream, (value) => typeof value === 'boolean')) return unreadable(stream, 'stream', 'bool');
  const stops = Array.isArray(stop) ? stop : [stop ?? ''];
  return stops.every((one) => typeof one === 'string') ? null : bad("invalid type for 'stop' field");
}

function isMissingOr(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || isRight(value);
}

/** Later versions also know levels that a model itself defines. */
const efforts = ['high', 'medium', 'low', 'none'];

function effortOf(body: Fields): string | undefined {
  const effort = isFields(body.reasoning) ? body.reasoning.effort : body.reasoning_effort;
  return effort === undefined || typeof effort === 'string' ? effort : JSON.stringify(effort);
}

function reasoning({ body }: StrictRequest): Refusal | null {
  const effort = effortOf(body);
  return effort === undefined || efforts.includes(effort)
    ? null
    : bad(`invalid reasoning value: '${effort}' (must be "high", "medium", "low", or "none")`);
}

const roles = ['system', 'user', 'assistant', 'tool'];

function messages({ body }: StrictRequest): Refusal | null {
  const list = listOf(body.messages);
  if (list.length === 0) return bad("[] is too short - 'messages'");
  return firstOf(list, ({ role, content, tool_calls: calls }) => {
    if (!roles.includes(String(role))) {
      return bad(`invalid role: ${String(role)}, must be one of ["system", "user", "assistant", "tool"]`);
    }
    const isText = typeof content === 'string';
    const isParts = Array.isArray(content) && listOf(content).every(isTextPart);
    if (Array.isArray(content) && !isParts) return bad('invalid message format');
    if (!isText && !isParts && calls === undefined) return bad('invalid message content type: <nil>');
    return firstOf(listOf(calls), callRefusal);
  });
}

function isTextPart({ type, text }: Fields): boolean {
  return type === 'text' && typeof text === 'string';
}

function callRefusal({ id, function: called }: Fields): Refusal | null {
  if (typeof id !== 'string') return unreadable(id, 'messages.tool_calls.id', 'string');
  if (!isFields(called) || typeof called.name !== 'string') {
    return unreadable(called, 'messages.tool_calls.function.name', 'string');
  }
  try {
    return isFields(JSON.parse(String(called.arguments))) ? null : bad('invalid tool call arguments');
  } catch {
    return bad('invalid tool call arguments');
  }
}

/** A tool is read into fields of fixed types: what does not fit them makes the whole request unreadable. */
function tools({ body }: StrictRequest): Refusal | null {
  if (body.tools === undefined) return null;
  if (!Array.isArray(body.tools)) return unreadable(body.tools, 'tools', 'api.Tools');
  return firstOf(listOf(body.tools), ({ type, function: tool }) => {
    if (type !== 'function' || !isFields(tool)) return unreadable(tool, 'tools.function', 'api.ToolFunction');
    const { name, description = '', parameters } = tool;
    if (typeof name !== 'string') return unreadable(name, 'tools.function.name', 'string');
    if (typeof description !== 'string') return unreadable(description, 'tools.function.description', 'string');
    if (!isFields(parameters)) return unreadable(parameters, 'tools.function.parameters', 'api.ToolFunctionParameters');
    return parametersRefusal(parameters);
  });
}

function parametersRefusal({ type, required = [], properties = {} }: Fields): Refusal | null {
  const at = 'tools.function.parameters';
  if (typeof type !== 'string') return unreadable(type, `${at}.type`, 'string');
  if (!isStrings(required)) return unreadable(required, `${at}.required`, '[]string');
  if (!isFields(properties)) return unreadable(properties, `${at}.properties`, 'map[string]api.ToolProperty');
  return firstOf(Object.values(properties), (property) => {
    if (!isFields(property)) return unreadable(property, `${at}.properties`, 'api.ToolProperty');
    const { type: of = 'string', description = '', enum: values = [] } = property;
    if (typeof of !== 'string' && !isStrings(of)) return unreadable(of, `${at}.properties.type`, 'api.PropertyType');
    if (typeof description !== 'string') return unreadable(description, `${at}.properties.description`, 'string');
    return Array.isArray(values) ? null : unreadable(values, `${at}.properties.enum`, '[]interface {}');
  });
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Of another type it makes nothing, and the reply is held to no shape. */
function responseFormat({ body }: StrictRequest): Refusal | null {
  const { response_format: format } = body;
  if (format === undefined) return null;
  const type = isFields(format) ? format.type : undefined;
  if (type === 'text' || type === 'json_object') return null;
  const isSchema = isFields(format) && isFields(format.json_schema) && isFields(format.json_schema.schema);
  return type === 'json_schema' && isSchema ? null : bad('invalid JSON schema in format');
}

function abilities({ body }: StrictRequest, { takesTools, thinks }: Required<OllamaModel>): Refusal | null {
  const effort = effortOf(body);
  if (body.tools !== undefined && !takesTools) return bad(`${String(body.model)} does not support tools`);
  if (effort === undefined || effort === 'none' || thinks) return null;
  return bad(`"${String(body.model)}" does not support thinking`);
}

/** As Go says that a value of JSON does not fit. */
function unreadable(value: unknown, field: string, type: string): Refusal {
  const kind = Array.isArray(value) ? 'array' : isFields(value) ? 'object' : typeof value;
  return bad(`json: cannot unmarshal ${kind} into Go struct field ChatCompletionRequest.${field} of type ${type}`);
}

function bad(message: string): Refusal {
  return { status: 400, message };
}
