import { keepPreviousData, type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { EndpointReply, EndpointRequest, Endpoints, Issue } from 'toolemu/contract';
import { noAnswerFrom } from './server-presence.ts';

type Streams = {
  [K in keyof Endpoints]: Endpoints[K] extends { as: string } | { upload: string } ? K : never;
}[keyof Endpoints];
/** Names of endpoints that answer with JSON, as in `GET /api/runs/{run}`. */
export type EndpointName = Exclude<keyof Endpoints, Streams>;
type Getter = Extract<EndpointName, `GET ${string}`>;
type Argument<K extends EndpointName> = keyof EndpointRequest<Endpoints[K]> extends never
  ? []
  : [asking: EndpointRequest<Endpoints[K]>];

/** What the server says where it cannot answer; of status 0 where nothing answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** All that is wrong with what was sent. */
  readonly issues: readonly Issue[];

  constructor(status: number, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/** Asks an endpoint. Throws an {@link ApiError} with the server's words where it cannot answer. */
export function ask<K extends EndpointName>(name: K, ...[asking]: Argument<K>): Promise<EndpointReply<Endpoints[K]>> {
  return request(name, asking as Loose | undefined);
}

async function request<T>(name: string, asking: Loose = {}, signal?: AbortSignal): Promise<T> {
  const { params, query, body } = asking;
  const [method = 'GET', path = ''] = name.split(' ');
  const response = await reach(pathOf(path, params, query), {
    method,
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return answerOf(response);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, noAnswerFrom(location.host));
  }
}

/** The answer of a request, or the {@link ApiError} it was refused with. */
export async function answerOf<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const { error: said, issues } = (answer ?? {}) as { error?: unknown; issues?: Issue[] };
  const message = typeof said === 'string' ? said : `the server answered ${response.status}`;
  throw new ApiError(response.status, message, issues);
}

type Plain = string | number | boolean;

interface Loose {
  readonly params?: Readonly<Record<string, Plain>>;
  readonly query?: Readonly<Record<string, Plain | readonly Plain[] | null | undefined>>;
  readonly body?: unknown;
}

/** The address of an endpoint, with its parameters in place. */
export function pathOf(path: string, params: Loose['params'] = {}, query: Loose['query'] = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [value].flat().map((one) => [name, String(one)]),
    ),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** The key under which an answer is kept; that of a run begins with the run's id, so that news of it reach it. */
export function keyOf(name: string, asking?: unknown): QueryKey {
  const { params: { run } = {} } = (asking ?? {}) as { params?: { run?: unknown } };
  return [run ?? null, name, asking ?? null];
}

/** What an endpoint answers, kept up to date while the page is open. What was shown stays until there is something new. */
export function useAnswer<K extends Getter>(
  name: K,
  ...[asking, options]: [...Argument<K>, options?: { readonly enabled: boolean }]
): UseQueryResult<EndpointReply<Endpoints[K]>, Error> {
  return useQuery({
    queryKey: keyOf(name, asking),
    queryFn: ({ signal }) => request<EndpointReply<Endpoints[K]>>(name, asking as Loose | undefined, signal),
    placeholderData: keepPreviousData as never,
    enabled: (options as { readonly enabled: boolean } | undefined)?.enabled ?? true,
  });
}
