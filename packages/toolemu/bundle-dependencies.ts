/**
 * Bundles what `dist` imports of the development dependencies into `dist/bundled`, and points the imports of `dist` there.
 * These packages are large to install (source maps, several module formats, data of which one part is used) and small when
 * used. Their licenses are kept beside them.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';

const folder = import.meta.dirname;
const dist = path.join(folder, 'dist');
const bundled = path.join(dist, 'bundled');
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'peerDependencies' | 'devDependencies',
  Record<string, string>
>;
/** What is there when the package is installed, or is asked for. */
const installed = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]);

const specifier = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(["'])([^"'\s]+)\2/g;
const bundledFile = /^(?:\.\.?\/)+bundled\/(.+)\.js$/;

const names = new Set<string>();
for (const file of globSync(['**/*.js'], { cwd: dist, exclude: ['bundled/**', 'web/**'] })) {
  const whole = path.join(dist, file);
  const text = readFileSync(whole, 'utf8');
  const pointed = text.replaceAll(specifier, (match, before: string, quote: string, target: string) => {
    // An earlier build has pointed the import at its bundle already.
    const name = bundledFile.exec(target)?.[1] ?? target;
    if (!isBundled(name)) return match;
    names.add(name);
    const relative = path.posix.relative(path.posix.dirname(file), `bundled/${name}.js`);
    return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
  });
  if (pointed !== text) writeFileSync(whole, pointed);
}

const bundle = await rolldown({
  input: Object.fromEntries([...names].map((name) => [name, name])),
  cwd: folder,
  platform: 'node',
  external: (name) => installed.has(packageOf(name)),
});
const { output } = await bundle.generate({
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[name].js',
  comments: false,
});

const chunks = output.filter((file) => file.type === 'chunk');
const packages = new Set<string>();
for (const { moduleIds } of chunks) moduleIds.flatMap(packageFolder).forEach(addPackage);

// Commands may be running from the files that are here: only what differs is written.
const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
files.set('LICENSES.txt', [...packages].toSorted().map(licenseOf).join('\n\n'));
for (const [name, text] of files) {
  const file = path.join(bundled, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const name of globSync('**/*.{js,txt}', { cwd: bundled })) if (!files.has(name)) rmSync(path.join(bundled, name));

/** Whether an import is of a package that is not installed with this one. */
function isBundled(name: string): boolean {
  const from = packageOf(name);
  return from in manifest.devDependencies && !installed.has(from);
}

/** The package that an import is from: `@scope/name` of `@scope/name/file`. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The folder of the package that a module is in; none for what the bundler adds itself. */
function packageFolder(module: string): string[] {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
}

/** Adds a package and what it depends on: some publish files that hold the code of their dependencies. */
function addPackage(from: string): void {
  if (packages.has(from)) return;
  packages.add(from);
  const file = path.join(from, 'package.json');
  const own = JSON.parse(readFileSync(file, 'utf8')) as Partial<typeof manifest>;
  for (const name of Object.keys(own.dependencies ?? {})) {
    const found = installed.has(name) ? undefined : findPackageJSON(name, file);
    if (found !== undefined) addPackage(path.dirname(found));
  }
}

/** The name, version and license of a package, and the license's text where it has one. */
function licenseOf(from: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const [file] = globSync('{LICENSE,LICENCE,license}{,.md,.txt}', { cwd: from });
  const text = file === undefined ? '' : `\n\n${readFileSync(path.join(from, file), 'utf8').trim()}`;
  return `${name} ${version} (${license ?? 'license in its text'})${text}`;
}
