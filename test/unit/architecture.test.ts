import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = path.resolve(import.meta.dirname, '../../docs');
const source = path.resolve(docs, '../packages/toolemu/src');
const page = readFileSync(path.join(docs, 'architecture.md'), 'utf8');

describe('docs/architecture.md', () => {
  it.each([
    ['Follow one call', 12],
    ['Follow one case', 15],
  ])('follows the code in few files, each named by the file it links to: %s', (heading, maxFiles) => {
    const steps = section(heading).flatMap((line) => /^\d+\. (.*)/.exec(line)?.[1] ?? []);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.length).toBeLessThanOrEqual(maxFiles);
    expect(steps.map((step) => linksIn(step).length)).toEqual(steps.map(() => 1));
    const files = steps.flatMap(linksIn);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => !existsSync(path.join(source, file)))).toEqual([]);
  });

  it('adds each thing with at most three files beside ones that there are', () => {
    const rows = section('Where to add things').filter((line) => line.includes(']('));
    const counts = rows.filter((line) => line.startsWith('|')).map((row) => linksIn(row).length);
    expect(counts.length).toBeGreaterThan(8);
    expect(counts.filter((count) => count < 1 || count > 3)).toEqual([]);
    const files = rows.filter((line) => line.startsWith('|')).flatMap(linksIn);
    expect(files.filter((file) => !existsSync(path.join(source, file)))).toEqual([]);
  });

  it('has a row for every layer', () => {
    const layers = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const rows = section('Layers').flatMap((line) => /^\| \d? ?\| `([^`]+)\/` \|/.exec(line)?.[1] ?? []);
    expect(rows.filter((name) => !name.includes('/')).toSorted()).toEqual(layers.map(({ name }) => name).toSorted());
  });
});

function section(heading: string): string[] {
  const [, text] = page.split(`\n## ${heading}\n`);
  expect(text, heading).toBeDefined();
  return (text?.split('\n## ')[0] ?? '').split('\n');
}

/** The modules that a text links to by their paths, from `packages/toolemu/src`. */
function linksIn(text: string): string[] {
  const links = [...text.matchAll(/\[`([^`]+)`\]\(\.\.\/packages\/toolemu\/src\/([^)]+)\)/g)];
  for (const [, name, target] of links) expect(name).toBe(target);
  return links.map(([, name = '']) => name);
}
