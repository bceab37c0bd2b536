import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadBenchmark, loadSources } from '../../packages/toolemu/src/benchmark/index.ts';
import type { Case, Collection, JsonObject, Toolkit } from '../../packages/toolemu/src/contract/index.ts';
import { checkFiles, loadRunnable, prepareRun } from '../../packages/toolemu/src/run/index.ts';
import { readCase } from '../../packages/toolemu/src/server/playground/read-case.ts';
import { caseIssues } from '../../packages/toolemu/src/server/library/case-issues.ts';
import { openLibrary } from '../../packages/toolemu/src/server/library/library.ts';
import { loadGenerationLibrary } from '../../packages/toolemu/src/cli/commands/generate/drafting/generation-library.ts';
import { knownBeside } from '../../packages/toolemu/src/cli/commands/review/review-folder.ts';
import { readSituation } from '../../packages/toolemu/src/testing/vitest/situation.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parcels = fileURLToPath(new URL('../fixtures/parcels/', import.meta.url));

const config = prepareRun({
  agents: ['careful'],
  emulator: 'offline',
  evaluators: ['checks'],
  epochs: 1,
  maxSteps: 30,
  seed: 0,
});

/** A project with cases and a toolkit that has the name of a built-in one and other tools. */
async function projectNamed(name: string, change: (toolkit: Toolkit) => void = () => {}) {
  const folder = await temporaryFolder();
  for (const part of ['toolkits', 'cases']) mkdirSync(folder.file(part));
  const toolkit = JSON.parse(readFileSync(`${parcels}parcels.toolkit.json`, 'utf8')) as Toolkit;
  const own = { ...toolkit, name };
  change(own);
  writeFileSync(folder.file('toolkits/own.json'), JSON.stringify(own));
  for (const file of readdirSync(parcels).filter((one) => one.endsWith('.case.json'))) {
    const value = JSON.parse(readFileSync(`${parcels}${file}`, 'utf8')) as { toolkits?: string[] };
    writeFileSync(
      folder.file(`cases/${file}`),
      JSON.stringify(value.toolkits === undefined ? value : { ...value, toolkits: [name] }),
    );
  }
  const [toolkits, cases] = [folder.file('toolkits'), folder.file('cases')];
  return { folder, toolkits, cases, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** The tools of a toolkit, and the ids of its cases. */
function under(
  name: string,
  { toolkits, cases }: { toolkits: readonly Toolkit[]; cases: readonly { id: string; toolkits: readonly string[] }[] },
) {
  return {
    tools: toolkits.filter((one) => one.name === name).map(({ tools }) => tools[0]?.name),
    cases: cases.filter((one) => one.toolkits.includes(name)).map(({ id }) => id),
  };
}

const ofOwn = { tools: ['ParcelsSearch'], cases: ['send-to-kim', 'send-to-kim-twin'] };

describe.each(['Shop', 'Terminal', 'Mail'])('an own toolkit with the name %s of a built-in one', (name) => {
  it('is checked in the same way alone and with its cases', async () => {
    await using own = await projectNamed(name);
    expect((await checkFiles([own.toolkits])).issues).toEqual([]);
    expect((await checkFiles([own.toolkits, own.cases])).issues).toEqual([]);
  });

  it('replaces the built-in one, and skips the cases for that one', async () => {
    await using own = await projectNamed(name);
    const loaded = await loadBenchmark({ toolkits: [own.toolkits] });
    expect(under(name, loaded)).toEqual({ ...ofOwn, cases: [] });
    expect(loaded.unfit.length).toBeGreaterThan(0);
    expect(loaded.cases.length + loaded.unfit.length).toBe((await loadBenchmark({})).cases.length);
    expect(loaded.notes).toEqual([
      expect.stringMatching(new RegExp(`skipped: \\d+ built-in cases? about other toolkits named ${name}$`)),
    ]);
    const both = await loadBenchmark({ toolkits: [own.toolkits], cases: [own.cases] });
    expect(under(name, both)).toEqual(ofOwn);
    expect(both.notes).toEqual([]);
  });

  it('is played with its own cases and beside the built-in ones', async () => {
    await using own = await projectNamed(name);
    const selection = { seed: 0 };
    const load = { toolkits: [own.toolkits], cases: [own.cases] };
    expect(under(name, await loadRunnable({ config, load, selection }))).toEqual(ofOwn);
    const beside = await loadRunnable({ config, load: { toolkits: [own.toolkits] }, selection });
    expect(under(name, beside).cases).toEqual([]);
    const instructed = await loadRunnable({
      config: { ...config, emulator: { kind: 'standard', model: null }, agents: [] },
      load: { toolkits: [own.toolkits], instruction: 'Send Kim her parcel.' },
      selection,
    });
    expect(under(name, instructed)).toEqual({ tools: ofOwn.tools, cases: [expect.any(String)] });
  });

  it('reports why a built-in case that is requested by its id cannot be played', async () => {
    await using own = await projectNamed(name);
    const [unfit] = (await loadBenchmark({ toolkits: [own.toolkits] })).unfit;
    const asked = { config, load: { toolkits: [own.toolkits] }, selection: { seed: 0, select: [unfit?.id ?? ''] } };
    await expect(loadRunnable(asked)).rejects.toThrow(new RegExp(`case ${unfit?.id}, .*`));
  });

  it('replaces the built-in one in the library of the web app, for drafts and in a test', async () => {
    await using own = await projectNamed(name);
    const library = await openLibrary(own.folder.path);
    expect(library.issues).toEqual([]);
    expect(under(name, library.known)).toEqual(ofOwn);
    expect(library.cases.map(({ value }) => value.id)).toEqual(library.known.cases.map(({ id }) => id));
    const read = readCase({ case: { id: 'send-to-kim' }, toolkits: [] }, library);
    expect([read.issues, read.toolkits.map(({ tools }) => tools[0]?.name)]).toEqual([[], ofOwn.tools]);
    expect(under(name, (await loadGenerationLibrary({ toolkits: [own.toolkits], cases: [own.cases] })).known)).toEqual(
      ofOwn,
    );
    expect(under(name, await knownBeside({ drafts: '', into: own.folder.path, beside: [] }))).toEqual(ofOwn);
    const file = path.join(own.toolkits, 'own.json');
    for (const request of [
      { case: path.join(own.cases, 'send-to-kim.case.json'), toolkits: [file] },
      { instruction: 'Send Kim her parcel.', toolkits: [file] },
    ]) {
      const { toolkits } = await readSituation(request, own.folder.path);
      expect(toolkits.map(({ name: of, tools }) => [of, tools[0]?.name])).toEqual([[name, 'ParcelsSearch']]);
    }
  });
});

describe('an own toolkit with the same tools as the built-in one', () => {
  it('is played with the built-in cases', async () => {
    await using folder = await temporaryFolder();
    const builtin = await loadBenchmark({});
    const shop = builtin.toolkits.find(({ name }) => name === 'Shop');
    writeFileSync(folder.file('shop.json'), JSON.stringify({ ...shop, description: 'A shop, in other words.' }));
    const loaded = await loadBenchmark({ toolkits: [folder.path] });
    expect(loaded.unfit).toEqual([]);
    expect(loaded.cases.map(({ id }) => id)).toEqual(builtin.cases.map(({ id }) => id));
    expect(loaded.toolkits.find(({ name }) => name === 'Shop')?.description).toBe('A shop, in other words.');
    expect((await checkFiles([folder.path])).issues).toEqual([]);
  });
});

describe('an own toolkit with a collection name of the built-in toolkit that it replaces', () => {
  it('has its own records', async () => {
    await using own = await projectNamed('Shop', (toolkit) => {
      const text = JSON.stringify(toolkit)
        .replace('"collections":{"parcels"', '"collections":{"shopProducts"')
        .replaceAll(/"(find|create|update|delete)":"parcels"/g, '"$1":"shopProducts"');
      Object.assign(toolkit, JSON.parse(text));
    });
    expect(Object.keys((await loadBenchmark({ toolkits: [own.toolkits] })).toolkits[0]?.collections ?? {})).toEqual([
      'shopProducts',
    ]);
    expect((await checkFiles([own.toolkits])).issues).toEqual([]);
  });
});

describe('an own toolkit with a collection that a built-in toolkit of the same case has too', () => {
  /** A toolkit with files, like Mail, and a case with both toolkits in an order. */
  async function project(files: (ofMail: Collection) => Collection, record: JsonObject, order: readonly string[]) {
    const { toolkits } = await loadBenchmark({});
    const ofMail = toolkits.find(({ name }) => name === 'Mail')!.collections.files!;
    const own = await projectNamed('Parcels', (toolkit) => {
      toolkit.collections.files = files(ofMail);
    });
    const file = path.join(own.cases, 'send-to-kim.case.json');
    const value = JSON.parse(readFileSync(file, 'utf8')) as Case;
    value.toolkits = [...order];
    value.world!.collections.files = [record];
    writeFileSync(file, JSON.stringify(value));
    return own;
  }

  const record = { path: '/kim.txt', content: 'Kim', modifiedAt: '2026-03-01T09:00:00+01:00', sharedWith: [], size: 3 };

  it.each([[['Parcels', 'Mail']], [['Mail', 'Parcels']]])(
    'shares one world with it, with its own declaration: %s',
    async (order) => {
      const withSize = (ofMail: Collection): Collection => {
        const properties = { ...(ofMail.schema.properties as JsonObject), size: { type: 'integer' } };
        return { ...ofMail, schema: { ...ofMail.schema, properties } };
      };
      await using own = await project(withSize, record, order);
      expect((await checkFiles([own.toolkits, own.cases])).issues).toEqual([]);
      const load = { toolkits: [own.toolkits], cases: [own.cases] };
      const { toolkits } = await loadRunnable({ config, load, selection: { seed: 0 } });
      const [one, other] = order.map((name) => toolkits.find((toolkit) => toolkit.name === name)?.collections.files);
      expect([one, one?.schema.properties]).toEqual([other, expect.objectContaining({ size: { type: 'integer' } })]);
      const library = await openLibrary(own.folder.path);
      expect(readCase({ case: { id: 'send-to-kim' }, toolkits: [] }, library).issues).toEqual([]);
      const kept = library.cases.find(({ value }) => value.id === 'send-to-kim')!;
      expect(await caseIssues(kept, library)).toEqual([]);
      const request = { case: path.join(own.cases, 'send-to-kim.case.json'), toolkits: [own.toolkits] };
      expect((await readSituation(request, own.folder.path)).toolkits.map(({ name }) => name)).toEqual(order);
      const mail = (await loadBenchmark({})).toolkits.find(({ name }) => name === 'Mail');
      expect(Object.keys(mail?.collections.files?.schema.properties as object)).not.toContain('size');
    },
  );

  it('is an error if the built-in tools cannot work with it', async () => {
    const other = (): Collection => ({ key: 'no', schema: { type: 'object', properties: { no: { type: 'string' } } } });
    await using own = await project(other, { no: '1' }, ['Parcels', 'Mail']);
    const { issues } = await checkFiles([own.toolkits, own.cases]);
    expect(issues).toContainEqual(
      expect.objectContaining({ path: '$.toolkits', message: 'Parcels and Mail declare "files" differently' }),
    );
  });
});

describe('two own toolkits with the same name', () => {
  const message = expect.stringContaining('the toolkit "Shop" is in ') as string;

  it('are an error in every option', async () => {
    await using own = await projectNamed('Shop');
    const [one, other] = [path.join(own.toolkits, 'own.json'), path.join(own.toolkits, 'other.json')];
    const text = readFileSync(one, 'utf8');
    writeFileSync(other, text);
    const issue = expect.objectContaining({ message }) as object;
    expect((await checkFiles([own.toolkits])).issues).toEqual([issue]);
    expect((await checkFiles([own.toolkits, own.cases])).issues).toEqual([issue]);
    expect((await loadSources([one, other])).issues).toEqual([issue]);
    expect((await openLibrary(own.folder.path)).issues).toEqual([issue]);
    const load = { toolkits: [own.toolkits], cases: [own.cases] };
    await expect(loadBenchmark(load)).rejects.toThrow('is in');
    await expect(
      loadRunnable({ config, load: { toolkits: [own.toolkits], instruction: 'Send it.' }, selection: { seed: 0 } }),
    ).rejects.toThrow('the toolkit "Shop" is in');
    await expect(loadGenerationLibrary({ toolkits: [own.toolkits] })).rejects.toThrow('the toolkit "Shop" is in');
    const toolkit = JSON.parse(text) as Toolkit;
    await expect(readSituation({ instruction: 'Send it.', toolkits: [toolkit, one] }, own.folder.path)).rejects.toThrow(
      'the toolkit "Shop" is in',
    );
    const library = await openLibrary(own.folder.path);
    const given = { case: { id: 'send-to-kim' }, toolkits: [JSON.parse(text), JSON.parse(text)] };
    expect(readCase(given, library).issues).toEqual([issue]);
  });
});
