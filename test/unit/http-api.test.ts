import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../packages/toolemu/src/contract/api/index.ts';
import type { Endpoint, JsonObject } from '../../packages/toolemu/src/contract/index.ts';
import { openApiDocument } from '../../packages/toolemu/src/server/http/openapi.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('docs/http-api.md lists every endpoint', () => {
  const page = readFileSync(path.join(root, 'docs/http-api.md'), 'utf8');
  const rows = Object.entries(endpoints).map(([name, { summary }]) => `| \`${name}\` | ${summary} |`);
  const listed = page.split('\n').filter((line) => /^\| `(?:GET|POST|PUT|PATCH|DELETE) /.test(line));
  expect(listed).toEqual(rows);
});

interface Operation {
  readonly operationId: string;
  readonly parameters?: { name: string; in: string; required: boolean; description?: string; schema: JsonObject }[];
  readonly requestBody?: { content: Record<string, { schema?: JsonObject }> };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, { schema?: JsonObject }> }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, JsonObject>>;
}

function documentOf(all: Readonly<Record<string, Endpoint>>): Document {
  return JSON.parse(JSON.stringify(openApiDocument(all, '1.2.3'))) as Document;
}

describe('the OpenAPI document', () => {
  const document = documentOf(endpoints);
  const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${at}`, at, operation })),
  );

  it('holds every endpoint, each under an id of its own', () => {
    expect(document).toMatchObject({ openapi: '3.1.1', info: { title: 'toolemu', version: '1.2.3' } });
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('names the parameters that stand in each path, and no others', () => {
    for (const { at, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual([...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it('refers only to what it holds, and holds nothing that is not referred to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    const referred = (sort: string) =>
      [...new Set(references.filter(([, one]) => one === sort).map(([, , name = '']) => name))].toSorted();
    expect(referred('schemas')).toEqual(Object.keys(document.components.schemas).toSorted());
    expect(referred('responses')).toEqual(Object.keys(document.components.responses).toSorted());
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"#\/\$defs|__schema\d/);
  });

  it('holds schemas that JSON Schema accepts', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'document' });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` }), name).not.toThrow();
    }
    const accepts = ajv.compile({ $ref: 'document#/components/schemas/EpisodePlan' });
    expect(accepts({ id: 'c#a#1', caseId: 'c', agent: 'a', epoch: 1 })).toBe(true);
    expect(accepts({ id: 'c#a#1', caseId: 'c', agent: 'a', epoch: 0 })).toBe(false);
  });
});

describe('of an endpoint the document says', () => {
  const thing = z.strictObject({ a: z.string().describe('about a'), b: z.int().default(3) });
  const operation = (endpoint: Partial<Endpoint>, method = 'get'): Operation | undefined =>
    documentOf({ [`${method.toUpperCase()} /api/things/{thing}`]: { summary: 'Things', reply: thing, ...endpoint } })
      .paths['/api/things/{thing}']?.[method];

  it('what can be asked of it', () => {
    const query = z.strictObject({
      list: z.array(z.string()).min(1),
      size: z.coerce.number().int().max(9).default(2).describe('how large'),
      only: z.stringbool().optional(),
    });
    expect(operation({ params: z.strictObject({ thing: z.string() }), query })?.parameters).toEqual([
      { name: 'thing', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'list', in: 'query', required: true, schema: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      {
        name: 'size',
        in: 'query',
        required: false,
        description: 'how large',
        schema: { type: 'integer', maximum: 9, default: 2 },
      },
      { name: 'only', in: 'query', required: false, schema: { type: 'string' } },
    ]);
  });

  it('which properties must be given, and which are told', () => {
    const found = operation({ body: thing }, 'put');
    const given = found?.requestBody?.content['application/json']?.schema;
    const told = found?.responses[200]?.content?.['application/json']?.schema;
    expect(given).toMatchObject({ required: ['a'], properties: { a: { type: 'string', description: 'about a' } } });
    expect(told).toMatchObject({ required: ['a', 'b'] });
  });

  it('the media types of files, streams and uploads', () => {
    expect(operation({ as: 'file', media: ['text/csv'] })?.responses[200]?.content).toEqual({ 'text/csv': {} });
    expect(Object.keys(operation({ as: 'stream' })?.responses[200]?.content ?? {})).toEqual(['text/event-stream']);
    expect(operation({ upload: 'application/octet-stream' }, 'post')?.requestBody?.content).toEqual({
      'application/octet-stream': {},
    });
  });

  it('how it may be refused', () => {
    const statuses = (endpoint: Partial<Endpoint>): string[] => Object.keys(operation(endpoint)?.responses ?? {});
    expect(statuses({})).toEqual(['200', '403', '500']);
    expect(statuses({ params: z.strictObject({ thing: z.string() }) })).toEqual([
      '200',
      '400',
      '403',
      '404',
      '409',
      '500',
    ]);
    expect(statuses({ body: thing })).toContain('413');
  });
});
