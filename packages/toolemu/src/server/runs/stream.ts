/** How often a stream says that it is there, for those in between that close silent ones. */
const aliveMs = 15_000;

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };

export interface StreamOptions<T> {
  /** Of events of one key only the latest waits for a client that is slow to read. */
  readonly keyOf?: (event: T) => string;
}

/**
 * Answers with server-sent events, each of JSON, until the client leaves, or `close` is called, as where an event cannot be
 * sent; `listen` gives what ends it. A client that does not read is told the latest of each key once it does.
 */
export function streamOf<T>(
  { method }: Request,
  listen: (tell: (event: T) => void, close: () => void) => () => void,
  { keyOf = () => '' }: StreamOptions<T> = {},
): Response {
  if (method === 'HEAD') return new Response(null, { headers });
  const encoder = new TextEncoder();
  const waiting = new Map<string, T>();
  let end = (): void => {};

  function sendWaiting(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (waiting.size === 0 || (controller.desiredSize ?? 0) <= 0) return;
    const events = [...waiting.values()];
    waiting.clear();
    try {
      controller.enqueue(encoder.encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')));
    } catch {
      // An event is too large for a text.
      close(controller);
    }
  }

  function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    end();
    try {
      controller.close();
    } catch {
      // The client left.
    }
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (remark: string): void => controller.enqueue(encoder.encode(`: ${remark}\n\n`));
      const alive = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) say('alive');
      }, aliveMs);
      alive.unref();
      say('here');
      let isOver = false;
      let stop = (): void => {};
      end = () => {
        isOver = true;
        clearInterval(alive);
        stop();
      };
      stop = listen(
        (event) => {
          if (isOver) return;
          const key = keyOf(event);
          waiting.delete(key);
          waiting.set(key, event);
          sendWaiting(controller);
        },
        () => close(controller),
      );
      if (isOver) stop();
    },
    pull: sendWaiting,
    cancel: () => end(),
  });
  return new Response(body, { headers });
}
