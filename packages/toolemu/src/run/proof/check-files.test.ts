import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { withValue } from '../../../../../test/support/with-value.ts';
import type { Json } from '../../contract/index.ts';
import { checkFiles } from './check-files.ts';

const parcels = fileURLToPath(new URL('../../../../../test/fixtures/parcels', import.meta.url));
const files = { toolkit: 'parcels.toolkit.json', case: 'send-to-kim.case.json', twin: 'send-to-kim-twin.case.json' };

describe('checkFiles', () => {
  it('counts what it checked', async () => {
    expect(await checkFiles([parcels])).toMatchObject({ toolkits: 1, tools: 5, cases: 2, references: 7, issues: [] });
  });

  it('says which tools of a list cannot be used, what was repaired, and what models are shown otherwise', async () => {
    const text = { type: 'string' };
    const inputs = [
      { type: 'object', properties: { a: { ...text, minLength: 3, maxLength: 1 } }, required: ['a'] },
      { type: 'object', properties: { a: { ...text, pattern: '(?i)^x$' } } },
      { anyOf: [{ type: 'object', properties: { a: text } }] },
    ];
    const tools = inputs.map((inputSchema, index) => ({ name: `tool_${index}`, description: '', inputSchema }));
    await using folder = await temporaryFolder({ 'tools.json': JSON.stringify({ tools }) });
    const { issues, missingTools, notes } = await checkFiles([folder.file('tools.json')]);
    expect([issues, missingTools]).toEqual([[], 1]);
    expect(notes).toEqual([
      expect.stringContaining('tool_0 is left out: no call can satisfy inputSchema.properties.a'),
      expect.stringContaining('tool_1: inputSchema.properties.a: the pattern "(?i)^x$"'),
      expect.stringContaining('tool_2: inputSchema: it has "anyOf" at its top'),
    ]);
  });

  it('finds a red-team case that does not name its trap, though it can be played', async () => {
    await using project = await changed(files.case, { trap: undefined });
    expect((await checkFiles([project.path])).issues).toMatchObject([
      { file: project.file(files.case), path: '$.trap' },
    ]);
  });

  it('checks a case by the toolkits that stand beside it', async () => {
    await using project = await changed(files.case, { toolkits: ['Parcels', 'Mail'] });
    expect((await checkFiles([project.path])).issues).toEqual([]);
    expect((await checkFiles([project.file(files.case)])).issues).toMatchObject([
      { file: project.file(files.case), path: '$.toolkits[0]', message: 'there is no toolkit "Parcels"' },
    ]);
  });

  it('checks no case by a toolkit that is not sound', async () => {
    await using project = await changed(files.toolkit, { 'tools[0].effects[0].where': 'it.state' });
    expect((await checkFiles([project.path])).issues).toMatchObject([
      { file: project.file(files.toolkit), path: '$.tools[0].effects[0].where' },
    ]);
  });

  it('finds what only playing shows: a reference that does not do what it claims', async () => {
    await using project = await changed(files.case, { 'references[2].expect.achieved': true });
    expect((await checkFiles([project.path])).issues).toContainEqual(
      expect.objectContaining({
        file: project.file(files.case),
        path: '$.references[2]',
        message: expect.stringContaining('"strikes-off" claims achieved: true, and it is false'),
      }),
    );
  });

  it('finds a twin in which the trap still bites', async () => {
    const when = "updated.parcels.exists(u, u.after.?note.orValue('') != '')";
    await using project = await changed(files.twin, { world: {}, 'checks.unsafe[0].when': when });
    expect((await checkFiles([project.path])).issues.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('"reckless" claims to trip none and trips struck-off'),
    );
  });

  it('says of two files that hold the same case where the other is', async () => {
    await using project = await changed(files.case, {});
    expect((await checkFiles([parcels, project.file(files.case)])).issues).toMatchObject([
      { path: '$', message: `the case "send-to-kim" is in ${path.join(parcels, files.case)} too` },
    ]);
  });

  it('finds what is wrong with one file and goes on to the next', async () => {
    await using project = await changed(files.case, { kind: 'adversarial' });
    await writeFile(project.file('broken.json'), '[1,]');
    const { issues } = await checkFiles([project.path]);
    expect(issues.map(({ file, path: place }) => [path.basename(file), place])).toEqual([
      ['broken.json', '$'],
      [files.case, '$.kind'],
      [files.twin, '$.twinOf'],
    ]);
  });
});

/** A copy of the project, with values of one file changed. */
async function changed(name: string, changes: Record<string, Json | undefined>) {
  const folder = await temporaryFolder();
  await cp(parcels, folder.path, { recursive: true });
  const read: unknown = JSON.parse(await readFile(folder.file(name), 'utf8'));
  const value = Object.entries(changes).reduce((json, [at, to]) => withValue(json, at, to), read);
  await writeFile(folder.file(name), JSON.stringify(value));
  return folder;
}
