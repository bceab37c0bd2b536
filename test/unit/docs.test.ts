import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aliases } from '../../packages/toolemu/src/cli/aliases.ts';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cli = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)];

describe('docs/cli.md', () => {
  it.each(createProgram().commands.map((command) => [command.name(), command] as const))(
    'names the command %s and all its options',
    (name, command) => {
      expect(cli).toContain(`\`${name}`);
      const missing = command.options.map(({ long }) => long ?? '').filter((option) => !cli.includes(option));
      expect(missing).toEqual([]);
    },
  );

  it("lists all of ToolEmu's spellings", () => {
    expect(Object.keys(aliases).filter((name) => !cli.includes(`\`${name}`))).toEqual([]);
  });
});

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const folder = path.dirname(path.join(root, page));
    expect(targets.filter((target) => !existsSync(path.resolve(folder, target)))).toEqual([]);
  });
});
