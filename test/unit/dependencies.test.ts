import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/toolemu.ts';

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { version?: string; integrity?: string; resolved?: string; link?: true }>>;
}

const lockfile = readJson<Lockfile>('package-lock.json');
const published = readJson<Manifest>('packages/toolemu/package.json');
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

describe('the published package', () => {
  it('takes compatible versions of its dependencies', () => {
    expect(
      Object.entries(published.dependencies ?? {}).filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range)),
    ).toEqual([]);
  });

  it('asks for its peers only where they are used, and is developed with versions that they allow', () => {
    const peers = Object.keys(published.peerDependencies ?? {});
    expect(peers.toSorted()).toEqual(['pg', 'vitest']);
    for (const name of peers) {
      expect(published.peerDependenciesMeta?.[name]).toEqual({ optional: true });
      const major = (range: string | undefined): string | undefined => /\d+/.exec(range ?? '')?.[0];
      expect(major(lockfile.packages[`node_modules/${name}`]?.version)).toBe(major(published.peerDependencies?.[name]));
    }
  });
});

describe('the workspace', () => {
  it.each(['.', 'packages/toolemu', 'packages/web', 'docs', 'examples'])(
    'is developed with exact versions: %s',
    (folder) => {
      const { dependencies, devDependencies, optionalDependencies } = readJson<Manifest>(`${folder}/package.json`);
      const all = {
        ...(folder === 'packages/toolemu' ? {} : dependencies),
        ...devDependencies,
        ...optionalDependencies,
      };
      expect(Object.entries(all).filter(([, version]) => !exact.test(version))).toEqual([]);
    },
  );

  it('is locked to exact versions with their hashes, wherever they are downloaded from', () => {
    const installed = Object.entries(lockfile.packages).filter(
      ([where, { link }]) => where.includes('node_modules/') && link !== true,
    );
    expect(installed.length).toBeGreaterThan(300);
    const loose = installed.filter(
      ([, { version = '', integrity, resolved }]) =>
        !exact.test(version) || integrity === undefined || resolved !== undefined,
    );
    expect(loose.map(([where]) => where)).toEqual([]);
  });

  it('names no host of packages in any file', () => {
    const files = globSync(['*', '.*', '{.ci,.changeset,bench,docs,examples,packages,test}/**/*'], {
      cwd: repository,
      exclude: (name) => /^(node_modules|dist|\.git)$/.test(path.basename(name)),
    });
    const hosts =
      /\b(registry\.(npmjs\.org|yarnpkg\.com|npmmirror\.com)|npm\.pkg\.github\.com|pypi\.org|artifac[t]ory|nexus3?\.)/;
    const naming = files.filter((file) => {
      const whole = path.join(repository, file);
      return statSync(whole).isFile() && hosts.test(readFileSync(whole, 'utf8'));
    });
    expect(files.length).toBeGreaterThan(1000);
    expect(naming).toEqual([]);
  });
});

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(repository, file), 'utf8')) as T;
}
