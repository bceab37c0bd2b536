import { JsonTooDeep, messageOf, ModelError, type ModelErrorKind } from '../../contract/index.ts';
import { redactError, ResponseTooLong, withoutCredentials } from '../../platform/index.ts';
import { ErrorInResponse } from './completion-body.ts';
import { type EndpointWords, readEndpointWords, readRetryAfter } from './endpoint-words.ts';
import { FullContext, IncompleteReply } from './model-reply.ts';
import { isProvider, providerTable } from '../catalog/provider-table.ts';
import { isTooLongTag, saysTooLong } from './too-long.ts';

/** Failures of a call that was made. */
type CallFailure = Exclude<ModelErrorKind, 'budget' | 'not-recorded'>;

/** What can be known of a failed call, from whatever was thrown. */
interface Failure {
  readonly kind: CallFailure;
  readonly status: number | null;
  readonly said: string;
  readonly remedy: string;
  readonly retryAfterMs: number | null;
}

/** Maps anything a call can throw to the taxonomy, with a message that says what to do. */
export function toModelError(error: unknown, model: string, now: number = Date.now()): ModelError {
  if (error instanceof ModelError) {
    return error;
  }
  const failure = describeFailure(error, model, now);
  const status = failure.status === null ? '' : `${failure.status}: `;
  const said = failure.said === '' ? '' : ` (${status}${failure.said})`;
  return new ModelError(withoutCredentials(`${model}: ${headlines[failure.kind]}${said}. ${failure.remedy}`), {
    kind: failure.kind,
    model,
    status: failure.status,
    retryAfterMs: failure.retryAfterMs,
    usage: error instanceof IncompleteReply ? error.usage : null,
    // Test runners print causes with all that endpoints said.
    cause: redactError(error),
  });
}

const headlines: Readonly<Record<CallFailure, string>> = {
  'rate-limit': 'rate limit reached',
  overloaded: 'the endpoint could not answer',
  refused: 'the provider refused the request for its content',
  'context-too-long': "the request is longer than the model's context",
  'bad-key': 'the key was not accepted',
  'bad-request': 'the request was not accepted',
  network: 'the endpoint could not be reached',
  timeout: 'no reply in time',
  incomplete: 'the endpoint failed to complete its reply',
};

function describeFailure(error: unknown, model: string, now: number): Failure {
  if (hasName(error, 'TimeoutError')) {
    return plainFailure('timeout', '', 'Raise the timeout, lower the maximum output, or use a faster server');
  }
  const networkCode = findNetworkCode(error);
  if (networkCode !== null) {
    const proxyError = causesOf(error).find((cause) => hasName(cause, 'ProxyError'));
    return proxyError === undefined
      ? plainFailure('network', networkCode, networkRemedy(networkCode, addressOf(error)))
      : plainFailure('network', shortMessage(proxyError), proxyRemedy(addressOf(error)));
  }
  if (isResponseError(error)) {
    return responseFailure(error, model, now);
  }
  if (error instanceof IncompleteReply || emptyReplies.some((name) => hasName(error, name))) {
    return plainFailure('incomplete', shortMessage(error), incompleteRemedy);
  }
  if (error instanceof ResponseTooLong) {
    return plainFailure('incomplete', error.message, `Check the base URL (${new URL(error.address).origin})`);
  }
  if (error instanceof JsonTooDeep) {
    return plainFailure('incomplete', error.message, incompleteRemedy);
  }
  if (error instanceof FullContext) {
    return plainFailure('context-too-long', error.message, contextRemedy);
  }
  return plainFailure('bad-request', shortMessage(error), 'Change the request, or use another model');
}

/** Names of the AI SDK's errors for a response that holds no reply. */
const emptyReplies = ['AI_InvalidResponseDataError', 'AI_EmptyResponseBodyError', 'AI_NoContentGeneratedError'];

const contextRemedy = 'Use a model with a longer context, fewer steps, or a smaller maximum output';
const incompleteRemedy = 'This is usually temporary: try again, or use another model or endpoint';

