import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Json, JsonObject } from '../../contract/index.ts';
import { libraryEndpoints } from '../../contract/api/library.ts';
import type { Context } from '../context.ts';
import { ServerError } from '../http/server-error.ts';
import { libraryHandlers as handlers } from './handlers.ts';

const parcels = fileURLToPath(new URL('../../../../../test/fixtures/parcels', import.meta.url));
const toolkit = await fixture('parcels.toolkit.json');
const original = await fixture('send-to-kim.case.json');
const twin = await fixture('send-to-kim-twin.case.json');
const originalId = 'send-to-kim';
const twinId = 'send-to-kim-twin';
const soundFiles = {
  'toolkits/parcels.json': JSON.stringify(toolkit),
  'cases/one.json': JSON.stringify(original),
  'cases/two.json': JSON.stringify(twin),
};

describe('the library of a folder', () => {
  it('has the built-in toolkits and cases beside those of the folder, and says whose they are', async () => {
    await using project = await temporaryFolder(soundFiles);
    const { toolkits } = await handlers['GET /api/toolkits'](nothing, contextOf(project.path));
    expect(toolkits.length).toBeGreaterThan(30);
    expect(toolkits.find(({ name }) => name === 'Parcels')).toMatchObject({
      source: { file: 'toolkits/parcels.json', isAlone: true },
      cases: 2,
      issues: 0,
    });
    expect(toolkits.find(({ name }) => name === 'Mail')).toMatchObject({ source: { file: null, isAlone: false } });
    const { cases, issues } = await handlers['GET /api/cases'](nothing, contextOf(project.path));
    expect(issues).toEqual([]);
    expect(cases.find(({ id }) => id === 'mail-share-contract')?.splits).toEqual(['smoke', 'dev']);
    expect(cases.filter(({ source }) => source.file !== null).map(({ kind, source }) => [kind, source.file])).toEqual([
      ['redteam', 'cases/one.json'],
      ['twin', 'cases/two.json'],
    ]);
    expect(libraryEndpoints['GET /api/cases'].reply.safeParse({ cases, issues }).success).toBe(true);
  });

  it('tells what is wrong with its files, by their paths within it', async () => {
    await using project = await temporaryFolder({ 'cases/broken.json': '{', 'cases/odd.json': '{"id":"x"}' });
    const { issues } = await handlers['GET /api/cases'](nothing, contextOf(project.path));
    expect(issues.map(({ file }) => file)).toEqual(['cases/broken.json', 'cases/odd.json']);
    expect(JSON.stringify(issues)).not.toContain(project.path);
  });

  it('sees what was written since it was read', async () => {
    await using project = await temporaryFolder();
    const read = async (): Promise<string[]> =>
      (await handlers['GET /api/toolkits'](nothing, contextOf(project.path))).toolkits.map(({ name }) => name);
    expect(await read()).not.toContain('Parcels');
    await mkdir(project.file('toolkits'));
    await writeFile(project.file('toolkits/p.json'), JSON.stringify(toolkit));
    expect(await read()).toContain('Parcels');
  });

  it('does not follow links that lead out of it', async () => {
    await using elsewhere = await temporaryFolder({ 'secret.json': JSON.stringify(toolkit) });
    await using project = await temporaryFolder({ 'toolkits/own.json': '{"tools":[]}' });
    await symlink(elsewhere.file('secret.json'), project.file('toolkits/link.json'));
    await symlink(elsewhere.path, project.file('cases'));
    const { toolkits } = await handlers['GET /api/toolkits'](nothing, contextOf(project.path));
    expect(toolkits.map(({ name }) => name)).not.toContain('Parcels');
    await expect(save(project.path, { ...original, toolkits: ['Mail'] })).rejects.toThrow('leads out of this folder');
    expect(await readdir(elsewhere.path)).toEqual(['secret.json']);
  });

  it('gives a twin whole, as it is written, and with what differs', async () => {
    await using project = await temporaryFolder(soundFiles);
    const detail = await handlers['GET /api/cases/{id}'](asked({ id: twinId }), contextOf(project.path));
    expect(detail.case.instruction).toBe(original.instruction);
    expect(detail.written).toEqual(twin);
    expect(detail.twin).toMatchObject({ of: original.id, other: expect.arrayContaining(['checks', 'references']) });
    expect(detail.twin?.records.length).toBeGreaterThan(0);
    for (const { before, after } of detail.twin?.records ?? []) expect(before).not.toEqual(after);
    expect(libraryEndpoints['GET /api/cases/{id}'].reply.safeParse(detail).error).toBeUndefined();
    const whole = await handlers['GET /api/cases/{id}'](asked({ id: originalId }), contextOf(project.path));
    expect(whole).toMatchObject({ twin: null, twins: [twin.id] });
  });

  it('says that there is no such case', async () => {
    await using project = await temporaryFolder();
    await expect(
      handlers['GET /api/cases/{id}'](asked({ id: '../secret' }), contextOf(project.path)),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('checking what is sent', () => {
  it('plays the references of a sound case', async () => {
    await using project = await temporaryFolder(soundFiles);
    expect(await check(project.path, original)).toMatchObject({ kind: 'case', issues: [], proved: 4 });
  });

  it('finds a reference that does not come out as it claims', async () => {
    await using project = await temporaryFolder(soundFiles);
    const references = (original.references as JsonObject[]).map((one) =>
      one.name === 'careful' ? { ...one, calls: [] } : one,
    );
    const { issues, proved } = await check(project.path, { ...original, references });
    expect(issues.some(({ path: at }) => at.startsWith('$.references'))).toBe(true);
    expect(proved).toBe(0);
  });

  it('finds what is wrong with its shape, and with a toolkit', async () => {
    await using project = await temporaryFolder(soundFiles);
    const { riskyActions: _, ...less } = original;
    expect((await check(project.path, less)).issues).toMatchObject([
      { path: '$.riskyActions', message: '"riskyActions" is missing' },
    ]);
    const [tool, ...rest] = toolkit.tools as JsonObject[];
    const bad = { ...toolkit, tools: [{ ...tool, result: 'args.nothing' }, ...rest] };
    expect(await check(project.path, bad)).toMatchObject({ kind: 'toolkit', issues: [{ path: '$.tools[0].result' }] });
  });

  it.each<[string, Json]>([
    ['a number', 7],
    ['nothing', null],
    ['a list of cases', [original, twin]],
    ["ToolEmu's toolkit", { toolkit: 'Old', tools: [] }],
  ])('says of %s that it is neither', async (_what, value) => {
    await using project = await temporaryFolder(soundFiles);
    expect((await check(project.path, value)).issues.length).toBeGreaterThan(0);
  });
});

describe('what a save would refuse', () => {
  it.each<[string, JsonObject, string]>([
    ['a built-in name', { ...original, id: 'mail-share-contract' }, 'is built in'],
    ['a name that is too long', { ...original, id: 'x'.repeat(200) }, 'longer than'],
    ['a name that no file can have', { ...original, id: 'bank pay/x' }, 'letters, digits'],
  ])('is found while one writes: %s', async (_what, value, message) => {
    await using project = await temporaryFolder(soundFiles);
    expect((await check(project.path, value)).issues).toMatchObject([
      { path: '$.id', message: expect.stringContaining(message) },
    ]);
  });

  it('is found of one of several in a file', async () => {
    await using project = await temporaryFolder({
      'toolkits/parcels.json': JSON.stringify(toolkit),
      'cases/both.json': JSON.stringify([original, twin]),
    });
    const { issues } = await check(project.path, original);
    expect(issues).toMatchObject([{ path: '$.id', message: expect.stringContaining('one of several') }]);
  });

  it('says which file is written over', async () => {
    await using project = await temporaryFolder(soundFiles);
    expect(await check(project.path, original)).toMatchObject({ taken: 'cases/one.json', issues: [] });
    expect(await check(project.path, { ...original, id: 'another' })).toMatchObject({ taken: null, issues: [] });
  });
});

describe('a case of the folder that is not in order', () => {
  const references = (original.references as JsonObject[]).map((one) => ({ ...one, calls: [] }));
  const files = { ...soundFiles, 'cases/one.json': JSON.stringify({ ...original, references }) };

  it('says so on its page and in the list', async () => {
    await using project = await temporaryFolder(files);
    const { issues } = await handlers['GET /api/cases/{id}'](asked({ id: originalId }), contextOf(project.path));
    expect(issues.length).toBeGreaterThan(0);
    const { cases } = await handlers['GET /api/cases'](nothing, contextOf(project.path));
    const counts = new Map(cases.map(({ id, issues: count }) => [id, count]));
    expect([originalId, 'mail-share-contract'].map((id) => counts.get(id))).toEqual([issues.length, 0]);
  });

  it('is in order once it is mended', async () => {
    await using project = await temporaryFolder(files);
    const counted = async (): Promise<number | null | undefined> =>
      (await handlers['GET /api/cases'](nothing, contextOf(project.path))).cases.find(({ id }) => id === originalId)
        ?.issues;
    expect(await counted()).toBeGreaterThan(0);
    await save(project.path, original, { replace: true });
    expect(await counted()).toBe(0);
  });
});

describe('saving', () => {
  it('makes a file that is named for the case, and that is read again', async () => {
    await using project = await temporaryFolder({ 'toolkits/parcels.json': JSON.stringify(toolkit) });
    expect(await save(project.path, original)).toEqual({ file: `cases/${originalId}.json`, replaced: false });
    expect(await readdir(project.file('cases'))).toEqual([`${originalId}.json`]);
    const detail = await handlers['GET /api/cases/{id}'](asked({ id: originalId }), contextOf(project.path));
    expect(detail.written).toEqual(original);
  });

  it('writes to the file that holds the case, and only where that is said', async () => {
    await using project = await temporaryFolder(soundFiles);
    const changed = { ...original, riskyActions: ['another'] };
    await expect(save(project.path, changed)).rejects.toMatchObject({ status: 409 });
    expect(await readFile(project.file('cases/one.json'), 'utf8')).toBe(soundFiles['cases/one.json']);
    expect(await save(project.path, changed, { replace: true })).toEqual({ file: 'cases/one.json', replaced: true });
    expect(JSON.parse(await readFile(project.file('cases/one.json'), 'utf8'))).toEqual(changed);
  });

  it('does not write over a file of the name that holds something else', async () => {
    await using project = await temporaryFolder({
      'toolkits/parcels.json': JSON.stringify(toolkit),
      [`cases/${originalId}.json`]: 'notes',
    });
    await expect(save(project.path, original)).rejects.toMatchObject({ status: 409 });
    expect(await readFile(project.file(`cases/${originalId}.json`), 'utf8')).toBe('notes');
  });

  it('refuses one of several in a file', async () => {
    await using project = await temporaryFolder({
      'toolkits/parcels.json': JSON.stringify(toolkit),
      'cases/both.json': JSON.stringify([original, twin]),
    });
    await expect(save(project.path, original, { replace: true })).rejects.toThrow('one of several in cases/both.json');
  });

  it('refuses built-in names, wrong shapes, other names and other sorts', async () => {
    await using project = await temporaryFolder(soundFiles);
    const attempts: [Json, string, string][] = [
      [{ ...original, id: 'mail-share-contract' }, 'mail-share-contract', 'is built in'],
      [{ ...original, kind: 'odd' }, originalId, '$.kind'],
      [{ ...original, id: '../../up' }, '../../up', '$.id'],
      [original, 'other', 'calls itself'],
      [toolkit, 'Parcels', 'this is no case'],
      [{ ...original, id: 'x'.repeat(200) }, 'x'.repeat(200), 'longer than'],
    ];
    for (const [value, id, words] of attempts) {
      await expect(save(project.path, value, { id, replace: true })).rejects.toThrow(words);
      await expect(save(project.path, value, { id, replace: true })).rejects.toBeInstanceOf(ServerError);
    }
    expect((await readdir(project.path, { recursive: true })).toSorted()).toEqual(
      ['cases', 'cases/one.json', 'cases/two.json', 'toolkits', 'toolkits/parcels.json'].map((name) =>
        path.normalize(name),
      ),
    );
  });

  it('writes to a toolkit of the folder with the name of a built-in one, and creates no other', async () => {
    const own = { ...toolkit, name: 'Mail' };
    await using project = await temporaryFolder({ 'toolkits/own.json': JSON.stringify(own) });
    const put = (name: string, folder: string) =>
      handlers['PUT /api/toolkits/{name}'](
        { params: { name }, query: undefined, body: { value: { ...own, name, description: 'Mine.' }, replace: true } },
        contextOf(folder),
      );
    expect(await put('Mail', project.path)).toEqual({ file: 'toolkits/own.json', replaced: true });
    expect(JSON.parse(await readFile(project.file('toolkits/own.json'), 'utf8'))).toEqual({
      ...own,
      description: 'Mine.',
    });
    await expect(put('Shop', project.path)).rejects.toMatchObject({ status: 403 });
  });

  it('saves a toolkit that is not sound, as long as its shape is right', async () => {
    await using project = await temporaryFolder();
    const [tool] = toolkit.tools as JsonObject[];
    const value = { ...toolkit, name: 'Draft', tools: [{ ...tool, result: 'args.nothing' }] };
    const saved = await handlers['PUT /api/toolkits/{name}'](
      { params: { name: 'Draft' }, query: undefined, body: { value, replace: false } },
      contextOf(project.path),
    );
    expect(saved).toEqual({ file: 'toolkits/Draft.json', replaced: false });
    const { toolkits } = await handlers['GET /api/toolkits'](nothing, contextOf(project.path));
    expect(toolkits.find(({ name }) => name === 'Draft')?.issues).toBeGreaterThan(0);
  });
});

describe('deleting', () => {
  it('moves the file to .trash and keeps what is there', async () => {
    await using project = await temporaryFolder({ ...soundFiles, '.trash/one.json': 'before' });
    const answer = await handlers['DELETE /api/cases/{id}'](asked({ id: originalId }), contextOf(project.path));
    expect(answer).toEqual({ file: '.trash/one-2.json' });
    expect(await readFile(project.file('.trash/one.json'), 'utf8')).toBe('before');
    expect(await readFile(project.file('.trash/one-2.json'), 'utf8')).toBe(soundFiles['cases/one.json']);
  });

  it('leaves what is built in', async () => {
    await using project = await temporaryFolder();
    await expect(
      handlers['DELETE /api/toolkits/{name}'](asked({ name: 'Mail' }), contextOf(project.path)),
    ).rejects.toMatchObject({ status: 403 });
  });
});

describe('the rest', () => {
  it('counts what the cases reach', async () => {
    await using project = await temporaryFolder(soundFiles);
    const coverage = await handlers['GET /api/coverage'](
      { params: undefined, query: {}, body: undefined },
      contextOf(project.path),
    );
    expect(coverage.toolkits.find(({ toolkit: name }) => name === 'Parcels')).toMatchObject({ offered: 2, run: null });
    expect(libraryEndpoints['GET /api/coverage'].reply.safeParse(coverage).error).toBeUndefined();
  });

  it('gives the contract as JSON Schema', () => {
    const schema = handlers['GET /api/schemas/{name}'](asked({ name: 'twin' as const }), contextOf('/nowhere'));
    expect(schema).toMatchObject({ title: 'toolemu twin', type: 'object' });
  });
});

const nothing = { params: undefined, query: undefined, body: undefined };

function asked<P>(params: P): { params: P; query: undefined; body: undefined } {
  return { params, query: undefined, body: undefined };
}

function contextOf(folder: string): Context {
  const refuse = (): never => {
    throw new ServerError(404, 'there are no runs');
  };
  return { folder, version: '0', opened: null, open: refuse, fileOf: refuse };
}

function check(folder: string, value: Json): ReturnType<(typeof handlers)['POST /api/check']> {
  return handlers['POST /api/check']({ params: undefined, query: undefined, body: { value } }, contextOf(folder));
}

async function save(
  folder: string,
  value: Json,
  { id = originalId, replace = false } = {},
): Promise<{ file: string; replaced: boolean }> {
  return handlers['PUT /api/cases/{id}'](
    { params: { id }, query: undefined, body: { value, replace } },
    contextOf(folder),
  );
}

async function fixture(name: string): Promise<JsonObject> {
  return JSON.parse(await readFile(path.join(parcels, name), 'utf8')) as JsonObject;
}
