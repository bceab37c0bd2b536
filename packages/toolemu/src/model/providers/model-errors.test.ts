import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorKind } from '../../contract/index.ts';
import { toModelError } from './model-errors.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

/** What the providers answer, by their documentation and as seen in reports of users. */
const responses: readonly [string, number, unknown, ModelErrorKind, RegExp][] = [
  [
    'OpenAI: rate limit',
    429,
    openai('Rate limit reached for gpt-4o', 'rate_limit_exceeded'),
    'rate-limit',
    /requests or tokens per minute/,
  ],
  ['OpenAI: no credit', 429, openai('You exceeded your current quota', 'insufficient_quota'), 'bad-key', /add credit/],
  ['OpenAI: key', 401, openai('Incorrect API key provided: sk-1***2', 'invalid_api_key'), 'bad-key', /OPENAI_API_KEY/],
  [
    'OpenAI: context',
    400,
    openai("This model's maximum context length is 8192 tokens. However, ...", 'context_length_exceeded'),
    'context-too-long',
    /longer context/,
  ],
  ['OpenAI: parameter', 400, openai("Unsupported value: 'temperature'", 'unsupported_value'), 'bad-request', /param/],
  ['OpenAI: policy', 400, openai('Your prompt was flagged as ...', 'invalid_prompt'), 'refused', /red-teaming/],
  ['OpenAI: no model', 404, openai('The model `gpt-x` does not exist', 'model_not_found'), 'bad-request', /name/],
  ['OpenAI: server', 500, openai('The server had an error', null), 'overloaded', /later/],
  ['Anthropic: overloaded', 529, anthropic('overloaded_error', 'Overloaded'), 'overloaded', /later/],
  ['Anthropic: rate limit', 429, anthropic('rate_limit_error', 'This request would exceed'), 'rate-limit', /Wait/],
  [
    'Anthropic: spending limit',
    429,
    anthropic('rate_limit_error', 'x', { error_code: 'enforced_spend_limit_reached' }),
    'bad-key',
    /limit/,
  ],
  [
    'Anthropic: no credit',
    400,
    anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    'bad-key',
    /add credit/,
  ],
  [
    'Anthropic: context',
    400,
    anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    'context-too-long',
    /fewer steps/,
  ],
  ['Anthropic: size', 413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'context-too-long', /./],
  [
    'Google: key',
    400,
    google('INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID'),
    'bad-key',
    /GOOGLE_API_KEY/,
  ],
  ['Google: quota', 429, google('RESOURCE_EXHAUSTED', 'You exceeded your current quota'), 'rate-limit', /Wait/],
  ['Google in a list', 429, [google('RESOURCE_EXHAUSTED', 'Resource exhausted')], 'rate-limit', /Wait/],
  [
    'Google: context',
    400,
    google('INVALID_ARGUMENT', 'The input token count (1200000) exceeds the maximum number of tokens allowed'),
    'context-too-long',
    /./,
  ],
  [
    'vLLM: context, older shape',
    400,
    { object: 'error', message: "This model's maximum context length is 6048 tokens. However, ...", code: 400 },
    'context-too-long',
    /./,
  ],
  [
    'vLLM: context, with the output that was asked for',
    400,
    {
      error: {
        message:
          "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'. Please reduce one or the other. (parameter=input_tokens, max_tokens, value=(8, 2045))",
        type: 'BadRequestError',
        param: 'input_tokens, max_tokens',
        code: 400,
      },
    },
    'context-too-long',
    /./,
  ],
  [
    'vLLM: context, without a maximum output',
    400,
    {
      object: 'error',
      message: 'max_tokens must be at least 1, got -186.',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    'context-too-long',
    /./,
  ],
  [
    'vLLM: maximum output',
    400,
    {
      error: {
        message: "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context ...",
      },
    },
    'bad-request',
    /./,
  ],
  [
    'llama.cpp: context',
    400,
    {
      error: {
        code: 400,
        message: 'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 4390,
        n_ctx: 4096,
      },
    },
    'context-too-long',
    /fewer steps/,
  ],
  [
    'llama.cpp: context, told by the type alone',
    400,
    { error: { code: 400, message: 'The prompt does not fit', type: 'exceed_context_size_error' } },
    'context-too-long',
    /./,
  ],
  [
    'llama.cpp: context that is used up while it answers',
    500,
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    'context-too-long',
    /./,
  ],
  [
    'llama.cpp: context, said under a good status',
    200,
    { error: { code: 400, message: 'The prompt does not fit', type: 'exceed_context_size_error' } },
    'context-too-long',
    /./,
  ],
  ['vLLM: no tools', 400, { message: '"auto" tool choice requires --enable-auto-tool-choice' }, 'bad-request', /react/],
  ['Ollama: no tools', 400, { error: { message: 'llama2 does not support tools' } }, 'bad-request', /react/],
  ['OpenRouter: no credit', 402, { error: { code: 402, message: 'Insufficient credits' } }, 'bad-key', /credit/],
  [
    'OpenRouter: moderation',
    403,
    { error: { code: 403, message: 'Input was refused', metadata: { reasons: [], flagged_input: 'x' } } },
    'refused',
    /./,
  ],
  ['OpenRouter: 200 that means 502', 200, { error: { code: 502, message: 'Provider error' } }, 'overloaded', /./],
  [
    'SiliconFlow: a code of its own',
    400,
    { code: 20012, message: 'Model does not exist.' },
    'bad-request',
    /name|param/,
  ],
  ['a code of its own, in the error', 400, { error: { code: 10503, message: 'Unknown role' } }, 'bad-request', /./],
  ['a code of its own, as text', 404, { error: { code: '5001', message: 'No such model' } }, 'bad-request', /name/],
  ['a code of its own, nested', 400, { error: { error: { code: 20015, message: 'x' } } }, 'bad-request', /./],
  ['a status that differs from the real one', 400, { error: { code: 503, message: 'Bad role' } }, 'bad-request', /./],
  ['a code of its own of a server in trouble', 500, { code: 400, message: 'x' }, 'overloaded', /later/],
  ['a number that is no status', 200, { error: { code: 200, message: 'Busy' } }, 'overloaded', /./],
  ['a web page', 200, '<html><style>b{}</style><b>Welcome</b></html>', 'overloaded', /base URL/],
  ['a proxy in trouble', 503, '<html><body>Service Unavailable</body></html>', 'overloaded', /./],
  ['FastAPI', 422, { detail: 'Field required' }, 'bad-request', /Field required/],
];

describe('toModelError', () => {
  test.each(responses)('%s', (_what, status, body, kind, message) => {
    const error = toModelError(apiCallError(status, body), modelOf(_what), now);
    expect(error).toBeInstanceOf(ModelError);
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('<');
  });

  test('quotes the endpoint, names the model and keeps the cause', () => {
    const cause = apiCallError(400, openai('Too bad', null));
    const error = toModelError(cause, 'openai/gpt-4o');
    expect(error.message).toBe(
      'openai/gpt-4o: the request was not accepted (400: Too bad). Change the parameters, or use another model',
    );
    expect(error).toMatchObject({ status: 400, model: 'openai/gpt-4o', cause });
  });

  test.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['milliseconds, which are more exact', { 'retry-after-ms': '350.2', 'retry-after': '1' }, 351],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, null],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['nothing', {}, null],
  ])('reads how long to wait from %s', (_what, headers, milliseconds) => {
    expect(toModelError(apiCallError(429, {}, headers), 'openai/x', now).retryAfterMs).toBe(milliseconds);
  });

  test("reads Google's RetryInfo", () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '58.5s' }];
    const body = { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED', details } };
    expect(toModelError(apiCallError(429, body), 'google/x', now).retryAfterMs).toBe(58_500);
  });

  test('a 402 that says when to come back is a limit', () => {
    const error = toModelError(apiCallError(402, {}, { 'retry-after': '2' }), 'openrouter/x', now);
    expect(error.kind).toBe('rate-limit');
  });

  test.each([
    ['ECONNREFUSED', /Nothing listens at http:\/\/localhost:8000.*base URL/],
    ['ENOTFOUND', /is not known/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['UND_ERR_SOCKET', /Check the connection/],
  ])('a connection that fails with %s', (code, message) => {
    const cause = Object.assign(new Error('failed'), { code });
    const error = toModelError(apiCallError(undefined, '', {}, cause), 'vllm/x');
    expect(error.kind).toBe('network');
    expect(error.message).toMatch(message);
  });

  test('a connection that breaks in the middle of a good answer', () => {
    const cause = new TypeError('terminated', { cause: Object.assign(new Error('closed'), { code: 'ECONNRESET' }) });
    expect(toModelError(apiCallError(200, '', {}, cause), 'vllm/x').kind).toBe('network');
  });

  test('a deadline', () => {
    expect(toModelError(new DOMException('aborted', 'TimeoutError'), 'vllm/x').kind).toBe('timeout');
  });

  test('anything else', () => {
    expect(toModelError('odd', 'vllm/x')).toMatchObject({ kind: 'bad-request' });
    const empty = Object.assign(new Error('Response did not contain any choices.'), {
      name: 'AI_InvalidResponseDataError',
    });
    expect(toModelError(empty, 'vllm/x').kind).toBe('incomplete');
  });

  test('passes a ModelError on', () => {
    const error = new ModelError('x', { kind: 'refused', model: 'm' });
    expect(toModelError(error, 'other')).toBe(error);
  });
});

function openai(message: string, code: string | null) {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}

function anthropic(type: string, message: string, details?: object) {
  return { type: 'error', error: { type, message, ...(details === undefined ? {} : { details }) } };
}

function google(status: string, message: string, reason?: string) {
  const details = reason === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }];
  return { error: { code: status === 'RESOURCE_EXHAUSTED' ? 429 : 400, message, status, details } };
}

function modelOf(what: string): string {
  return what.startsWith('Google') ? 'google/gemini' : 'openai/gpt-4o';
}

function apiCallError(
  statusCode: number | undefined,
  body: unknown,
  responseHeaders: Record<string, string> = {},
  cause?: unknown,
): Error {
  return Object.assign(new Error('Bad Request', { cause }), {
    name: 'AI_APICallError',
    url: 'http://localhost:8000/v1/chat/completions',
    statusCode,
    responseHeaders,
    responseBody: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