function plainFailure(kind: CallFailure, said: string, remedy: string): Failure {
  return { kind, status: null, said, remedy, retryAfterMs: null };
}

/**
 * The AI SDK's error for a response without success, recognized by name so that the SDK need not be loaded, and our own
 * error for a response with a failure in its body.
 */
interface ResponseError extends Error {
  readonly url?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Record<string, string>;
  readonly responseBody?: unknown;
}

function isResponseError(error: unknown): error is ResponseError {
  return hasName(error, 'AI_APICallError') || error instanceof ErrorInResponse;
}

function responseFailure(error: ResponseError, model: string, now: number): Failure {
  const words = readEndpointWords(textOf(error.responseBody));
  const http = error.statusCode ?? null;
  // The status of an error response takes precedence over a status in its body.
  const status = http !== null && http >= 400 ? http : (words.status ?? http);
  if (status === null) {
    return plainFailure('network', error.message, networkRemedy('', addressOf(error)));
  }
  if (status < 400 && !(error instanceof ErrorInResponse)) {
    return unreadableFailure(error, status, words);
  }
  const said = words.message === '' ? error.message : words.message;
  const retryAfterMs = readRetryAfter(error.responseHeaders ?? {}, now) ?? words.retryDelayMs;
  const verdict = rules.find(({ holds }) => holds({ ...words, message: said, status, retryAfterMs }));
  const named = verdict?.kind ?? (status < 400 ? 'incomplete' : 'bad-request');
  const kind = named === 'overloaded' && error instanceof ErrorInResponse && error.isBegun ? 'incomplete' : named;
  return { kind, status, said, remedy: verdict?.remedy ?? remedyFor(kind, status, said, model), retryAfterMs };
}

/** Describes a response that is not a completion: by the invalid field, or by its text if it is not JSON. */
function unreadableFailure(error: ResponseError, status: number, { message }: EndpointWords): Failure {
  const field = causesOf(error)
    .map(wrongField)
    .find((wrong) => wrong !== null);
  const said = field ?? (message === '' ? error.message : message);
  const remedy = `It is not a chat completion: check the base URL (${addressOf(error)})`;
  return { kind: field === undefined ? 'overloaded' : 'incomplete', status, said, remedy, retryAfterMs: null };
}

/** The first field that a schema of the AI SDK rejects. */
function wrongField(error: Error): string | null {
  const issues: unknown = 'issues' in error ? error.issues : undefined;
  const issue: unknown = Array.isArray(issues) ? issues[0] : undefined;
  if (typeof issue !== 'object' || issue === null || !('path' in issue) || !Array.isArray(issue.path)) return null;
  const reason = 'message' in issue ? String(issue.message) : 'it has the wrong type';
  return `${nameField(issue.path)}: ${reason}`;
}

