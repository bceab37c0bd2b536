import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folders of the package from the lowest level to the highest. Each may import from lower levels and itself. */
const levels = [
  ['contract'],
  ['world', 'words', 'statistics', 'platform'],
  ['benchmark', 'store', 'prompt', 'model'],
  ['agent', 'emulator', 'evaluator'],
  ['report', 'gateway', 'study'],
  ['run'],
  ['curation'],
  ['search'],
  ['server', 'queue', 'slurm', 'testing/vitest'],
  ['cli'],
];

/** Modules that a folder may hold without folders of its own; tests don't count. */
const maxModules = 20;
const families = ['cli/commands'];

interface SourceFile {
  /** As in `run/plan.ts`. A file in no folder is an entry point, which may import everything. */
  readonly path: string;
  readonly text: string;
}

const source = path.resolve(import.meta.dirname, '../../packages/toolemu/src');

describe('the layers of packages/toolemu/src', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ path: name, text: readFileSync(path.join(source, name), 'utf8') }));

  it('are kept', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ text }) => importsOf(text)).length).toBeGreaterThan(files.length);
    expect(violations(files)).toEqual([]);
  });

  it('have no folder of more than twenty modules', () => {
    const counts = Map.groupBy(
      files.filter(({ path: at }) => !at.includes('__fixtures__')),
      ({ path: at }) => path.posix.dirname(at),
    );
    const large = [...counts].filter(([, inside]) => inside.length > maxModules).map(([folder]) => folder);
    expect(large.filter((folder) => !families.includes(folder))).toEqual([]);
  });

  it('hold every folder there is', () => {
    const known = [...levels.flat(), 'testing'];
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== ''));
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([]);
  });
});

describe('the guard of the layers', () => {
  it.each<{ what: string; path: string; text: string; violation: string }>([
    {
      what: 'an import from a higher level',
      path: 'world/state.ts',
      text: "import { run } from '../run/index.ts';",
      violation: 'world/state.ts imports run, which is not below world',
    },
    {
      what: 'an import from a neighbour on the same level',
      path: 'store/run-file.ts',
      text: "import {\n  prompts,\n} from '../prompt/index.ts';",
      violation: 'store/run-file.ts imports prompt, which is not below store',
    },
    {
      what: 'an import of a type alone',
      path: 'benchmark/load.ts',
      text: "import type { RunFile } from '../store/index.ts';",
      violation: 'benchmark/load.ts imports store, which is not below benchmark',
    },
    {
      what: 'an import when it is needed',
      path: 'report/html.ts',
      text: "const { run } = await import('../run/run.ts');",
      violation: 'report/html.ts imports run, which is not below report',
    },
    {
      what: 'an export of what is elsewhere',
      path: 'agent/index.ts',
      text: "export { emulate } from '../emulator/index.ts';",
      violation: 'agent/index.ts imports emulator, which is not below agent',
    },
    {
      what: 'an import for its effects',
      path: 'model/connect.ts',
      text: "import '../cli/main.ts';",
      violation: 'model/connect.ts imports cli, which is not below model',
    },
    {
      what: 'an import from a folder further down',
      path: 'benchmark/toolemu/cases.ts',
      text: "import { run } from '../../run/index.ts';",
      violation: 'benchmark/toolemu/cases.ts imports run, which is not below benchmark',
    },
    {
      what: 'an import of an entry point',
      path: 'run/run.ts',
      text: "import { RunFile } from '../index.ts';",
      violation: 'run/run.ts imports an entry point',
    },
    {
      what: 'test helpers that know more than the contract',
      path: 'testing/scripted-agent.ts',
      text: "import { callTool } from '../world/index.ts';",
      violation: 'testing/scripted-agent.ts imports world, which is not below testing',
    },
    {
      what: 'test helpers that know the matchers',
      path: 'testing/scripted-agent.ts',
      text: "import { sandbox } from './vitest/sandbox.ts';",
      violation: 'testing/scripted-agent.ts imports testing/vitest, which is not below testing',
    },
    {
      what: 'code that leans on test helpers',
      path: 'run/run.ts',
      text: "import { createScriptedModel } from '../testing/index.ts';",
      violation: 'run/run.ts imports testing, which is not below run',
    },
    {
      what: 'a contract with a dependency',
      path: 'contract/json.ts',
      text: "import { hash } from 'node:crypto';",
      violation: 'contract/json.ts imports node:crypto, and the contract imports zod alone',
    },
    {
      what: 'SQL outside of the store',
      path: 'report/summarize.ts',
      text: "import { DatabaseSync } from 'node:sqlite';",
      violation: 'report/summarize.ts imports node:sqlite, which belongs to store',
    },
    {
      what: 'a console',
      path: 'cli/demo.ts',
      text: "console.log('hello');",
      violation: 'cli/demo.ts writes to the console',
    },
    {
      what: 'output outside of the command',
      path: 'run/run.ts',
      text: "process.stderr.write('hello');",
      violation: 'run/run.ts writes to process.stderr, which belongs to cli',
    },
    {
      what: 'a folder of no level',
      path: 'helpers/strings.ts',
      text: 'export const empty = 0;',
      violation: 'helpers/strings.ts is in a folder of no level',
    },
  ])('finds $what', ({ path: at, text, violation }) => {
    expect(violations([{ path: at, text }])).toEqual([violation]);
  });

  it('lets pass what is allowed', () => {
    const allowed: SourceFile[] = [
      { path: 'contract/case.ts', text: "import { z } from 'zod';\nimport { jsonSchema } from './json.ts';" },
      { path: 'world/state.ts', text: "import type { World } from '../contract/index.ts';\nimport Ajv from 'ajv';" },
      { path: 'store/run-file.ts', text: "import { DatabaseSync } from 'node:sqlite';" },
      { path: 'benchmark/toolemu/cases.ts', text: "import { join } from '../parse-documents.ts';" },
      { path: 'cli/output.ts', text: "process.stdout.write('hello');" },
      { path: 'index.ts', text: "export { run } from './run/index.ts';" },
      { path: 'run/run.ts', text: "// the console. is not used\n/* nor process.stdout */\nconst at = 'http://run';" },
      { path: 'testing/scripted-model.ts', text: "import type { Json } from '../contract/index.ts';" },
      { path: 'testing/vitest/sandbox.ts', text: "import { playCase } from '../../run/index.ts';" },
    ];
    expect(violations(allowed)).toEqual([]);
  });
});

