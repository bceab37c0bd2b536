import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository } from '../support/toolemu.ts';

const source = path.join(repository, 'packages/toolemu');

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = readJson<Manifest>(path.join(source, 'package.json'));
const installed = Object.keys(manifest.dependencies);
const known = new Set([...installed, ...Object.keys(manifest.peerDependencies)]);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** The package as npm installs it, with its dependencies and without its peers. */
let installation: string;
let packed: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  packed = packedFiles();
  installation = folder.file('node_modules/toolemu');
  for (const file of packed) cpSync(path.join(source, file), path.join(installation, file));
  for (const name of installed) {
    mkdirSync(path.dirname(folder.file(`node_modules/${name}`)), { recursive: true });
    symlinkSync(folderOf(name, source), folder.file(`node_modules/${name}`));
  }
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('the packed package', () => {
  it('has the program, its data, the web app, and what people read', () => {
    for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist/bundled/LICENSES.txt'])
      expect(packed).toContain(name);
    expect(packed).toContain('dist/web/index.html');
    expect(packed.filter((file) => file.startsWith('data/cases/')).length).toBeGreaterThan(100);
    const folders = new Set(packed.map((file) => file.split('/')[0]));
    const expected = ['bin', 'data', 'dist', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
    expect(folders).toEqual(new Set(expected));
  });

  it('has no tests, fixtures, sources, source maps or files of the build', () => {
    const odd = packed.filter(
      (file) =>
        /\.test\.|__fixtures__|__snapshots__|\.map$|tsbuildinfo|\.env/.test(file) ||
        (file.endsWith('.ts') && !file.endsWith('.d.ts')),
    );
    expect(odd).toEqual([]);
  });

  it('imports nothing that is not installed with it, asked for, or part of it', () => {
    const scripts = packed.filter((file) => /^(bin|dist)\/.*\.js$/.test(file) && !file.startsWith('dist/web/'));
    const imported = /^(?:import|export)\b(?:[^'"=;]*?\bfrom)?\s*["']([^"'\n]+)["']|\bimport\(["']([^"'\n]+)["']\)/gm;
    const lost = scripts.flatMap((file) =>
      [...read(file).matchAll(imported)]
        .map(([, still, lazy]) => still ?? lazy ?? '')
        .filter((name) => !isThere(file, name))
        .map((name) => `${file}: ${name}`),
    );
    expect(scripts.length).toBeGreaterThan(500);
    expect(lost).toEqual([]);
  });

  it('has every declaration that its types refer to, and these only refer to what is installed', () => {
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry.types],
    );
    const todo = entries.map((file) => path.posix.normalize(file));
    const seen = new Set(todo);
    const lost: string[] = [];
    for (const file of todo) {
      for (const [, name = ''] of read(file).matchAll(/(?:\bfrom|\bimport\()\s*["']([^"'\n]+)["']/g)) {
        const target = path.posix.join(path.posix.dirname(file), name.replace(/\.[jt]s$/, '.d.ts'));
        if (name.startsWith('.') && packed.includes(target)) {
          if (!seen.has(target)) todo.push(target);
          seen.add(target);
        } else if (name.startsWith('.') || !(isBuiltin(name) || known.has(packageOf(name))))
          lost.push(`${file}: ${name}`);
      }
    }
    expect(seen.size).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });

  it('takes at most 60 MB with its dependencies', () => {
    const megabytes =
      (sizeOf(installation) + [...dependencyFolders()].map(sizeOf).reduce((a, b) => a + b, 0)) / 2 ** 20;
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThan(60);
  });

  it('runs, loads as a library, and plays a case', () => {
    expect(command('--version')).toMatchObject({ code: 0 });
    const run = command('run', '--agent', 'careful', '--emulator', 'offline', '--limit', '1', '--out', 'one.toolemu');
    expect(run).toMatchObject({ code: 0 });
    expect(command('report', 'one.toolemu', '--format', 'html', '--out', 'one.html')).toMatchObject({ code: 0 });
    const script = `const entries = await Promise.all([import('toolemu'), import('toolemu/testing')]);
      if (entries.some((one) => Object.keys(one).length === 0)) process.exit(1);`;
    expect(node('--input-type=module', '--eval', script)).toMatchObject({ code: 0 });
  });

  it.each([
    ['worker', '--queue', 'postgres://me@127.0.0.1:1/queue'],
    ['queue', 'status', '--queue', 'postgres://me@127.0.0.1:1/queue'],
    ['view', '.', '--no-open', '--queue', 'postgres://me@127.0.0.1:1/queue'],
    [
      'run',
      '--agent',
      'careful',
      '--emulator',
      'offline',
      '--limit',
      '1',
      '--queue',
      'postgres://me@127.0.0.1:1/queue',
    ],
  ])('asks for the packages of queues by name: %s %s', (...args) => {
    expect(command(...args)).toEqual({
      code: 2,
      said: 'toolemu: a queue needs `pg`, which is not installed. Install it beside toolemu: npm install pg (with --global if toolemu is installed globally)\n',
    });
  });
});

/** The files that npm packs. */
function packedFiles(): string[] {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files } = { files: [] }] = JSON.parse(said) as { files: { path: string }[] }[];
  return files.map((file) => file.path);
}

function read(file: string): string {
  return readFileSync(path.join(installation, file), 'utf8');
}

function isThere(file: string, name: string): boolean {
  if (name.startsWith('.')) return existsSync(path.join(installation, path.dirname(file), name));
  return isBuiltin(name) || known.has(packageOf(name));
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The folders of all packages that are installed with the package. */
function dependencyFolders(): Set<string> {
  const todo = installed.map((name) => folderOf(name, source));
  const found = new Set(todo);
  for (const from of todo) {
    const { dependencies = {} } = readJson<Partial<Manifest>>(path.join(from, 'package.json'));
    for (const name of Object.keys(dependencies)) {
      const target = folderOf(name, from);
      if (!found.has(target)) todo.push(target);
      found.add(target);
    }
  }
  return found;
}

/** The folder of a package as another one, in this folder, finds it. */
function folderOf(name: string, from: string): string {
  const found = path.join(from, 'node_modules', name);
  if (existsSync(found)) return found;
  if (path.dirname(from) === from) throw new Error(`${name} is not installed`);
  return folderOf(name, path.dirname(from));
}

/** What a folder takes on a disk with blocks of 4 KiB, in bytes, without the packages in it. */
function sizeOf(of: string): number {
  return globSync('**/*', { cwd: of, exclude: (name) => path.basename(name) === 'node_modules' })
    .map((file) => Math.ceil(statSync(path.join(of, file)).size / 4096) * 4096)
    .reduce((sum, size) => sum + size, 0);
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

function command(...args: readonly string[]): Ended {
  return node(path.join(installation, manifest.bin.toolemu ?? ''), ...args);
}

function node(...args: readonly string[]): Ended {
  const { PATH = '', HOME = '' } = process.env;
  try {
    execFileSync(process.execPath, args, { cwd: folder.path, env: { PATH, HOME, NO_COLOR: '1' }, stdio: 'pipe' });
    return { code: 0, said: '' };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer };
    return { code: status, said: stderr.toString() };
  }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
