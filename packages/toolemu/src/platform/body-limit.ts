import type { Environment } from './environment.ts';

/** Bytes of a response that are read, unless the environment says otherwise; of a stream of events, those of each event. */
export const defaultMaxBodyBytes = 64 * 1024 * 1024;

/** Environment variable for another limit, in megabytes. */
export const maxBodyVariable = 'TOOLEMU_MAX_RESPONSE_MB';

/** A response that is longer than what is read of one. Its connection was closed. */
export class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong';
  /** Origin and path of its address. */
  readonly address: string;
  readonly maxBytes: number;

  constructor(url: URL, maxBytes: number) {
    const address = `${url.origin}${url.pathname}`;
    const size = `${Math.round((maxBytes / 1024 / 1024) * 1000) / 1000} MB`;
    super(`${address} sent more than ${size}, and the connection was closed; ${maxBodyVariable} allows more`);
    this.address = address;
    this.maxBytes = maxBytes;
  }
}

/** How many bytes of a response are read. A value of the variable that is no number above 0 counts as none. */
export function maxBodyBytes(env: Environment = process.env): number {
  const megabytes = Number(env[maxBodyVariable]);
  return megabytes > 0 ? megabytes * 1024 * 1024 : defaultMaxBodyBytes;
}

/** A response whose body ends with {@link ResponseTooLong} after so many bytes, and is closed then. */
export function withBodyLimit(response: Response, url: URL, maxBytes = maxBodyBytes()): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const count = isStream ? countEventBytes() : countBytes();
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (count(chunk) <= maxBytes) controller.enqueue(chunk);
      else controller.error(new ResponseTooLong(url, maxBytes));
    },
  });
  const result = new Response(body.pipeThrough(limited), { status, statusText, headers });
  return Object.defineProperty(result, 'url', { value: response.url });
}

/** The bytes of a body under way, or of its event under way, once another chunk is there. */
type CountBytes = (chunk: Uint8Array) => number;

export function countBytes(): CountBytes {
  let bytes = 0;
  return ({ length }) => (bytes += length);
}

const [lineFeed, carriageReturn] = [10, 13];

/** An event ends with a blank line; a line ends with either of two bytes, or both. */
export function countEventBytes(): CountBytes {
  let bytes = 0;
  let isLineBlank = true;
  let last = 0;
  return (chunk) => {
    for (const byte of chunk) {
      bytes += 1;
      const isEnd = byte === lineFeed || byte === carriageReturn;
      if (isEnd && !(byte === lineFeed && last === carriageReturn)) {
        if (isLineBlank) bytes = 0;
        isLineBlank = true;
      } else if (!isEnd) isLineBlank = false;
      last = byte;
    }
    return bytes;
  };
}
