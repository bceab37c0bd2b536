import { isObject, type Json, type JsonObject, JsonTooDeep, readJson } from '../../contract/index.ts';
import { endNamed } from './finish.ts';

/** A failure that an endpoint describes in the body of a response with a success status. */
export class ErrorInResponse extends Error {
  override readonly name = 'ErrorInResponse';
  readonly url: string;
  readonly statusCode: number;
  readonly responseHeaders: Record<string, string>;
  readonly responseBody: string;
  /** Whether the reply had started before it failed. */
  readonly isBegun: boolean;

  constructor({
    url,
    response,
    error,
  }: { readonly url: string; readonly response: Response; readonly error: BodyError }) {
    super('the response contains an error and no reply');
    this.url = url;
    this.statusCode = response.status;
    this.responseHeaders = Object.fromEntries(response.headers);
    this.responseBody = JSON.stringify(error.body);
    this.isBegun = error.isBegun;
  }
}

/**
 * Converts a response for the AI SDK: drops unneeded fields of an unexpected type, and writes the arguments of calls as
 * text. An invalid required field stays, so that the SDK's error names it. Throws {@link ErrorInResponse} for a success
 * status with an error in the body, and `JsonTooDeep`.
 */
export async function readableResponse(response: Response, url: string): Promise<Response> {
  if (!response.ok || response.body === null) return response;
  const text = await response.text();
  const parsed = readBody(text);
  const { status, headers } = response;
  const outer = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
  if (!isObject(outer)) return new Response(text, { status, headers });
  const error = errorIn(outer);
  if (error !== null) throw new ErrorInResponse({ url, response, error });
  const { pathname } = new URL(url);
  const read = readers.find(([end]) => pathname.endsWith(end))?.[1];
  return new Response(read === undefined ? text : JSON.stringify(read(outer)), { status, headers });
}

/** The JSON of a body; undefined where it is none. What is too deep would overflow in the AI SDK. */
function readBody(text: string): Json | undefined {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonTooDeep) throw error;
    return undefined;
  }
}

const readers: readonly (readonly [string, (body: JsonObject) => JsonObject])[] = [
  ['/chat/completions', readChatCompletion],
  ['/messages', (body) => ({ ...body, usage: { input_tokens: 0, output_tokens: 0, ...numbersIn(body['usage']) } })],
  [':generateContent', (body) => ({ ...body, usageMetadata: numbersIn(body['usageMetadata']) })],
];

interface BodyError {
  readonly body: JsonObject;
  readonly isBegun: boolean;
}

/** The part of a body that describes a failure, or null. Many endpoints write an empty `error` beside a valid reply. */
function errorIn(body: JsonObject): BodyError | null {
  const { error, errors, base_resp: base, choices } = body;
  const isError =
    saysError(error) ||
    body['type'] === 'error' ||
    body['object'] === 'error' ||
    body['success'] === false ||
    (Array.isArray(errors) && errors.length > 0) ||
    (isObject(base) && Number(base['status_code'] ?? 0) !== 0);
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (isError) return { body, isBegun: choice !== undefined };
  if (isObject(choice) && saysError(choice['error'])) {
    return { body: { error: choice['error'] ?? null }, isBegun: true };
  }
  return hasReply(body) || !saysWhy(body) ? null : { body, isBegun: false };
}

function saysError(error: Json | undefined): boolean {
  return isObject(error) ? Object.values(error).some(Boolean) : error !== undefined && Boolean(error);
}

function hasReply(body: JsonObject): boolean {
  return ['choices', 'content', 'candidates', 'promptFeedback', 'output'].some(
    (key) => body[key] !== undefined && body[key] !== null,
  );
}

function saysWhy(body: JsonObject): boolean {
  return ['message', 'msg', 'detail', 'error_msg'].some((key) => typeof body[key] === 'string');
}

/** The fields of a chat completion that a reply needs. */
function readChatCompletion(body: JsonObject): JsonObject {
  const { choices, model } = body;
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice) || !isObject(choice['message'])) return { choices: choices ?? null };
  const { message } = choice;
  const { content, thoughts } = readContent(message['content']);
  const calls = toolCallsIn(message);
  const { refusal } = message;
  return {
    ...(typeof model === 'string' ? { model } : {}),
    choices: [
      {
        index: 0,
        finish_reason: finishReasonOf(choice),
        message: {
          role: 'assistant',
          content,
          ...(typeof refusal === 'string' ? { refusal } : {}),
          ...reasoningOf(message, thoughts),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
      },
    ],
    usage: usageOf(body['usage']),
  };
}

