import { BadFileError } from '../documents/bad-file-error.ts';
import { rememberAddress, ResponseTooLong, webFetch, withoutCredentials } from '../../platform/index.ts';
import { shownUrl } from './tool-source.ts';
import { adviseOnFetch, isWebFailure, webFailure } from './web-failure.ts';

/** What an address answers to a plain request, or null where it is no document but a stream or a refusal. */
export async function askForDocument(url: URL, limit: AbortSignal): Promise<string | null> {
  const response = await request(url, limit);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return null;
  }
  return readBody(response, url);
}

/** The document at an address. Throws `BadFileError`. */
export async function fetchDocument(url: URL, limit: AbortSignal): Promise<string> {
  const response = await request(url, limit);
  if (response.ok) return readBody(response, url);
  await response.body?.cancel();
  throw bad(url, `the server answered with status ${response.status}`, adviceOn(response.status));
}

async function request(url: URL, limit: AbortSignal): Promise<Response> {
  rememberAddress(url);
  try {
    return await webFetch(url, {
      headers: { accept: 'application/json, application/yaml, text/yaml, */*' },
      signal: limit,
    });
  } catch (error) {
    throw failure(url, 'reached', error as Error);
  }
}

async function readBody(response: Response, url: URL): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw failure(url, 'read', error as Error);
  }
}

function failure(url: URL, how: 'reached' | 'read', error: Error): BadFileError {
  if (error.name === 'TimeoutError') {
    return bad(url, `it cannot be ${how} in time`, 'check the address, or give it more time with --timeout');
  }
  if (error instanceof ResponseTooLong)
    return bad(url, error.message, 'save the document to a file, and import the file');
  if (isWebFailure(error)) return bad(url, `it cannot be ${how}: ${webFailure(error)}`, adviseOnFetch(error));
  return bad(url, `it cannot be ${how}: ${withoutCredentials(error.message)}`);
}

function adviceOn(status: number): string {
  if (status === 401 || status === 403) return 'it requires a login: save the document to a file, and import the file';
  return status >= 500 ? 'try again later' : 'check the address';
}

function bad(url: URL, problem: string, remedy = 'check the address'): BadFileError {
  return new BadFileError({ file: shownUrl(url), path: '$', problem, remedy });
}
