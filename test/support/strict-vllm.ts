import {
  type Fields,
  firstOf,
  isFields,
  listOf,
  type Refusal,
  refusalOf,
  type Rule,
  type StrictRequest,
} from './strict-refusal.ts';

/** How a server of vLLM was started. */
export interface VllmServer {
  readonly key?: string | undefined;
  /** The model it serves; any where it is not said. */
  readonly model?: string | undefined;
  /** Whether with --enable-auto-tool-choice and --tool-call-parser; it is unless told. */
  readonly takesTools?: boolean;
}

/**
 * What vLLM's OpenAI-compatible server refuses, in the words it uses, of versions from 0.10 on: what one of them refuses
 * is refused here. From its documentation (docs.vllm.ai: "OpenAI-Compatible Server", "Reasoning Outputs", "Tool Calling",
 * "Structured Outputs"), which gives the fields and their checks by `protocol.py` of `vllm/entrypoints/openai`, and error
 * bodies that its users have published. vLLM itself only warns of fields it does not know; here they are refused.
 */
export function vllmRules(server: VllmServer = {}): readonly Rule[] {
  return [
    (request) => keyRefusal(request, server.key),
    fields,
    (request) => modelRefusal(request, server.model),
    sampling,
    reasoning,
    messages,
    (request) => tools(request, server.takesTools ?? true),
    responseFormat,
  ];
}

/** What a vLLM that was started so answers instead of a reply, or null where it takes a request. */
export function vllmRefusal(request: StrictRequest, server: VllmServer = {}): { status: number; body: unknown } | null {
  const refusal = refusalOf(vllmRules(server), request);
  return refusal === null ? null : { status: refusal.status, body: vllmError(refusal) };
}

export function vllmError({ status, message, type = 'BadRequestError', param = null }: Refusal): unknown {
  return status === 401 ? { error: message } : { error: { message, type, param, code: status } };
}

function keyRefusal({ headers }: StrictRequest, key: string | undefined): Refusal | null {
  return key === undefined || headers.authorization === `Bearer ${key}`
    ? null
    : { status: 401, message: 'Unauthorized' };
}

/** Those that have been there since 0.10 and still are. */
const known = new Set(
  `add_generation_prompt add_special_tokens allowed_token_ids bad_words cache_salt chat_template chat_template_kwargs
  continue_final_message documents echo frequency_penalty ignore_eos include_reasoning include_stop_str_in_output
  kv_transfer_params length_penalty logit_bias logprobs max_completion_tokens max_tokens messages min_p min_tokens
  mm_processor_kwargs model n parallel_tool_calls presence_penalty priority prompt_logprobs reasoning_effort
  repetition_penalty request_id response_format return_tokens_as_token_ids seed skip_special_tokens
  spaces_between_special_tokens stop stop_token_ids stream stream_options temperature tool_choice tools top_k top_logprobs
  top_p truncate_prompt_tokens use_beam_search user vllm_xargs`.split(/\s+/),
);

function fields({ body }: StrictRequest): Refusal | null {
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) return invalid('extra_forbidden', [unknown], 'Extra inputs are not permitted');
  return body.messages === undefined ? invalid('missing', ['messages'], 'Field required') : null;
}

function modelRefusal({ body }: StrictRequest, served: string | undefined): Refusal | null {
  if (served === undefined || body.model === served) return null;
  return {
    status: 404,
    type: 'NotFoundError',
    param: 'model',
    message: `The model \`${String(body.model)}\` does not exist.`,
  };
}

function sampling({ body }: StrictRequest): Refusal | null {
  const { temperature, seed, stop, max_tokens: most, chat_template_kwargs: template } = body;
  if (most !== undefined && !Number.isInteger(most)) return invalid('int_type', ['max_tokens'], validInteger);
  if (Number(most ?? 1) < 1) return bad(`max_tokens must be at least 1, got ${Number(most)}.`);
  if (temperature !== undefined && typeof temperature !== 'number') {
    return invalid('float_type', ['temperature'], 'Input should be a valid number');
  }
  if (Number(temperature ?? 0) < 0) return bad(`temperature must be non-negative, got ${String(temperature)}.`);
  if (seed !== undefined && !Number.isSafeInteger(seed)) return invalid('int_type', ['seed'], validInteger);
  const stops = Array.isArray(stop) ? stop : [stop ?? 'none'];
  if (stops.some((one) => typeof one !== 'string')) {
    return invalid('string_type', ['stop'], 'Input should be a valid string');
  }
  if (stops.includes('')) return bad('stop cannot contain an empty string.');
  return template === undefined || isFields(template)
    ? null
    : invalid('dict_type', ['chat_template_kwargs'], 'Input should be a valid dictionary');
}

const validInteger = 'Input should be a valid integer';