/** As in `choices[0].message.content`. */
function nameField(path: readonly unknown[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** The AI SDK returns a body that it has already read as an object. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
}

interface Response extends EndpointWords {
  readonly status: number;
  readonly retryAfterMs: number | null;
}

interface Rule {
  readonly kind: CallFailure;
  readonly remedy?: string;
  readonly holds: (response: Response) => boolean;
}

const addCredit = 'The account is out of credit or over its spending limit: add credit, or raise the limit';

/** The first that holds decides; without one, it was a bad request. */
const rules: readonly Rule[] = [
  { kind: 'overloaded', holds: ({ tags }) => /overloaded_error/.test(tags) },
  {
    kind: 'bad-key',
    remedy: addCredit,
    holds: ({ tags, message }) =>
      /insufficient_quota|billing_error|enforced_spend_limit/.test(tags) ||
      /credit balance is too low|insufficient credits|reached your specified api usage limits/i.test(message),
  },
  { kind: 'bad-key', remedy: addCredit, holds: ({ status, retryAfterMs }) => status === 402 && retryAfterMs === null },
  { kind: 'rate-limit', holds: ({ status }) => status === 429 || status === 402 },
  {
    kind: 'rate-limit',
    holds: ({ status, message }) => status < 400 && /rate.?limit|too many requests/i.test(message),
  },
  { kind: 'timeout', holds: ({ status }) => status === 408 },
  {
    kind: 'refused',
    holds: ({ status, tags, message }) =>
      status < 500 &&
      (/content_policy|content_filter|invalid_prompt|moderation|flagged/.test(tags) ||
        /\bflagged\b|content (?:management |filtering |usage )?policy|content filter|safety system/i.test(message)),
  },
  {
    kind: 'bad-key',
    holds: ({ status, tags, message }) =>
      status === 401 ||
      status === 403 ||
      /API_KEY_INVALID|invalid_api_key/.test(tags) ||
      /api key not valid|invalid api key|incorrect api key/i.test(message),
  },
  {
    kind: 'context-too-long',
    holds: ({ status, tags, message }) => status === 413 || isTooLongTag(tags) || saysTooLong(message),
  },
  { kind: 'overloaded', holds: ({ status }) => status >= 500 || status === 409 || status === 425 },
];

function remedyFor(kind: CallFailure, status: number, said: string, model: string): string {
  switch (kind) {
    case 'rate-limit':
      return 'Wait, or limit the concurrency, or the requests or tokens per minute';
    case 'overloaded':
      return 'It usually passes: try again later, or with a lower concurrency';
    case 'refused':
      return 'Use a model whose provider allows red-teaming, or leave the case out';
    case 'context-too-long':
      return contextRemedy;
    case 'bad-key':
      return `Check ${keyVariableOf(model)}, and that the key may use this model`;
    case 'timeout':
      return 'Try again later, or use a faster server';
    case 'incomplete':
      return incompleteRemedy;
    case 'bad-request':
    case 'network':
      return badRequestRemedy(status, said);
  }
}

function badRequestRemedy(status: number, said: string): string {
  if (/\b(?:tools?|tool use|function call(?:s|ing)?)\b/i.test(said) && /support|enabled?\b|auto-tool/i.test(said)) {
    return 'The model takes no tools here: use an agent that writes its calls as text (react)';
  }
  return status === 404
    ? "Check the model's name, and that the base URL is right"
    : 'Change the parameters, or use another model';
}

function keyVariableOf(model: string): string {
  const provider = model.split('/')[0] ?? '';
  return isProvider(provider) ? providerTable[provider].keyVariables[0] : 'the key';
}

const networkCodes =
  /^(?:E(?:CONN\w+|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH|HOSTDOWN|PROTO)|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+)$/;

/** The system's code for a failed connection, from the chain of causes. */
function findNetworkCode(error: unknown): string | null {
  return (
    causesOf(error)
      .flatMap((cause) => [cause, ...(cause instanceof AggregateError ? cause.errors : [])])
      .map(codeOf)
      .find((code) => networkCodes.test(code)) ?? null
  );
}

/** An error, its cause, the cause of that and so on. */
function causesOf(error: unknown): readonly Error[] {
  const seen = new Set<Error>();
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) {
    seen.add(current);
  }
  return [...seen];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function networkRemedy(code: string, address: string): string {
  if (code === 'ECONNREFUSED') {
    return `Nothing listens at ${address}: start the server, or give its address as the base URL`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${address} is not known: check the connection and the base URL`;
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|SSL|TLS/.test(code)) {
    return `The certificate of ${address} is not trusted: name its authority in NODE_EXTRA_CA_CERTS`;
  }
  return `Check the connection to ${address}`;
}

function proxyRemedy(address: string): string {
  return `${address} is reached through a proxy: check HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or add the host to NO_PROXY`;
}

function addressOf(error: unknown): string {
  const url = error instanceof Error && 'url' in error && typeof error.url === 'string' ? error.url : '';
  return URL.canParse(url) ? new URL(url).origin : 'the endpoint';
}

function hasName(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}

/** In characters; redaction comes before cutting, so that no part of a secret is left. */
const longestRead = 20_000;

function shortMessage(error: unknown): string {
  return withoutCredentials(messageOf(error).slice(0, longestRead)).slice(0, 600);
}
