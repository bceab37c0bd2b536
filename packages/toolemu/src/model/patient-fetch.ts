type Fetch = typeof globalThis.fetch;

/**
 * `fetch` that waits for as long as its signal lets it, and costs half as much: the built-in one gives up on headers
 * after 300 seconds, which a slow local server may need. It follows no redirects and asks for no compression.
 */
export const patientFetch: Fetch = async (input, init) => {
  loading ??= loadPatientFetch();
  return (await loading)(input, init);
};

let loading: Promise<Fetch> | undefined;

async function loadPatientFetch(): Promise<Fetch> {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    try {
      const response = await request(input instanceof Request ? input.url : input, {
        dispatcher,
        method: method as 'GET' | 'POST',
        headers: Object.fromEntries(new Headers(headers)),
        body: (body ?? null) as string | null,
        signal: signal ?? null,
      });
      const text = await response.body.text();
      return new Response(text === '' ? null : text, { status: response.statusCode, headers: headersOf(response) });
    } catch (error) {
      signal?.throwIfAborted();
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

function headersOf({ headers }: { headers: Readonly<Record<string, string | string[] | undefined>> }): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) kept.append(name, one);
  }
  return kept;
}
