import type { z } from 'zod';
import type { Endpoint, JsonObject } from '../../contract/index.ts';
import { problemSchema } from '../../contract/api/workspace.ts';
import { createSchemaWriter, type SchemaWriter } from './openapi-schemas.ts';

/** Endpoints by method and path. */
export type EndpointList = Readonly<Record<string, Endpoint>>;

/** The HTTP API as a document of OpenAPI 3.1. */
export function openApiDocument(endpoints: EndpointList, version: string): JsonObject {
  const writer = createSchemaWriter();
  const problem = writer.write(problemSchema, 'told');
  const operations = Object.entries(endpoints).map(([name, endpoint]) => {
    const [method = '', path = ''] = name.split(' ');
    return { path, method: method.toLowerCase(), operation: operationOf(name, endpoint, writer) };
  });
  const paths = Map.groupBy(operations, ({ path }) => path);
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'toolemu',
      version,
      summary: 'The run files of a folder: episodes, figures, comparisons',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'the server that `toolemu view` starts' }],
    security: [{}, { token: [] }],
    tags: [...new Set(Object.keys(endpoints).map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...paths].map(([path, all]) => [
        path,
        Object.fromEntries(all.map(({ method, operation }) => [method, operation])),
      ]),
    ),
    components: { securitySchemes, responses: problemResponses(problem) },
  } satisfies JsonObject;
  return { ...document, components: { ...document.components, schemas: writer.componentsOf(document) } };
}

function operationOf(name: string, endpoint: Endpoint, writer: SchemaWriter): JsonObject {
  const { summary, params, query, body, upload } = endpoint;
  const parameters = [...parametersIn('path', params, writer), ...parametersIn('query', query, writer)];
  return {
    operationId: operationId(name),
    summary,
    tags: [tagOf(name)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: writer.write(body, 'given') } } } }),
    ...(upload === undefined ? {} : { requestBody: { required: true, content: { [upload]: {} } } }),
    responses: {
      200: { description: descriptions[endpoint.as ?? 'json'], content: contentOf(endpoint, writer) },
      ...Object.fromEntries(
        problemsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined, writer: SchemaWriter): JsonObject[] {
  return Object.entries(schema?.shape ?? {}).map(([name, one]) => {
    const { description, ...rest } = writer.write(one as z.ZodType, 'given');
    const required = place === 'path' || !(one as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest };
  });
}

function contentOf({ as, media, reply }: Endpoint, writer: SchemaWriter): JsonObject {
  if (as === 'file') return Object.fromEntries((media ?? ['*/*']).map((type) => [type, {}]));
  return { [as === 'stream' ? 'text/event-stream' : 'application/json']: { schema: writer.write(reply, 'told') } };
}

const descriptions = {
  json: 'the answer',
  stream: 'server-sent events; the schema is that of the data of each',
  file: 'a file',
} as const;

/** As `GET /api/runs/{run}/tags`: `getRunsByRunTags`. */
function operationId(name: string): string {
  const [method = '', path = ''] = name.split(' ');
  const words = partsOf(path).map((part) => part.replace(/^\{(\w+)\}$/, (_, param: string) => `by-${param}`));
  const camel = words.join('-').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${method.toLowerCase()}${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
}

function tagOf(name: string): string {
  return partsOf(name.split(' ')[1] ?? '')[0] ?? '';
}

function partsOf(path: string): string[] {
  return path.split('/').slice(2);
}

const problems = {
  400: 'What was asked is not what the endpoint takes.',
  403: 'The token is missing, the request came from a page of another site, or this is not to be changed from here: the message says which.',
  404: 'There is no such run, episode or thing.',
  409: 'It cannot be done as things are: the message says why.',
  413: 'What was sent is too large.',
  500: 'Something went wrong in the server.',
  503: 'What the server needs to answer this does not answer: the message says what.',
} as const;

function problemsOf({ params, query, body, upload, problems: others = [] }: Endpoint): (keyof typeof problems)[] {
  const isNamed = params !== undefined || query !== undefined;
  const isSent = body !== undefined || upload !== undefined;
  return [
    ...(isNamed || isSent ? ([400] as const) : []),
    403,
    ...(isNamed || others.includes(404) ? ([404] as const) : []),
    ...(isNamed || isSent ? ([409] as const) : []),
    ...(isSent ? ([413] as const) : []),
    500,
    ...(others.includes(503) ? ([503] as const) : []),
  ];
}

function problemResponses(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(problems).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema } } },
    ]),
  );
}

const securitySchemes: JsonObject = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'the token of the address that `toolemu view` prints; asked for only where the server listens beyond loopback',
  },
};
