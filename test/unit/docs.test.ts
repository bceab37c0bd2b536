import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadBenchmark, summarizeBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import { aliases } from '../../packages/toolemu/src/cli/aliases.ts';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';
import { renderBenchmark } from '../../packages/toolemu/src/report/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cli = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
const guides = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', ...guides.map((name) => `docs/${name}`)];

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

it('shows in README.md the table that the demo prints', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolemu-readme-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(root, 'packages/toolemu/bin/toolemu.js'), 'demo', '--out', folder],
      { env: { ...process.env, NO_COLOR: '1' } },
    );
    const table = stdout.split('\n').filter((line) => /^[┌│├└]/.test(line));
    expect(table.length).toBeGreaterThan(4);
    expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain(table.join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('shows in docs/benchmark.md what `check --summary` counts', async () => {
  const { cases, toolkits } = await loadBenchmark({});
  expect(readFileSync(path.join(root, 'docs/benchmark.md'), 'utf8')).toContain(
    renderBenchmark(summarizeBenchmark(cases, toolkits)),
  );
});

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const folder = path.dirname(path.join(root, page));
    expect(targets.filter((target) => !existsSync(path.resolve(folder, target)))).toEqual([]);
  });
});
