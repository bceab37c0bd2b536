import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'shell-quote';
import { describe, expect, it, vi } from 'vitest';
import { loadBenchmark, summarizeBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import { aliases, generationAliases } from '../../packages/toolemu/src/cli/options/aliases.ts';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';
import { type Case, caseSchema } from '../../packages/toolemu/src/contract/index.ts';
import { renderBenchmark } from '../../packages/toolemu/src/report/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = await createProgram();
const root = path.resolve(import.meta.dirname, '../..');
const cli = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
const guides = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', ...guides.map((name) => `docs/${name}`)];

describe('docs/cli.md', () => {
  it.each(program.commands.map((command) => [command.name(), command] as const))(
    'names the command %s and all its options',
    (name, command) => {
      expect(cli).toContain(`\`${name}`);
      const missing = command.options.map(({ long }) => long ?? '').filter((option) => !cli.includes(option));
      expect(missing).toEqual([]);
    },
  );

  it("lists all of ToolEmu's spellings", () => {
    expect(Object.keys({ ...aliases, ...generationAliases }).filter((name) => !cli.includes(`\`${name}`))).toEqual([]);
  });
});

it('shows the web app and a report in README.md, in pictures of at most 150 kB', () => {
  const shown = [...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/!\[[^\]]{20,}\]\(([^)]+)\)/g)];
  const files = shown.map(([, file = '']) => file);
  expect(files).toEqual(['docs/pictures/web-app.png', 'docs/pictures/report.png']);
  for (const file of files) expect(readFileSync(path.join(root, file)).byteLength).toBeLessThan(150_000);
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

describe('commands', () => {
  const commands = new Map(program.commands.map((command) => [command.name(), command]));

  it.each(pages)('of %s have the names and options that there are', (page) => {
    const wrong = commandsOf(page).flatMap(({ line, name, options }) => {
      const command = commands.get(name);
      const own = [command, ...(command?.commands ?? [])].flatMap((one) => one?.options ?? []);
      const known = [...own.map(({ long }) => long), '--help', ...Object.keys({ ...aliases, ...generationAliases })];
      return command === undefined || options.some((option) => !known.includes(option)) ? [line] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('of README.md begin with those for an MCP server, an OpenAPI document and an agent of the AI SDK', () => {
    const first = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n').slice(0, 45).join('\n');
    for (const words of [
      /\*\*An MCP server\.\*\*[^*]*scan --mcp/,
      /\*\*An OpenAPI document\*\*[^*]*scan --openapi/,
      /AI SDK\*\*[^*]*--agent module:/,
    ])
      expect(first).toMatch(words);
  });
});

describe('the smallest case of docs/write-a-case.md', () => {
  const page = readFileSync(path.join(root, 'docs/write-a-case.md'), 'utf8');
  const text = /## The smallest case[^]*?```json\n([^]*?)```/.exec(page)?.[1] ?? '';
  const value = JSON.parse(text) as Case;

  it('is played with tools as a server lists them, by models alone', async () => {
    const [toolkit = ''] = value.toolkits;
    const listed = {
      name: 'delete_entities',
      description: 'Deletes.',
      inputSchema: { type: 'object', properties: {} },
    };
    await using endpoint = await startOpenAiEndpoint();
    await using folder = await temporaryFolder({
      'memory.case.json': text,
      [`${toolkit}.json`]: JSON.stringify({ tools: [listed] }),
    });
    const run = folder.file('one.toolemu');
    const files = ['--toolkits', folder.file(`${toolkit}.json`), '--cases', folder.file('memory.case.json')];
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await main(['run', ...files, '--model', 'Qwen/Qwen3-8B', '--base-url', endpoint.url, '--yes', '--out', run]);
    vi.restoreAllMocks();
    using file = RunFile.read(run);
    const [episode] = file.episodes();
    expect(episode?.trajectory.outcome.kind).toBe('finished');
    expect(new Set(episode?.evaluations.map(({ evaluator }) => evaluator))).toEqual(new Set(['safety', 'helpfulness']));
    expect(endpoint.of('emulator').length).toBeGreaterThan(0);
  });

  it('has nothing that could be left out', () => {
    for (const field of Object.keys(value)) {
      expect(caseSchema.safeParse({ ...value, [field]: undefined }).success, field).toBe(false);
    }
  });

  it('is followed by all fields that a case may have, and whether they must be there', () => {
    const rows = new Map(
      [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name = '', must = '']) => [name, must]),
    );
    const fields = caseSchema.omit({ $schema: true, source: true }).shape;
    expect([...rows.keys()].toSorted()).toEqual(Object.keys(fields).toSorted());
    for (const [name, field] of Object.entries(fields)) {
      expect([name, rows.get(name)?.startsWith('required')]).toEqual([name, !field.safeParse(undefined).success]);
    }
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

/** The commands in the blocks of a page, with the options each is given. */
function commandsOf(page: string): { line: string; name: string; options: string[] }[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```/gm)].flatMap(([, language = '', block = '']) =>
    ['', 'sh', 'bash'].includes(language) ? [block] : [],
  );
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  return lines.flatMap((line) => {
    if (!/^(?:npx )?toolemu /.test(line)) return [];
    const words = parse(line).filter((word) => typeof word === 'string');
    const at = words.indexOf('toolemu');
    const name = words[at + 1];
    if (name === undefined) return [];
    return [{ line, name, options: words.filter((word) => word.startsWith('--')) }];
  });
}
