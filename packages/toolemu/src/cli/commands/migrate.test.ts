import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parcels } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { loadBenchmark } from '../../benchmark/index.ts';
import { caseSchema } from '../../contract/index.ts';
import { listenToOldNames, type OldNameNote, oldNamesSentence } from '../../platform/index.ts';
import { currentFormat, inspectRunFile } from '../../store/index.ts';
import { main } from '../main.ts';
import { migrateJson, migrateJsonLines } from './migrate/migrate-json.ts';
import { withCurrentOptions } from '../options/old-options.ts';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../../../test/fixtures/${name}`, import.meta.url));
const currentCase = readFileSync(fixture('parcels/send-to-kim.case.json'), 'utf8');
const oldCase = currentCase.replace('"trustedContacts"', '"circle"');

describe('toolemu migrate', () => {
  it('renames keys in place, keeps every other character, and does it once', async () => {
    await using folder = await temporaryFolder({ 'cases/one.json': oldCase, 'cases/other.json': '{ "a": "circle" }' });
    expect(await migrated(folder.file('cases'))).toMatchObject({
      files: 2,
      migrations: [{ file: folder.file('cases/one.json'), kind: 'renamed' }],
    });
    expect(readFileSync(folder.file('cases/one.json'), 'utf8')).toBe(currentCase);
    expect(await migrated(folder.file('cases'))).toMatchObject({ migrations: [] });
  });

  it('changes nothing where it is asked what would change', async () => {
    await using folder = await temporaryFolder({ 'one.json': oldCase });
    expect(await migrated('--dry-run', folder.path)).toMatchObject({ dryRun: true, migrations: [{ kind: 'renamed' }] });
    expect(readFileSync(folder.file('one.json'), 'utf8')).toBe(oldCase);
  });

  it('brings run files to the current format', async () => {
    await using folder = await temporaryFolder();
    const file = folder.file('run.toolemu');
    copyFileSync(fixture('runs/format-2.toolemu'), file);
    expect(await migrated(file)).toMatchObject({ migrations: [{ kind: 'upgraded' }] });
    const { format, manifest, damage } = inspectRunFile(file);
    expect([format, damage, manifest?.cases[0]?.world?.trustedContacts]).toEqual([
      currentFormat,
      [],
      ['@lund.example', 'carrier'],
    ]);
  });

  it('points at the lines of a configuration, and reports files that it cannot read', async () => {
    const config =
      "export default {\n  run: { prompting: ['quit'] },\n  agents: { a: { module: 'a.ts', timeLimit: 9 } },\n};\n";
    await using folder = await temporaryFolder({ 'toolemu.config.mjs': config, 'broken.json': '{', 'no.toolemu': 'x' });
    const { migrations } = await migrated(folder.path);
    expect(migrations).toMatchObject([
      { file: folder.file('broken.json'), kind: 'failed' },
      { file: folder.file('no.toolemu'), kind: 'failed' },
      {
        kind: 'to-edit',
        changes: ['line 2: rename `prompting` to `promptStyle`', 'line 3: rename `timeLimit` to `timeoutSeconds`'],
      },
    ]);
    expect(process.exitCode).toBe(1);
    expect(readFileSync(folder.file('broken.json'), 'utf8')).toBe('{');
  });

  async function migrated(...args: string[]): Promise<{ migrations: object[] }> {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const before = process.exitCode;
    onTestFinished(() => {
      vi.restoreAllMocks();
      process.exitCode = before;
    });
    await main(['migrate', '--json', ...args]);
    return JSON.parse(written.join('')) as { migrations: object[] };
  }
});

describe('the keys of a JSON text', () => {
  it('are renamed where they stand in nested lists, and not in strings, records or other objects', () => {
    const [one, other] = ['circle', 'trustedContacts'].map(
      (name) => `[ {"instruction" : "{\\"circle\\": 1}", "world":{"${name}" :["a,{"], "collections":{"circle":[]}}}\t]`,
    );
    expect(migrateJson(one ?? '', () => 'case').text).toBe(other);
  });

  it('are renamed line by line', () => {
    expect(migrateJsonLines('{"circle":[]}\n\n{"a":1}\n', () => 'recorded-call').text).toBe(
      '{"trustedContacts":[]}\n\n{"a":1}\n',
    );
  });
});

it('a case with an old key is read, and reported with its file and what to do', async () => {
  await using folder = await temporaryFolder({ 'old.json': oldCase, 'toolkit.json': JSON.stringify(parcels) });
  const notes: OldNameNote[] = [];
  using _listening = listenToOldNames((note) => void notes.push(note));
  const { cases } = await loadBenchmark({ cases: [folder.file('old.json')], toolkits: [folder.file('toolkit.json')] });
  expect(cases).toEqual([caseSchema.parse(JSON.parse(currentCase))]);
  expect(oldNamesSentence(notes)).toBe(
    `${folder.file('old.json')} uses old names of keys: \`circle\` (now \`trustedContacts\`). They are still read. Rewrite with \`toolemu migrate PATH\``,
  );
});

describe('an option by its old name', () => {
  it.each([
    [
      ['run', '--prompting', 'quit', '--start=3'],
      ['run', '--prompt-style', 'quit', '--offset=3'],
    ],
    [
      ['compare', '--factor', 'prompting'],
      ['compare', '--factor', 'prompt-style'],
    ],
    [
      ['compare', '--factor=prompting'],
      ['compare', '--factor=prompt-style'],
    ],
    [
      ['run', '--', '--start'],
      ['run', '--', '--start'],
    ],
    [
      ['run', '--agent', 'prompting'],
      ['run', '--agent', 'prompting'],
    ],
  ])('%j is read as %j', (args, current) => {
    const { args: read, note } = withCurrentOptions(args);
    expect([read, note === null]).toEqual([current, args.join() === current.join()]);
  });
});
