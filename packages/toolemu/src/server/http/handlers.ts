import type { EndpointReply, EndpointInput } from '../../contract/index.ts';
import type { Context } from '../context.ts';

type Other = { readonly as: string } | { readonly upload: string };

/** What answers the endpoints that are asked and answered in JSON; `More` is the request where one is needed. */
export type Handlers<E, More extends readonly Request[] = []> = {
  readonly [K in keyof E as E[K] extends Other ? never : K]: (
    asked: EndpointInput<E[K]>,
    context: Context,
    ...more: More
  ) => EndpointReply<E[K]> | Promise<EndpointReply<E[K]>>;
};

/** What answers the other endpoints: streams, files, uploads. */
export type RawHandlers<E> = {
  readonly [K in keyof E as E[K] extends Other ? K : never]: (
    asked: EndpointInput<E[K]>,
    context: Context,
    request: Request,
  ) => Response | Promise<Response>;
};