/** Later versions also know `none`, `minimal`, `xhigh` and `max`. */
function reasoning({ body }: StrictRequest): Refusal | null {
  const { reasoning_effort: effort } = body;
  const isKnown = ['low', 'medium', 'high', undefined].some((level) => level === effort);
  return isKnown ? null : invalid('literal_error', ['reasoning_effort'], "Input should be 'low', 'medium' or 'high'");
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool'];

/** Chat templates are given the history as it is: what a call was called with is read as JSON first. */
function messages({ body }: StrictRequest): Refusal | null {
  const list = listOf(body.messages);
  if (list.length === 0) return bad('list index out of range');
  return firstOf(list, ({ role, content, tool_calls: calls, tool_call_id: id }, index) => {
    const at = ['messages', index];
    if (!roles.includes(String(role)))
      return invalid('literal_error', [...at, 'role'], `Unknown role: ${String(role)}`);
    const made = listOf(calls);
    if (calls !== undefined && (role !== 'assistant' || made.length === 0)) {
      return invalid('too_short', [...at, 'tool_calls'], 'List should have at least 1 item after validation, not 0');
    }
    if (role === 'tool' && typeof id !== 'string') return invalid('missing', [...at, 'tool_call_id'], 'Field required');
    const isSaid = typeof content === 'string' || (Array.isArray(content) && listOf(content).every(isText));
    const maySayNothing = made.length > 0 && (content === null || content === undefined);
    if (!isSaid && !maySayNothing) return invalid('string_type', [...at, 'content'], 'Input should be a valid string');
    return firstOf(made, (call) => callRefusal(call, at));
  });
}

function isText({ type, text }: Fields): boolean {
  return type === 'text' && typeof text === 'string';
}

function callRefusal({ id, type, function: called }: Fields, at: readonly unknown[]): Refusal | null {
  if (typeof id !== 'string' || type !== 'function' || !isFields(called) || typeof called.name !== 'string') {
    return invalid('missing', [...at, 'tool_calls', 'function', 'name'], 'Field required');
  }
  return isObjectText(called.arguments) ? null : bad('Expecting value: line 1 column 1 (char 0)');
}

function isObjectText(text: unknown): boolean {
  try {
    return typeof text === 'string' && isFields(JSON.parse(text));
  } catch {
    return false;
  }
}

function tools({ body }: StrictRequest, taken: boolean): Refusal | null {
  const { tools: offered, tool_choice: choice } = body;
  if (offered === undefined) {
    return choice === undefined || choice === 'none'
      ? null
      : bad('When using `tool_choice`, `tools` must be set.', 'tool_choice');
  }
  const list = listOf(offered);
  if (list.length === 0) {
    return bad(
      '`tools` must not be an empty array. Either provide at least one tool or omit the field entirely.',
      'tools',
    );
  }
  if (!taken && (choice ?? 'auto') === 'auto') {
    return bad('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set');
  }
  return firstOf(list, ({ type, function: tool }, index) => {
    const at = ['tools', index, 'function'];
    if (type !== 'function' || !isFields(tool)) return invalid('missing', at, 'Field required');
    if (typeof tool.name !== 'string') return invalid('string_type', [...at, 'name'], 'Input should be a valid string');
    return tool.parameters === undefined || isFields(tool.parameters)
      ? null
      : invalid('dict_type', [...at, 'parameters'], 'Input should be a valid dictionary');
  });
}

const formats = ['text', 'json_object', 'json_schema', 'structural_tag'];

function responseFormat({ body }: StrictRequest): Refusal | null {
  const { response_format: format } = body;
  if (format === undefined) return null;
  const type = isFields(format) ? String(format.type) : '';
  if (!isFields(format) || !formats.includes(type)) {
    return invalid(
      'literal_error',
      ['response_format', 'type'],
      "Input should be 'text', 'json_object' or 'json_schema'",
    );
  }
  if (type !== 'json_schema') return null;
  if (!isFields(format.json_schema)) {
    return bad(
      "When response_format type is 'json_schema', the 'json_schema' field must be provided.",
      'response_format',
    );
  }
  const { name, schema } = format.json_schema;
  const at = ['response_format', 'json_schema'];
  if (typeof name !== 'string') return invalid('missing', [...at, 'name'], 'Field required');
  return isFields(schema) ? null : invalid('dict_type', [...at, 'schema'], 'Input should be a valid dictionary');
}

/** As the checks of types say it. */
function invalid(type: string, place: readonly unknown[], message: string): Refusal {
  const where = ['body', ...place].map((step) => (typeof step === 'number' ? step : `'${String(step)}'`)).join(', ');
  return {
    status: 400,
    type: 'Bad Request',
    message: `1 validation error:\n  {'type': '${type}', 'loc': (${where}), 'msg': "${message}"}`,
  };
}

function bad(message: string, param: string | null = null): Refusal {
  return { status: 400, message, param };
}
