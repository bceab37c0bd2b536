import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/index.ts';
import { importOpenApi } from './import-openapi.ts';

const text = { type: 'string' };
const pet = { type: 'object', required: ['name'], properties: { name: text, tag: { ...text, 'x-nullable': true } } };

const swagger: JsonObject = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'pets.example',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  parameters: {
    Body: { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
    Photo: { name: 'photo', in: 'formData', type: 'file', required: true },
    Limit: { name: 'limit', in: 'query', type: 'integer', maximum: 50 },
  },
  responses: { None: { description: 'None such' } },
  definitions: { Pet: pet },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [{ $ref: '#/parameters/Limit' }, { name: 'X-Key', in: 'header', type: 'string' }],
        responses: { 200: { description: 'All', schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
      },
      post: {
        operationId: 'addPet',
        parameters: [{ $ref: '#/parameters/Body' }],
        responses: { 201: { description: 'Added' }, 404: { $ref: '#/responses/None' } },
      },
    },
    '/pets/{id}/photo': {
      put: {
        operationId: 'setPhoto',
        consumes: ['multipart/form-data'],
        parameters: [{ $ref: '#/parameters/Photo' }, { name: 'note', in: 'formData', type: 'string' }],
      },
      parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
    },
  },
};

it.each([['2.0'], [2]])('reads OpenAPI 2.0 (%j)', async (version) => {
  const document = JSON.stringify({ ...swagger, swagger: version });
  const { toolkits, leftOut } = await importOpenApi({ file: 'pets.json', text: document }, {});
  const petNow = { ...pet, properties: { name: text, tag: { type: ['string', 'null'] } } };
  expect(leftOut).toEqual([]);
  expect(toolkits[0]?.source).toMatchObject({ openapi: '2.0', servers: [{ url: 'https://pets.example/v1' }] });
  expect(toolkits[0]?.tools).toMatchObject([
    {
      name: 'listPets',
      inputSchema: { properties: { limit: { type: 'integer', maximum: 50 } }, required: [] },
      outputSchema: { type: 'array', items: petNow },
    },
    {
      name: 'addPet',
      inputSchema: { properties: petNow.properties, required: ['name'] },
      outputSchema: { properties: { status: { const: 201 } } },
      exceptions: [{ name: 'NotFoundException', description: 'None such' }],
    },
    {
      name: 'setPhoto',
      inputSchema: {
        properties: { id: text, photo: { type: 'string', contentEncoding: 'base64' }, note: text },
        required: ['id', 'photo'],
      },
      _meta: { openapi: { mediaType: 'multipart/form-data', parameters: { photo: { in: 'body' } } } },
    },
  ]);
  expect(Object.keys(toolkits[0]?.tools[0]?.inputSchema.properties as JsonObject)).toEqual(['limit']);
});