/** What breaks the layers, a sentence each. */
function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const folder = folderOf(file);
    const code = withoutComments(file.text);
    const found = importsOf(code).flatMap((name) => {
      const why = whyNot(name, file.path, folder);
      return why === null ? [] : [`${file.path} imports ${why}`];
    });
    if (folder !== '' && levelOf(folder) === -1) found.push(`${file.path} is in a folder of no level`);
    if (/\bconsole\s*\./.test(code)) found.push(`${file.path} writes to the console`);
    for (const [stream] of code.matchAll(/\bprocess\.std(?:out|err)\b/g)) {
      if (folder !== 'cli') found.push(`${file.path} writes to ${stream}, which belongs to cli`);
    }
    return found;
  });
}

/** Why a file may not import something, or null where it may. */
function whyNot(name: string, file: string, folder: string): string | null {
  if (name === 'node:sqlite' && folder !== 'store') return `${name}, which belongs to store`;
  if (!name.startsWith('.')) {
    return folder === 'contract' && name !== 'zod' ? `${name}, and the contract imports zod alone` : null;
  }
  const target = path.posix.join(path.posix.dirname(file), name);
  const other = folderOf({ path: target });
  if (folder === '' || other === folder) return null;
  if (other === '') return 'an entry point';
  return levelOf(other) < levelOf(folder) && other !== 'testing' ? null : `${other}, which is not below ${folder}`;
}

function levelOf(folder: string): number {
  // Test helpers are shipped to users and know the contract alone; nothing but tests knows them.
  return folder === 'testing' ? 1 : levels.findIndex((level) => level.includes(folder));
}

function folderOf({ path: at }: Pick<SourceFile, 'path'>): string {
  // The matchers are a door of their own, beside the helpers that know the contract alone.
  if (at.startsWith('testing/vitest/')) return 'testing/vitest';
  return at.includes('/') ? (at.split('/')[0] ?? '') : '';
}

/** What a file imports or exports from elsewhere, by any of the ways there are. */
function importsOf(code: string): string[] {
  const pattern = /\bfrom\s+(['"])(?<from>[^'"\s()]+)\1|\bimport\s*\(?\s*(['"])(?<alone>[^'"\s()]+)\3/g;
  return [...code.matchAll(pattern)].map(({ groups }) => groups?.from ?? groups?.alone ?? '');
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}
