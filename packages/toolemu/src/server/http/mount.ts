import type { Context as HonoContext, Hono } from 'hono';
import { z } from 'zod';
import { type Endpoint, JsonTooDeep, readJson } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { ServerError } from './server-error.ts';

type Handler = (asked: never, context: Context, request: Request) => unknown;

/** Makes an app answer endpoints: what is asked is checked by their schemas first. */
export function mount(
  app: Hono,
  endpoints: Readonly<Record<string, Endpoint>>,
  handlers: Readonly<Record<string, Handler>>,
  context: Context,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    const handler = handlers[name];
    if (handler === undefined) throw new Error(`nothing answers ${name}`);
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const answer = await handler((await askedOf(endpoint, c)) as never, context, c.req.raw);
      return answer instanceof Response ? answer : c.json(answer);
    });
  }
}

async function askedOf({ params, query, body }: Endpoint, c: HonoContext): Promise<object> {
  return {
    params: params === undefined ? undefined : checked(params, c.req.param(), 'path'),
    query: query === undefined ? undefined : checked(query, queryOf(query, c.req.queries()), 'query'),
    body: body === undefined ? undefined : checked(body, await jsonOf(c), 'body'),
  };
}

/** A name that is given once is a text, unless the endpoint takes lists under it. */
function queryOf(schema: z.ZodObject, given: Readonly<Record<string, string[]>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => {
      const [first = ''] = values;
      return [name, values.length > 1 || isList(schema.shape[name]) ? values : first];
    }),
  );
}

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodArray) return true;
  return (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) && isList(schema.unwrap());
}

/** A body that says it is JSON: a form of another site can say no such thing. */
async function jsonOf(c: HonoContext): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new ServerError(400, 'the body must be JSON, and its content-type application/json');
  try {
    return readJson(await c.req.text());
  } catch (error) {
    if (error instanceof JsonTooDeep) throw new ServerError(400, `the body is refused: ${error.message}`);
    throw new ServerError(400, `the body is no JSON: ${(error as Error).message}`);
  }
}

function checked(schema: z.ZodType, value: unknown, place: string): unknown {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new ServerError(400, `${where === '' ? `the ${place}` : where}: ${issue?.message}`);
}
