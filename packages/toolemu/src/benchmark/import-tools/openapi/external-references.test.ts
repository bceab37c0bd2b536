import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/index.ts';
import { answer } from './__fixtures__/api.ts';
import { importOpenApi } from './import-openapi.ts';

const asked: string[] = [];
const pages = new Map<string, string>();
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  response.statusCode = pages.has(url) ? 200 : 404;
  response.end(pages.get(url) ?? '');
});
let folder: string;
let address: string;

beforeEach(async () => {
  asked.length = 0;
  pages.clear();
  folder = await mkdtemp(path.join(tmpdir(), 'toolemu-openapi-'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

const documentOf = (paths: JsonObject, openapi = '3.0.3'): string =>
  JSON.stringify({ openapi, info: { title: 'A', version: '1' }, paths });
const refersTo = (place: string): string =>
  documentOf({
    '/a': { get: answer({ properties: { a: { $ref: place } } }) },
    '/b': { get: { parameters: [{ $ref: place }] } },
    '/c': { $ref: place },
  });
const outputs = ({ toolkits }: Awaited<ReturnType<typeof importOpenApi>>): (Json | undefined)[] =>
  toolkits.flatMap(({ tools }) => tools.map(({ outputSchema }) => outputSchema));

describe('references to other documents', () => {
  it.each(['2.0', '3.0', '3.1'])('are not fetched where this is not allowed (%s)', async (version) => {
    pages.set('/shared.json', JSON.stringify({ type: 'string' }));
    await writeFile(path.join(folder, 'shared.json'), '{"type": "string"}');
    const file = path.join(folder, 'api.json');
    for (const place of [
      `${address}/shared.json`,
      `${address}/shared.json#/a`,
      'shared.json',
      `file://${folder}/shared.json`,
    ]) {
      const text =
        version === '2.0'
          ? refersTo(place).replace('"openapi":"3.0.3"', '"swagger":"2.0"')
          : refersTo(place).replace('3.0.3', `${version}.0`);
      const { leftOut, notes, toolkits } = await importOpenApi({ file, text }, {});
      expect(JSON.stringify(toolkits)).not.toContain('"type":"string"');
      expect(leftOut.map(({ name }) => name)).toEqual(['GET /b', '/c']);
      expect(leftOut[0]?.reason).toBe(`the reference "${place}" is outside of the document, and was not fetched`);
      if (version !== '2.0')
        expect(notes).toEqual([expect.stringContaining('was not fetched: any value stands in its place')]);
    }
    expect(asked).toEqual([]);
  });

  it('are followed where it is allowed, over more documents, in JSON and YAML', async () => {
    pages.set(
      '/schemas.yaml',
      'Pet:\n  type: object\n  nullable: true\n  properties:\n    owner: { $ref: "people/owner.json" }\n    self: { $ref: "#/Pet" }',
    );
    pages.set(
      '/people/owner.json',
      JSON.stringify({ type: 'object', properties: { pet: { $ref: '../schemas.yaml#/Pet' } } }),
    );
    const text = documentOf({ '/a': { get: answer({ $ref: `${address}/schemas.yaml#/Pet` }) } });
    const imported = await importOpenApi({ file: 'api.json', text }, { externalReferences: true });
    const Pet = {
      type: ['object', 'null'],
      properties: { owner: { $ref: '#/$defs/owner.json' }, self: { $ref: '#/$defs/Pet' } },
    };
    const owner = { type: 'object', properties: { pet: { $ref: '#/$defs/Pet' } } };
    expect(imported.notes).toEqual([]);
    expect(outputs(imported)).toEqual([{ ...Pet, $defs: { 'owner.json': owner, Pet } }]);
    expect(asked).toEqual(['/schemas.yaml', '/people/owner.json']);
  });

  it('start from the file they stand in', async () => {
    await writeFile(
      path.join(folder, 'shared.yaml'),
      'Name: { type: string }\nPath: { get: { operationId: inShared } }',
    );
    const text = documentOf({
      '/a': { get: answer({ $ref: './shared.yaml#/Name' }) },
      '/b': { $ref: 'shared.yaml#/Path' },
    });
    const file = path.join(folder, 'api.json');
    const { toolkits } = await importOpenApi({ file, text }, { externalReferences: true });
    expect(toolkits[0]?.tools).toMatchObject([{ outputSchema: { type: 'string' } }, { name: 'inShared' }]);
  });

  it('do not read files for a document of the web', async () => {
    await writeFile(path.join(folder, 'secret.json'), '{"type": "string"}');
    const text = documentOf({ '/a': { get: answer({ properties: { a: { $ref: `file://${folder}/secret.json` } } }) } });
    const imported = await importOpenApi({ file: `${address}/api.json`, text }, { externalReferences: true });
    expect(outputs(imported)).toEqual([{ properties: { a: {} } }]);
    expect(imported.notes).toEqual([expect.stringContaining('is a file, which a document of the web does not get')]);
  });

  it.each([
    ['/none.json', '404'],
    ['/broken.json', 'neither JSON nor YAML'],
  ])('that cannot be read are noted (%s)', async (place, problem) => {
    pages.set('/broken.json', '{"a": ');
    const text = documentOf({ '/a': { get: answer({ properties: { a: { $ref: `${address}${place}` } } }) } });
    const imported = await importOpenApi({ file: 'api.json', text }, { externalReferences: true });
    expect(outputs(imported)).toEqual([{ properties: { a: {} } }]);
    expect(imported.notes).toEqual([expect.stringContaining(problem)]);
  });

  it('stop when asked to', async () => {
    const text = refersTo(`${address}/a.json`);
    const stopped = importOpenApi({ file: 'a', text }, { externalReferences: true, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow('aborted');
    expect(asked).toEqual([]);
  });
});
