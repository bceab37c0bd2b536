type Fetch = typeof globalThis.fetch;

/**
 * `fetch` that waits for as long as its signal lets it. The built-in one gives up on headers after 300 seconds, which
 * a slow local server may need.
 */
export const patientFetch: Fetch = async (input, init) => {
  loading ??= loadPatientFetch();
  return (await loading)(input, init);
};

let loading: Promise<Fetch> | undefined;

async function loadPatientFetch(): Promise<Fetch> {
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // The types of npm's undici and of the built-in one differ in name only.
  const patient = (input: string, init?: object) => fetch(input, { ...init, dispatcher });
  return patient as unknown as Fetch;
}
