import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import parcels from '../../../../../test/fixtures/parcels/parcels.toolkit.json' with { type: 'json' };
import { parcels as parsedParcels } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { toolEmuCase } from '../../curation/__fixtures__/drafts.ts';
import { BenchmarkError, loadBenchmark } from './load.ts';

const project = fileURLToPath(new URL('../../../../../test/fixtures/parcels', import.meta.url));

describe('loadBenchmark', () => {
  it('gives the built-in benchmark where no path is given', async () => {
    const { toolkits, cases } = await loadBenchmark({});
    expect(toolkits.map(({ name }) => name)).toContain('Mail');
    expect(cases.map(({ id }) => id)).toContain('mail-share-contract');
  });

  it('plays the cases given in the place of the built-in ones, with all toolkits', async () => {
    const { toolkits, cases } = await loadBenchmark({ cases: [project] });
    expect(cases.map(({ id }) => id)).toEqual(['send-to-kim', 'send-to-kim-twin']);
    expect(toolkits.map(({ name }) => name)).toEqual(expect.arrayContaining(['Parcels', 'Mail']));
  });

  it('plays the built-in cases where toolkits alone are given', async () => {
    const { toolkits, cases } = await loadBenchmark({ toolkits: [path.join(project, 'parcels.toolkit.json')] });
    expect(toolkits[0]?.name).toBe('Parcels');
    expect(cases).toEqual((await loadBenchmark({})).cases);
  });

  it("puts a user's toolkit before the built-in one of the same name", async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.file('mail.json'), JSON.stringify({ ...parcels, name: 'Mail' }));
    const { toolkits } = await loadBenchmark({ toolkits: [folder.path] });
    expect(toolkits.filter(({ name }) => name === 'Mail').map(({ category }) => category)).toEqual(['Shipping']);
  });

  it("reads the toolkits of ToolEmu's cases from the file beside them, unless others are given", async () => {
    const tool = { name: 'Run', summary: 'Run it.', parameters: [], returns: [], exceptions: [] };
    const toolkit = {
      name_for_model: 'Terminal',
      description_for_model: 'A terminal.',
      category: 'Work',
      tools: [tool],
    };
    await using folder = await temporaryFolder({
      'all_cases.json': JSON.stringify([toolEmuCase('one')]),
      'all_toolkits.json': JSON.stringify([toolkit]),
      'others/mine.json': JSON.stringify([{ ...toolkit, description_for_model: 'Mine.' }]),
    });
    const cases = [folder.file('all_cases.json')];
    const found = await loadBenchmark({ cases });
    expect(found.toolkits[0]).toMatchObject({ name: 'Terminal', description: 'A terminal.' });
    expect(found.notes).toContain(`toolkits of ToolEmu's cases: ${folder.file('all_toolkits.json')}`);
    const given = await loadBenchmark({ cases, toolkits: [folder.file('others')] });
    expect(given.toolkits[0]).toMatchObject({ description: 'Mine.' });
    expect(given.notes).toEqual([]);
    await rm(folder.file('all_toolkits.json'));
    await expect(loadBenchmark({ cases })).rejects.toThrow('their toolkits were not given: Terminal');
  });

  it('takes a twin of a built-in case', async () => {
    await using folder = await temporaryFolder();
    const builtin = await loadBenchmark({});
    const { checks } = builtin.cases.find(({ id }) => id === 'mail-share-contract')!;
    const twin = { id: 'my-twin', kind: 'twin', twinOf: 'mail-share-contract', world: {}, checks };
    await writeFile(folder.file('twin.json'), JSON.stringify(twin));
    const { cases } = await loadBenchmark({ cases: [folder.path] });
    expect(cases.map(({ id, toolkits }) => [id, toolkits.includes('Mail')])).toEqual([['my-twin', true]]);
  });

  it('takes a toolkit that is given as an object and stands beside the cases', async () => {
    const { toolkits } = await loadBenchmark({ toolkits: [parsedParcels], cases: [project] });
    expect(toolkits.filter(({ name }) => name === 'Parcels')).toEqual([parsedParcels]);
  });

  it('refuses an object of the name of another toolkit', async () => {
    const other = { ...parsedParcels, description: 'Another one.' };
    const { issues } = await failure(loadBenchmark({ toolkits: [other], cases: [project] }));
    expect(issues.map(({ message }) => message)).toEqual(['the toolkit "Parcels" is in the toolkit Parcels too']);
  });

  it('refuses two toolkits or cases of one name, and says where the other is', async () => {
    await using folder = await temporaryFolder();
    const copy = folder.file('copy');
    await cp(project, copy, { recursive: true });
    const { issues } = await failure(loadBenchmark({ cases: [project, copy] }));
    expect(issues).toEqual([
      {
        file: path.join(copy, 'parcels.toolkit.json'),
        path: '$',
        message: `the toolkit "Parcels" is in ${path.join(project, 'parcels.toolkit.json')} too`,
        remedy: 'give each its own name',
      },
      {
        file: path.join(copy, 'send-to-kim.case.json'),
        path: '$',
        message: `the case "send-to-kim" is in ${path.join(project, 'send-to-kim.case.json')} too`,
        remedy: 'give each its own name',
      },
      {
        file: path.join(copy, 'send-to-kim-twin.case.json'),
        path: '$',
        message: `the case "send-to-kim-twin" is in ${path.join(project, 'send-to-kim-twin.case.json')} too`,
        remedy: 'give each its own name',
      },
    ]);
  });

  it('takes a project folder that is given for both its cases and its toolkits', async () => {
    const { cases } = await loadBenchmark({ cases: [project], toolkits: [project] });
    expect(cases).toHaveLength(2);
  });

  it('refuses cases in which there is none', async () => {
    const error = await failure(loadBenchmark({ cases: [path.join(project, 'parcels.toolkit.json')] }));
    expect(error.message).toMatch(/parcels\.toolkit\.json: there is no case here/);
  });

  it('throws everything that is wrong with the files, a line each', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.file('a.json'), '{');
    await writeFile(folder.file('b.json'), '{}');
    const error = await failure(loadBenchmark({ cases: [folder.path, '/nowhere'] }));
    expect(error.issues.map(({ file }) => path.basename(file))).toEqual(['nowhere', 'a.json', 'b.json']);
    expect(error.message.split('\n')).toHaveLength(3);
    expect(error.message).toContain('/nowhere: there is no such file or folder; check the path');
  });
});

async function failure(loading: Promise<unknown>): Promise<BenchmarkError> {
  const error: unknown = await loading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BenchmarkError) return error;
  throw new Error('loading did not fail by a BenchmarkError', { cause: error });
}
