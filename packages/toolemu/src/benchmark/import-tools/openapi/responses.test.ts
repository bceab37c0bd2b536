import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/index.ts';
import { answer, importApi, importOperation, onlyTool } from './__fixtures__/api.ts';

const content = (schema: Json): JsonObject => ({ 'application/json': { schema } });
const text = { type: 'string' };
const status = (rule: JsonObject, description?: string): JsonObject => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  properties: { status: { type: 'integer', ...rule } },
  required: ['status'],
  additionalProperties: false,
});

describe('the output of a tool', () => {
  it.each<[string, JsonObject, Json | undefined]>([
    ['the first success with a body', { 200: { content: content(text) }, 201: { content: content({}) } }, text],
    ['past those without', { 200: { description: 'A' }, 201: { content: content(text) } }, text],
    ['any success', { '2XX': { content: content(text) } }, text],
    ['the status where there is no body', { 204: { description: 'Gone' } }, status({ const: 204 }, 'Gone')],
    ['a range of statuses', { '2xx': {} }, status({ minimum: 200, maximum: 299 })],
    ['a redirection', { 302: { description: '' }, 404: {} }, status({ const: 302 })],
    ['the default where it is the only success', { default: { content: content(text) }, 404: {} }, text],
    ['open where none is named', { 404: { description: 'None' } }, undefined],
    ['open where the body is', { 200: { content: { 'application/json': {} } } }, undefined],
    ['text', { 200: { content: { 'text/html': {} } } }, text],
    ['bytes', { 200: { content: { 'application/pdf': {} } } }, { ...text, contentEncoding: 'base64' }],
    ['open where it cannot be reached', { 200: { $ref: '#/components/responses/Other' } }, undefined],
    ['behind a reference', { 200: { $ref: '#/components/responses/Text' } }, text],
  ])('is %s', async (_what, responses, schema) => {
    const components = { responses: { Text: { content: content(text) } } };
    expect((await importOperation({ responses }, { components })).outputSchema).toEqual(schema);
  });

  it('does not have to hold what only requests do', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'password'],
      properties: { id: { type: 'string', readOnly: true }, password: { type: 'string', writeOnly: true } },
    };
    expect((await importOperation(answer(schema))).outputSchema).toEqual({ ...schema, required: ['id'] });
  });

  it('is left open where its schema is broken, with a note', async () => {
    const imported = await importApi({ '/a': { get: answer({ type: 'strnig' }) } });
    expect(onlyTool(imported)).not.toHaveProperty('outputSchema');
    expect(imported.notes).toEqual([
      expect.stringContaining(
        'getA: outputSchema: its schema cannot be used, so any value is allowed: type is no type of JSON Schema',
      ),
    ]);
  });
});

describe('the exceptions of a tool', () => {
  it('are its errors, named by their status', async () => {
    const responses = {
      200: {},
      400: { description: 'Bad <id>\u001b[0m' },
      404: { $ref: '#/components/responses/None' },
      418: { description: '' },
      422: {},
      499: {},
      500: {},
      '4XX': {},
      '5xx': {},
      default: { description: 'Any error' },
      'x-more': {},
    };
    const components = { responses: { None: { description: 'None such' } } };
    expect((await importOperation({ responses }, { components })).exceptions).toEqual([
      { name: 'BadRequestException', description: 'Bad <id>\u001b[0m' },
      { name: 'NotFoundException', description: 'None such' },
      { name: 'ImATeapotException', description: "I'm a Teapot" },
      { name: 'UnprocessableEntityException', description: 'Unprocessable Entity' },
      { name: 'Status499Exception', description: 'Status 499' },
      { name: 'InternalServerErrorException', description: 'Internal Server Error' },
      { name: 'ClientErrorException', description: 'Client Error' },
      { name: 'ServerErrorException', description: 'Server Error' },
      { name: 'UnexpectedException', description: 'Any error' },
    ]);
  });

  it('stay where their description cannot be reached', async () => {
    const imported = await importApi({ '/a': { get: { responses: { 404: { $ref: 'other.yaml#/None' } } } } });
    expect(onlyTool(imported).exceptions).toEqual([{ name: 'NotFoundException', description: 'Not Found' }]);
    expect(imported.notes).toEqual([
      'of an answer with status 404 nothing is known: the reference "other.yaml#/None" is outside of the document, and was not fetched',
    ]);
  });
});
