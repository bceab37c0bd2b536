import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { readDocuments } from './read-documents.ts';

describe('readDocuments', () => {
  it('reads a file as one document, and an array as its items', async () => {
    await using folder = await temporaryFolder({ 'one.json': '{"a": 1}', 'many.json': '[{"b": 1}, 2]' });
    const one = folder.file('one.json');
    const many = folder.file('many.json');
    expect(await readDocuments([one, many])).toEqual({
      documents: [
        { file: one, place: '$', value: { a: 1 } },
        { file: many, place: '$[0]', value: { b: 1 } },
        { file: many, place: '$[1]', value: 2 },
      ],
      issues: [],
    });
  });

  it('reads JSONL by lines, passes over empty ones and goes on after a broken one', async () => {
    await using folder = await temporaryFolder({ 'cases.jsonl': '{"a": 1}\r\n\n{"a": \n{"a": 3}\n' });
    const file = folder.file('cases.jsonl');
    expect(await readDocuments([file])).toEqual({
      documents: [
        { file, place: 'line 1', value: { a: 1 } },
        { file, place: 'line 4', value: { a: 3 } },
      ],
      issues: [
        { file, path: 'line 3', message: expect.stringMatching(/^not JSON: Unexpected end/), remedy: 'mend this line' },
      ],
    });
  });

  it('reads a folder with the folders below, in the order of the names', async () => {
    await using folder = await temporaryFolder({
      'b.json': '2',
      'a/z.jsonl': '1',
      'notes.md': '# not read',
      'node_modules/x.json': 'not read',
    });
    const { documents, issues } = await readDocuments([folder.path]);
    expect(documents.map(({ file, value }) => [path.relative(folder.path, file), value])).toEqual([
      [path.join('a', 'z.jsonl'), 1],
      ['b.json', 2],
    ]);
    expect(issues).toEqual([]);
  });

  it('reads a file once that is named twice', async () => {
    await using folder = await temporaryFolder({ 'a.json': '1', 'b.json': '2' });
    const { documents } = await readDocuments([folder.file('b.json'), folder.path, `${folder.path}/./a.json`]);
    expect(documents.map(({ value }) => value)).toEqual([2, 1]);
  });

  it.each([
    { what: 'an item that is missing', text: '{\n  "a": [1,\n  2,\n  ]\n}', place: 'line 4, column 3' },
    { what: 'a name that is no value', text: '{\n  "a": True\n}', place: 'line 2, column 8' },
    { what: 'a comma too many', text: '{\n  "a": 1,\n}', place: 'line 3, column 1' },
    { what: 'a quotation mark that is missing', text: '{\n  "a": "b\n}', place: 'line 2, column 10' },
    { what: 'an end that is missing', text: '{\n  "a": [1, 2\n', place: 'line 3, column 1' },
    { what: 'text that is not JSON at all', text: 'nonsense', place: 'line 1, column 2' },
  ])('names the place of $what', async ({ text, place }) => {
    await using folder = await temporaryFolder({ 'broken.json': text });
    const file = folder.file('broken.json');
    const { documents, issues } = await readDocuments([file]);
    expect(documents).toEqual([]);
    expect(issues).toEqual([
      {
        file,
        path: '$',
        message: expect.stringMatching(`^not JSON \\(${place}\\): `),
        remedy: 'mend the syntax at that place',
      },
    ]);
  });

  it('reads a file that begins with a byte order mark', async () => {
    await using folder = await temporaryFolder({
      'bom.json': '\uFEFF{"a": 1}',
      'bom.jsonl': '\uFEFF{"a": 2}\n{"a": 3}',
    });
    const { documents, issues } = await readDocuments([folder.path]);
    expect([documents.map(({ value }) => value), issues]).toEqual([[{ a: 1 }, { a: 2 }, { a: 3 }], []]);
  });

  it('says of a path that is not there, a folder without JSON and a file that cannot be read what they are', async () => {
    await using folder = await temporaryFolder({ 'empty/notes.md': '', 'good.json': '1' });
    await mkdir(folder.file('folder.json'));
    const missing = folder.file('missing.json');
    const empty = folder.file('empty');
    const { documents, issues } = await readDocuments([missing, empty, folder.path]);
    expect(documents.map(({ value }) => value)).toEqual([1]);
    expect(issues).toEqual([
      { file: missing, path: '$', message: 'there is no such file or folder', remedy: 'check the path' },
      {
        file: empty,
        path: '$',
        message: 'the folder holds no .json or .jsonl file',
        remedy: 'give a folder of toolkits or cases',
      },
      {
        file: folder.file('folder.json'),
        path: '$',
        message: expect.stringContaining('the file cannot be read: EISDIR'),
        remedy: 'check its permissions',
      },
    ]);
  });
});
