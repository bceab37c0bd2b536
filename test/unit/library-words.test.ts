import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../packages/toolemu/src');

/** Folders whose messages speak of parameters: the command line calls them by its options. */
const libraryFolders = [
  'agent',
  'benchmark',
  'contract',
  'curation',
  'emulator',
  'evaluator',
  'model',
  'platform',
  'prompt',
  'report',
  'run',
  'statistics',
  'store',
  'study',
  'words',
  'world',
];

/** Files and folders that may name options, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'agent/written-call.ts': 'options of other programs, which serve models',
  'benchmark/import-tools/mcp/advice.ts':
    'says how a program is started by `toolemu import-tools`, which alone starts one',
  'benchmark/import-tools/mcp/list-tools.ts': 'as advice.ts',
  'benchmark/import-tools/mcp/read-configuration.ts': 'as advice.ts',
  'benchmark/import-tools/web-text.ts': 'as advice.ts',
  'contract/report/comparison.ts': 'a description in a published JSON Schema of what the command writes',
  'report/calibration/': 'a calibration as the terminal shows it, with commands to copy',
  'report/compare/text.ts': 'a comparison as the terminal shows it',
  'report/fidelity/': 'as report/calibration',
  'report/study/': 'as report/calibration',
  'report/figures/missing.ts': 'the commands that get missing results, which are its figures',
  'report/findings/finding-commands.ts':
    'the commands that show a finding and try it again, which are part of its card',
  'report/html/': 'a page for readers, with the command that shows more; and style sheets',
  'report/pictures/': 'variables of style sheets',
  'report/real-option.ts': 'an option of such a command',
  'report/terminal/': 'a report as the terminal shows it, with commands to copy',
  'study/labelled/sets/study-set.ts': 'the command that goes on with a study, for the people who run it',
  'study/plan/given-labels.ts': 'as study-set.ts',
  'curation/review.ts': 'as study-set.ts, with drafts',
};

/** Lines with an option in code, comments left out, as `folder/file.ts: line`. */
function optionsIn(text: string): string[] {
  const code = text.replaceAll(/\/\*\*[^]*?\*\//g, '').split('\n');
  return code.filter((line) => !/^\s*\/\//.test(line) && /(?:^|[\s`'"(])--[a-z]/.test(line)).map((line) => line.trim());
}

describe('messages of the library', () => {
  const files = libraryFolders.flatMap((folder) =>
    readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('__fixtures__')),
  );
  const found = files
    .map((name) => ({ name, lines: optionsIn(readFileSync(path.join(source, name), 'utf8')) }))
    .filter(({ lines }) => lines.length > 0);

  it('name no options of the command line', () => {
    const places = Object.keys(allowed);
    expect(found.filter(({ name }) => !places.some((place) => name.startsWith(place)))).toEqual([]);
  });

  it('are found where one names an option', () => {
    expect(
      optionsIn('/** Not `--this`. */\n  // nor --this\n  throw new Error(`use --model, or -- nothing`);'),
    ).toEqual(['throw new Error(`use --model, or -- nothing`);']);
    for (const place of Object.keys(allowed))
      expect(
        found.filter(({ name }) => name.startsWith(place)),
        place,
      ).not.toEqual([]);
  });
});