/** OpenRouter reports `stop` for some replies that its provider ended for another reason. */
function finishReasonOf({ finish_reason: reason, native_finish_reason: native }: JsonObject): string | null {
  const isTelling =
    typeof native === 'string' &&
    (/malformed|unexpected_tool_call|^(?:error|failed|abort(?:ed)?|cancell?ed|pause_turn|\w*_error)$/i.test(native) ||
      ['content-filter', 'context-full', 'length'].includes(endNamed(native) ?? ''));
  const telling = isTelling ? native : reason;
  return typeof telling === 'string' ? telling : null;
}

/** Converts content to text: it is text, a list of parts or, if the request had a schema, the object itself. */
function readContent(content: Json | undefined): { readonly content: Json; readonly thoughts: string } {
  if (Array.isArray(content)) {
    return { content: content.map(textOfPart).join(''), thoughts: content.map(thoughtsOfPart).join('') };
  }
  return { content: isObject(content) ? JSON.stringify(content) : (content ?? null), thoughts: '' };
}

function textOfPart(part: Json): string {
  if (typeof part === 'string') return part;
  return isObject(part) && !isThought(part) && typeof part['text'] === 'string' ? part['text'] : '';
}

/** Parts such as `thinking`, `reasoning`, `reasoning_text`, `redacted_thinking`, and Google's `thought: true`. */
function isThought({ type, thought }: JsonObject): boolean {
  return thought === true || (typeof type === 'string' && /think|thought|reason/i.test(type));
}

function thoughtsOfPart(part: Json): string {
  if (!isObject(part) || !isThought(part)) return '';
  const thoughts = part['thinking'] ?? part['reasoning'] ?? part['text'];
  return Array.isArray(thoughts) ? thoughts.map(textOfPart).join('') : typeof thoughts === 'string' ? thoughts : '';
}

function reasoningOf(message: JsonObject, thoughts: string): JsonObject {
  const said = [message['reasoning_content'], message['reasoning'], thoughts].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return said === undefined ? {} : { reasoning_content: said };
}

/** Calls stand beside the content; some endpoints leave them among its parts. */
function toolCallsIn({ tool_calls: calls, function_call: legacy, content }: JsonObject): Json[] {
  const beside = isObject(calls) ? [calls] : Array.isArray(calls) ? calls : [];
  const given = beside.length > 0 || !Array.isArray(content) ? beside : content.filter(isCallPart);
  return given.length === 0 && isObject(legacy) ? [readToolCall(legacy)] : given.map(readToolCall);
}

function isCallPart(part: Json): boolean {
  const type = isObject(part) ? part['type'] : undefined;
  return typeof type === 'string' && /^(?:tool|function)[_-]?(?:use|call)$/i.test(type);
}

/** Some endpoints write a call without `function` around its name and arguments. Ids are completed by `uniqueIds`. */
function readToolCall(call: Json, index = 0): Json {
  if (!isObject(call)) return call;
  const called = isObject(call['function']) ? call['function'] : call;
  const { id } = call;
  return {
    id: typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : `call_${index}`,
    type: 'function',
    function: { name: called['name'] ?? null, arguments: argumentsOf(called['arguments'] ?? called['input']) },
  };
}

function argumentsOf(given: Json | undefined): string {
  return typeof given === 'string' ? given : JSON.stringify(given ?? {});
}

function usageOf(usage: Json | undefined): JsonObject {
  const { prompt_tokens, input_tokens, completion_tokens, output_tokens, ...rest } = numbersIn(usage);
  return {
    ...rest,
    prompt_tokens: prompt_tokens ?? input_tokens ?? null,
    completion_tokens: completion_tokens ?? output_tokens ?? null,
  };
}

/** The numbers of a usage object and of its inner objects, written as numbers or as text. */
function numbersIn(value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
      if (isObject(inner)) return [[key, numbersIn(inner)]];
      const number = typeof inner === 'string' && inner.trim() !== '' ? Number(inner) : inner;
      return typeof number === 'number' && Number.isFinite(number) ? [[key, number]] : [];
    }),
  );
}
