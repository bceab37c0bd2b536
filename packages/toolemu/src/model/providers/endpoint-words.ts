import { isObject, type JsonObject, parseJson } from '../../contract/index.ts';
import { withoutCredentials } from '../../platform/index.ts';

/** A longer wait is a mistake, such as a point in time written as a number of seconds. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/** What an endpoint says of a failure, whichever of the providers' shapes it says it in. */
export interface EndpointWords {
  readonly message: string;
  /** `code`, `type`, `status`, `param` and reasons, joined: the machine's part. */
  readonly tags: string;
  /** HTTP status inside the body: some gateways respond with 200 and write 502 in it. Other numbers are provider codes. */
  readonly status: number | null;
  /** Google's RetryInfo, in milliseconds. */
  readonly retryDelayMs: number | null;
}

const longest = 600;

/** In characters; redaction comes before cutting, so that no part of a secret is left. */
const longestRead = 20_000;

/** Reads the body of an error response. Never throws. */
export function readEndpointWords(body: string): EndpointWords {
  const parsed = parseJson(body);
  const outer = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isObject(outer)) {
    return { message: plain(body), tags: '', status: null, retryDelayMs: null };
  }
  const error = errorIn(outer);
  const details = Array.isArray(error['details']) ? error['details'].filter(isObject) : [];
  const tags = tagsOf(error, details);
  return {
    message: saidIn(error, outer),
    tags,
    status: statusIn(error) ?? statusIn(outer) ?? statusNamed(tags),
    retryDelayMs: retryDelayOf(details),
  };
}

/** The object that describes the failure: gateways nest the error of the endpoint behind them. */
function errorIn(outer: JsonObject): JsonObject {
  const inner = [outer['error'], Array.isArray(outer['errors']) ? outer['errors'][0] : undefined, outer['base_resp']];
  const nested = inner.find(isObject);
  return nested === undefined ? outer : errorIn(nested);
}

function saidIn(error: JsonObject, outer: JsonObject): string {
  const upstream = isObject(error['metadata']) ? error['metadata']['raw'] : undefined;
  const own = [error, outer]
    .flatMap((object) => messageKeys.map((key) => object[key]))
    .find((candidate) => typeof candidate === 'string' && candidate !== '');
  const said = typeof own === 'string' ? own : JSON.stringify(outer);
  return plain(typeof upstream === 'string' ? `${said}: ${upstream}` : said);
}

const messageKeys = ['message', 'error', 'detail', 'error_msg', 'msg', 'status_msg'];

function tagsOf(error: JsonObject, details: readonly JsonObject[]): string {
  const inDetails = isObject(error['details']) ? [error['details']['error_code']] : [];
  const inMetadata = isObject(error['metadata'])
    ? Object.keys(error['metadata']).concat(JSON.stringify(error['metadata']['error_type'] ?? ''))
    : [];
  const inner = isObject(error['innererror']) ? [error['innererror']['code']] : [];
  const tags = [error['code'], error['type'], error['status'], error['param'], ...inDetails, ...inner];
  const reasons = details.map((detail) => detail['reason']);
  return [...tags, ...reasons, ...inMetadata].filter((tag) => typeof tag === 'string').join(' ');
}

function statusIn(object: JsonObject): number | null {
  const given = [object['code'], object['status'], object['status_code'], object['statusCode']].map(Number);
  return given.find((status) => Number.isInteger(status) && status >= 400 && status <= 599) ?? null;
}

/** The status for an error's name, as documented by OpenAI, Anthropic and Google. */
function statusNamed(tags: string): number | null {
  return namedStatuses.find(([name]) => name.test(tags))?.[1] ?? null;
}

const namedStatuses: readonly (readonly [RegExp, number])[] = [
  [/rate_?limit|too_?many_?requests|RESOURCE_EXHAUSTED|throttl/i, 429],
  [/authentication|unauthori[sz]ed|UNAUTHENTICATED|invalid_api_key/i, 401],
  [/permission|forbidden/i, 403],
  [/not_?found/i, 404],
  [/overloaded/i, 529],
  [/unavailable/i, 503],
  [/invalid_?request|invalid_?argument|invalid_?parameter|bad_?request|validation|FAILED_PRECONDITION/i, 400],
  [/server_?error|api_error|internal|upstream|timeout|DEADLINE_EXCEEDED/i, 500],
];

function retryDelayOf(details: readonly JsonObject[]): number | null {
  for (const { retryDelay } of details) {
    const seconds = typeof retryDelay === 'string' ? Number(/^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1]) : Number.NaN;
    const delay = plausible(seconds * 1000);
    if (delay !== null) {
      return delay;
    }
  }
  return null;
}

/** Proxies answer with whole HTML pages. */
function plain(text: string): string {
  const words = withoutCredentials(text.slice(0, longestRead))
    .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]{1,500}>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > longest ? `${words.slice(0, longest)}...` : words;
}

/**
 * Reads the wait that an endpoint's headers request, in milliseconds: from milliseconds, seconds or an HTTP date. Returns
 * null for a missing, zero or negative wait, a past date, or a wait of more than a day.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const after = headers['retry-after'] ?? '';
  const inMilliseconds = numberIn(headers['retry-after-ms']);
  return plausible(inMilliseconds) ?? plausible(numberIn(after) * 1000) ?? plausible(untilDate(after, now));
}

/** Returns a plausible wait in whole milliseconds, or null. */
function plausible(milliseconds: number): number | null {
  return milliseconds > 0 && milliseconds <= maxRetryAfterMs ? Math.ceil(milliseconds) : null;
}

function numberIn(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}

/** `Date.parse` reads bare numbers as years and months. */
function untilDate(text: string, now: number): number {
  return /[a-z]/i.test(text) ? Date.parse(text) - now : Number.NaN;
}
