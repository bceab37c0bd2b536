import { mkdirSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Draft, DraftKind } from '../contract/index.ts';
import { caseValue, draftOf } from './__fixtures__/drafts.ts';
import { draftFile, findDraft, freeDraftId, listDrafts, writeDraft } from './drafts.ts';

describe('the drafts of a folder', () => {
  it('are those that were written, toolkits first, each in the order of their ids', async () => {
    await using folder = await temporaryFolder();
    const drafts = [draftOf('case', 'b'), draftOf('case', 'a', { value: caseValue('a') }), draftOf('toolkit', 'z')];
    for (const draft of drafts) writeDraft(folder.path, draft);
    expect(listDrafts(folder.path)).toEqual({ drafts: [drafts[2], drafts[1], drafts[0]], issues: [] });
    expect(findDraft(folder.path, 'case', 'a')).toEqual(drafts[1]);
    expect(await readdir(folder.file('cases'))).toEqual(['a.draft.json', 'b.draft.json']);
  });

  it('are none where there is no folder', () => {
    expect(listDrafts('/nowhere/at/all')).toEqual({ drafts: [], issues: [] });
    expect(findDraft('/nowhere/at/all', 'case', 'a')).toBeUndefined();
  });

  it('are replaced when they are written again, and leave nothing beside them', async () => {
    await using folder = await temporaryFolder();
    writeDraft(folder.path, draftOf('case', 'a'));
    writeDraft(folder.path, draftOf('case', 'a', { state: 'dropped', reason: 'no use' }));
    expect(listDrafts(folder.path).drafts.map(({ reason }) => reason)).toEqual(['no use']);
    expect(await readdir(folder.file('cases'))).toEqual(['a.draft.json']);
  });

  it('may have been saved by an editor that writes a mark first', async () => {
    await using folder = await folderWith('case', 'a', (text) => `\uFEFF${text}`);
    expect(listDrafts(folder.path)).toMatchObject({ drafts: [{ id: 'a' }], issues: [] });
  });
});

describe('a free id for a draft', () => {
  it('has a number where the name is taken, by a draft of the same sort', async () => {
    await using folder = await temporaryFolder();
    const take = (kind: DraftKind): string => {
      const id = freeDraftId(folder.path, kind, 'notes');
      writeDraft(folder.path, draftOf(kind, id));
      return id;
    };
    expect([take('case'), take('case'), take('case'), take('toolkit')]).toEqual([
      'notes',
      'notes-2',
      'notes-3',
      'notes',
    ]);
    expect(listDrafts(folder.path).issues).toEqual([]);
  });
});

describe('a damaged draft', () => {
  it.each<{ what: string; damage: (text: string) => string; path: string; message: RegExp }>([
    { what: 'is cut off', damage: (text) => text.slice(0, 90), path: '$', message: /^cannot be read: / },
    { what: 'is empty', damage: () => '', path: '$', message: /^cannot be read: / },
    {
      what: 'has a state that there is not',
      damage: (text) => text.replace('"ready"', '"redy"'),
      path: '$.state',
      message: /must be "planned", "ready"/,
    },
    {
      what: 'has a property that nothing knows',
      damage: (text) => text.replace('"state"', '"sate": 1, "state"'),
      path: '$.sate',
      message: /unknown property "sate"/,
    },
    {
      what: 'is named otherwise than its file',
      damage: (text) => text.replace('"id": "a"', '"id": "b"'),
      path: '$.id',
      message: /is "b", and the file is named for "a"/,
    },
    {
      what: 'would be a file elsewhere',
      damage: (text) => text.replace('"id": "a"', '"id": "../a"'),
      path: '$.id',
      message: /must be letters/,
    },
    {
      what: 'has exchanges of another shape',
      damage: (text) => text.replace('"exchanges": []', '"exchanges": [{ "key": 1 }]'),
      path: '$.exchanges[0].key',
      message: /must be a text/,
    },
  ])('that $what is named with its file, the place and a remedy', async ({ damage, path: place, message }) => {
    await using folder = await folderWith('case', 'a', damage);
    const { drafts, issues } = listDrafts(folder.path);
    expect(drafts).toEqual([]);
    const found = issues.find((issue) => issue.path === place);
    expect(found).toMatchObject({ file: folder.file('cases/a.draft.json'), remedy: expect.stringMatching(/\w/) });
    expect(found?.message).toMatch(message);
    expect(findDraft(folder.path, 'case', 'a')).toBeUndefined();
  });

  it('does not hide the others, and stays as it is', async () => {
    await using folder = await folderWith('case', 'a', () => '{');
    writeDraft(folder.path, draftOf('case', 'b'));
    expect(listDrafts(folder.path)).toMatchObject({ drafts: [{ id: 'b' }], issues: [{ path: '$' }] });
    expect(await readFile(draftFile(folder.path, 'case', 'a'), 'utf8')).toBe('{');
  });

  it('among those of another sort is told to be there', async () => {
    await using folder = await temporaryFolder({ 'toolkits/a.draft.json': JSON.stringify(draftOf('case', 'a')) });
    expect(listDrafts(folder.path)).toMatchObject({
      drafts: [],
      issues: [{ path: '$.request.kind', message: 'is "case", and the file is among those of toolkits' }],
    });
  });

  it('may be a folder', async () => {
    await using folder = await temporaryFolder();
    mkdirSync(folder.file('cases/a.draft.json'), { recursive: true });
    expect(listDrafts(folder.path).issues).toMatchObject([{ file: folder.file('cases/a.draft.json'), path: '$' }]);
  });
});

async function folderWith(
  kind: DraftKind,
  id: string,
  damage: (text: string) => string,
): Promise<Awaited<ReturnType<typeof temporaryFolder>>> {
  const folder = await temporaryFolder();
  const draft: Draft = draftOf(kind, id);
  writeDraft(folder.path, draft);
  const file = path.join(draftFile(folder.path, kind, id));
  await writeFile(file, damage(await readFile(file, 'utf8')));
  return folder;
}
