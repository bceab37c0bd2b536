import type { JsonObject } from '../contract/index.ts';
import { isJsonObject, parseJson } from './json-object.ts';

/** What an endpoint says of a failure, whichever of the providers' shapes it says it in. */
export interface EndpointWords {
  readonly message: string;
  /** `code`, `type`, `status`, `param` and reasons, joined: the machine's part. */
  readonly tags: string;
  /** Status inside the body: some gateways answer 200 and say 502 in it. */
  readonly status: number | null;
  /** Google's RetryInfo, in milliseconds. */
  readonly retryDelayMs: number | null;
}

const longest = 600;

/** Reads the body of an error response. Never throws. */
export function readEndpointWords(body: string): EndpointWords {
  const parsed = parseJson(body);
  const outer = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isJsonObject(outer)) {
    return { message: plain(body), tags: '', status: null, retryDelayMs: null };
  }
  const error = isJsonObject(outer['error']) ? outer['error'] : outer;
  const details = Array.isArray(error['details']) ? error['details'].filter(isJsonObject) : [];
  return {
    message: messageOf(error, outer),
    tags: tagsOf(error, details),
    status: typeof error['code'] === 'number' && error['code'] >= 400 ? error['code'] : null,
    retryDelayMs: retryDelayOf(details),
  };
}

function messageOf(error: JsonObject, outer: JsonObject): string {
  const upstream = isJsonObject(error['metadata']) ? error['metadata']['raw'] : undefined;
  const own = [error['message'], outer['message'], outer['error'], outer['detail'], outer['error_msg']].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  );
  const said = typeof own === 'string' ? own : JSON.stringify(outer);
  return plain(typeof upstream === 'string' ? `${said}: ${upstream}` : said);
}

function tagsOf(error: JsonObject, details: readonly JsonObject[]): string {
  const inDetails = isJsonObject(error['details']) ? [error['details']['error_code']] : [];
  const inMetadata = isJsonObject(error['metadata'])
    ? Object.keys(error['metadata']).concat(JSON.stringify(error['metadata']['error_type'] ?? ''))
    : [];
  const tags = [error['code'], error['type'], error['status'], error['param'], ...inDetails];
  const reasons = details.map((detail) => detail['reason']);
  return [...tags, ...reasons, ...inMetadata].filter((tag) => typeof tag === 'string').join(' ');
}

function retryDelayOf(details: readonly JsonObject[]): number | null {
  for (const { retryDelay } of details) {
    const seconds = typeof retryDelay === 'string' ? Number(/^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1]) : Number.NaN;
    if (Number.isFinite(seconds)) {
      return Math.ceil(seconds * 1000);
    }
  }
  return null;
}

/** Proxies answer with whole HTML pages. */
function plain(text: string): string {
  const words = text
    .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]{1,500}>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > longest ? `${words.slice(0, longest)}...` : words;
}
