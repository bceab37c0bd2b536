import type { z } from 'zod';

/** What can be asked of the server, beside its method and path. */
export interface Endpoint {
  readonly summary: string;
  /** Parts of the path, by the names in its braces. */
  readonly params?: z.ZodObject;
  /** What stands behind the question mark. Its values are texts, or lists of texts. */
  readonly query?: z.ZodObject;
  /** A body of JSON. */
  readonly body?: z.ZodType;
  /** A body of another sort: its media type. */
  readonly upload?: string;
  /** What is answered; of a stream, the data of each event. */
  readonly reply: z.ZodType;
  /** `stream` answers with server-sent events, `file` with a file of another sort. */
  readonly as?: 'stream' | 'file';
  /** The media types of a file. */
  readonly media?: readonly string[];
  /** How it may be refused, beyond what follows from what is asked. */
  readonly problems?: readonly (404 | 503)[];
}

type Value<E, K extends string> = E extends Readonly<Record<K, infer S extends z.ZodType>> ? z.output<S> : undefined;
type Given<E, K extends string> =
  E extends Readonly<Record<K, infer S extends z.ZodType>> ? { [P in K]: z.input<S> } : unknown;

/** What a handler of an endpoint is given, checked. */
export interface EndpointInput<E> {
  readonly params: Value<E, 'params'>;
  readonly query: Value<E, 'query'>;
  readonly body: Value<E, 'body'>;
}

/** What a client gives to an endpoint. */
export type EndpointRequest<E> = Given<E, 'params'> & Given<E, 'query'> & Given<E, 'body'>;

/** What an endpoint answers. */
export type EndpointReply<E> = E extends { readonly reply: infer S extends z.ZodType } ? z.output<S> : never;
