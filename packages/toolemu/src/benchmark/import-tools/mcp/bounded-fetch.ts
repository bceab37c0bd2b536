import type { FetchLike } from '@modelcontextprotocol/client';
import { webFetch } from '../../../platform/index.ts';
import { AnswerTooLong, longestAnswer } from './answer-too-long.ts';

/**
 * {@link webFetch} with a limit on the size of a response body, or of each event in an event stream. Calls `onTooLong`
 * when it cuts off a body.
 */
export function boundedFetch(onTooLong: (error: AnswerTooLong) => void): FetchLike {
  return async (url, init) => {
    const response = await webFetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const body = response.body.pipeThrough(bounded(isStream ? bytesOfEvents() : bytesOfAll(), onTooLong));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

/** The bytes of the answer under way, once another chunk is there. */
type CountBytes = (chunk: Uint8Array) => number;

function bounded(
  count: CountBytes,
  onTooLong: (error: AnswerTooLong) => void,
): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      if (count(chunk) <= longestAnswer) controller.enqueue(chunk);
      else {
        const error = new AnswerTooLong();
        controller.error(error);
        onTooLong(error);
      }
    },
  });
}

function bytesOfAll(): CountBytes {
  let bytes = 0;
  return ({ length }) => (bytes += length);
}

/** An event ends with a blank line; a line ends with either of two bytes, or both. */
function bytesOfEvents(): CountBytes {
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

const lineFeed = 10;
const carriageReturn = 13;
