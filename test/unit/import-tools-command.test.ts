import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { type Toolkit, toolkitSchema } from '../../packages/toolemu/src/contract/index.ts';
import { strangeServer, strangeSource, wordsOf } from '../support/strange-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const schema = { type: 'object', properties: {} };
const functions = JSON.stringify([
  { name: 'search', description: 'Searches.', parameters: schema },
  { name: 'order', description: 'Orders.', parameters: schema },
  { type: 'web_search\u001b[31m' },
]);

let said: { stdout: string; stderr: string };

beforeEach(() => {
  said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function importing(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  said = { stdout: '', stderr: '' };
  process.exitCode = undefined;
  await main(['import-tools', ...args]);
  return { code: Number(process.exitCode ?? 0), ...said };
}

describe('toolemu import-tools', () => {
  it('prints a toolkit on standard output, and what became of the tools beside it', async () => {
    await using folder = await temporaryFolder({ 'shop.json': functions });
    const { code, stdout, stderr } = await importing(folder.file('shop.json'));
    expect(code).toBe(0);
    expect(toolkitSchema.parse(JSON.parse(stdout))).toMatchObject({ name: 'shop', tools: [{}, {}] });
    expect(stderr).toContain('left out: web_search');
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toContain('check FILE');
  });

  it('writes a file whole, and does not overwrite it unless it is told to', async () => {
    await using folder = await temporaryFolder({ 'shop.json': functions });
    const out = folder.file('made/one.json');
    const { code, stdout } = await importing(folder.file('shop.json'), '--out', out, '--only', 'search');
    expect([code, readdirSync(folder.file('made'))]).toEqual([0, ['one.json']]);
    expect(stdout).toContain(`check ${out}`);
    expect(stdout).toContain('left out: 1 tool that was not asked for');
    const before = readFileSync(out, 'utf8');
    const again = await importing(folder.file('shop.json'), '--out', out);
    expect([again.code, readFileSync(out, 'utf8')]).toEqual([2, before]);
    expect(again.stderr).toContain('--force');
    expect((await importing(folder.file('shop.json'), '--out', out, '--force')).code).toBe(0);
    expect((JSON.parse(readFileSync(out, 'utf8')) as Toolkit).tools).toHaveLength(2);
  });

  it('writes a file for each toolkit, or none where one is in the way', async () => {
    const configuration = { mcpServers: { one: strangeServer('pages'), two: strangeServer('chatty') } };
    await using folder = await temporaryFolder({
      'mcp.json': JSON.stringify(configuration),
      'blocked/two.toolkit.json': 'mine',
    });
    const source = folder.file('mcp.json');
    const unasked = await importing(source, '--out', folder.file('free'));
    expect([unasked.code, existsSync(folder.file('free'))]).toEqual([2, false]);
    const words = [...unasked.stderr.matchAll(/^ {2}MCP server \w+: (.+)$/gm)].map(([, text = '']) => text);
    expect(words).toHaveLength(2);
    const allowed = words.flatMap((text) => ['--allow-command', text]);
    expect((await importing(source, '--out', folder.file('free'), ...allowed)).code).toBe(0);
    expect(readdirSync(folder.file('free'))).toEqual(['one.toolkit.json', 'two.toolkit.json']);
    expect((await importing(source, '--out', folder.file('blocked'), ...allowed)).code).toBe(2);
    expect(readdirSync(folder.file('blocked'))).toEqual(['two.toolkit.json']);
    expect((await importing(source, '--out', folder.file('both.json'), ...allowed)).stderr).toContain('name a folder');
  });

  it('says as JSON what was imported, left out and missing', async () => {
    await using folder = await temporaryFolder({ 'shop.json': functions });
    const out = folder.file('shop.toolkit.json');
    const { stdout } = await importing(folder.file('shop.json'), '--name', 'my shop', '--out', out, '--json');
    expect(JSON.parse(stdout)).toEqual({
      toolkits: [
        {
          name: 'my_shop',
          file: out,
          tools: 2,
          withoutOutputSchema: 2,
          withoutEffects: 2,
          missingTools: [{ name: expect.stringContaining('web_search'), reason: expect.any(String) }],
        },
      ],
      leftOut: [{ name: expect.stringContaining('web_search'), reason: expect.any(String), isMissing: true }],
      notes: [],
    });
  });

  it('fails where a server does not answer, and still writes the others', async () => {
    const configuration = { mcpServers: { good: strangeServer('pages'), bad: strangeServer('dies') } };
    await using folder = await temporaryFolder({ 'mcp.json': JSON.stringify(configuration) });
    const allowed = ['pages', 'dies'].map((way) => wordsOf(strangeServer(way)));
    const options = ['--out', folder.file('out'), '--allow-command', ...allowed];
    const { code, stdout } = await importing(folder.file('mcp.json'), ...options);
    expect([code, readdirSync(folder.file('out'))]).toEqual([1, ['good.toolkit.json']]);
    expect(stdout).toContain('left out: bad: ended with exit code 3');
    expect(stdout).not.toContain('\u001b');
  });

  it('names a server by its script, and shows the end of its standard error', async () => {
    const { code, stderr } = await importing(strangeSource('dies'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/the MCP server "\S*strange-server\.mjs" ended with exit code 3[^\n]*\n/);
    expect(stderr).toContain('no token was given');
  });

  it('fails where nothing is imported', async () => {
    const { code, stderr } = await importing(strangeSource('empty'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('no tool was imported')]);
    expect((await importing('mcp:a | b')).code).toBe(1);
  });
});
