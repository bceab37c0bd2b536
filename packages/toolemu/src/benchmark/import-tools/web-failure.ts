import { ProxyError, withoutCredentials } from '../../platform/index.ts';

/** Whether an error means that a request got no response. */
export function isWebFailure(error: Error): boolean {
  return error.message === 'fetch failed' && error.cause instanceof Error;
}

/** Returns why a request got no response. A connection to several addresses fails with one error each and no message. */
export function webFailure(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return withoutCredentials(error.message);
  return cause.message === '' ? codeOf(cause) : withoutCredentials(cause.message);
}

/** Suggests a fix for a request that got no response. */
export function adviseOnFetch({ cause }: Error): string {
  if (cause instanceof ProxyError) return 'check the variable that names the proxy, or add the host to NO_PROXY';
  const code = codeOf(cause);
  if (/CERT|SIGNED|UNABLE_TO_/.test(code)) {
    return 'its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file of your certificate authority';
  }
  if (code === 'ECONNREFUSED') return 'start the server, or check the host and the port of the address';
  return 'check the address; behind a proxy set HTTPS_PROXY';
}

function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return (first as NodeJS.ErrnoException | undefined)?.code ?? '';
}
