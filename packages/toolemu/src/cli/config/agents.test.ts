import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { collectAgents, usualAgents } from '../options/agent-names.ts';
import type { AgentSpec } from '../../contract/index.ts';
import { agentsFrom, checkAgents } from './agents.ts';
import type { LoadedConfig } from './define-config.ts';

const config: LoadedConfig = {
  file: '/project/toolemu.config.ts',
  agents: {
    shop: { command: ['node', 'shop.js'], instruction: 'argument', quits: true, timeoutSeconds: 9 },
    mine: { module: './agents/mine.ts', export: 'careful' },
    inline: async () => 'Done.',
  },
};

describe('the names of agents on the command line', () => {
  it('are split at commas, but for an agent from outside, and add up', () => {
    const texts = ['careful, reckless', 'command:node a.js --only x,y', 'module:a,b.ts#c', 'react'];
    expect(texts.reduce<readonly string[]>((before, text) => collectAgents(text, before), usualAgents)).toEqual([
      'careful',
      'reckless',
      'command:node a.js --only x,y',
      'module:a,b.ts#c',
      'react',
    ]);
  });

  it('mean built-in agents, a person, and agents of the configuration', () => {
    expect(agentsFrom(['react', 'careful', 'react', 'human', 'shop', 'mine', 'inline'], config)).toEqual([
      'react',
      'careful',
      { name: 'human', kind: 'human', promptStyle: null, model: null },
      external('shop', 'command', {
        command: ['node', 'shop.js'],
        instruction: 'argument',
        quits: true,
        timeoutSeconds: 9,
      }),
      external('mine', 'module', { file: '/project/agents/mine.ts', export: 'careful', timeoutSeconds: 600 }),
      external('inline', 'module', { file: config.file, export: 'default.agents.inline', timeoutSeconds: 600 }),
    ]);
  });

  it('mean a program with a proxy to its model, in a short form and a long one', () => {
    const entries = {
      a: { command: ['node'], proxy: 'vllm/house' },
      b: { command: ['node'], proxy: { model: 'openai/gpt-5', tools: 'own' as const } },
    };
    expect(agentsFrom(['a', 'b'], { ...config, agents: entries })).toMatchObject([
      { external: { kind: 'command', proxy: { model: 'vllm/house', tools: 'all' } } },
      { external: { kind: 'command', proxy: { model: 'openai/gpt-5', tools: 'own' } } },
    ]);
  });

  it.each([
    ['house', 'proxy: "house" names no provider'],
    [
      'anthropic/claude-x',
      "proxy: the proxy cannot use anthropic/claude-x: it needs an endpoint that speaks OpenAI's API",
    ],
    ['compatible/house', 'proxy: compatible/house: say where it answers'],
  ])('are refused where the proxy cannot reach its model: %s', async (proxy, message) => {
    vi.stubEnv('COMPATIBLE_BASE_URL', '');
    const agents = agentsFrom(['a'], { ...config, agents: { a: { command: [process.execPath], proxy } } });
    await expect(checkAgents(agents as AgentSpec[])).rejects.toThrow(`the agent a: ${message}`);
    vi.unstubAllEnvs();
  });

  it('mean an export of a module', () => {
    expect(agentsFrom(['module:a/b.ts', 'module:/c#d.ts#made.careful'], null)).toEqual([
      external('module:a/b.ts', 'module', { file: path.resolve('a/b.ts'), export: 'default', timeoutSeconds: 600 }),
      external('module:/c#d.ts#made.careful', 'module', {
        file: '/c#d.ts',
        export: 'made.careful',
        timeoutSeconds: 600,
      }),
    ]);
  });

  it.each<[string, string[], string]>([
    [
      "command:python3 'my agent.py' --user $USER *.txt",
      ['python3', 'my agent.py', '--user', '$USER', '*.txt'],
      'stdin',
    ],
    ['command:["python3", "a b", ""]', ['python3', 'a b', ''], 'stdin'],
    ['command: agent --task {instruction}', ['agent', '--task', '{instruction}'], 'argument'],
  ])('mean a program: %s', (text, command, instruction) => {
    expect(agentsFrom([text], null)).toMatchObject([
      { name: text, external: { kind: 'command', command, instruction, quits: false } },
    ]);
  });

  it('have words that name files here lead there from anywhere', () => {
    const here = path.relative(process.cwd(), import.meta.filename);
    const [agent] = agentsFrom([`command:node ${here} other.ts`], null);
    expect(agent).toMatchObject({ external: { command: ['node', import.meta.filename, 'other.ts'] } });
  });

  it.each([
    [
      'nobody',
      'there is no agent "nobody"; there are react, tools, noact, careful, reckless, human, shop, mine, inline',
    ],
    ['command:', 'no program is named'],
    ['command:node a.js | tee log', 'is for a shell'],
    ['command:["node", 1]', 'not all texts'],
    ['command:["node"', 'not JSON'],
    ['module:#x', 'must be module:FILE'],
    ['toString', 'there is no agent "toString"'],
  ])('are refused with what is wrong: %s', (text, message) => {
    expect(() => agentsFrom([text], config)).toThrow(message);
  });
});

describe('agents before a run', () => {
  it('are refused where their module cannot play, with file and reason', async () => {
    await using folder = await temporaryFolder();
    const write = (name: string, text: string): string => {
      const file = path.join(folder.path, name);
      writeFileSync(file, text);
      return file;
    };
    const good = write(
      'good.mjs',
      'export default () => "Done.";\nexport const inner = { one: { name: "x", play() {} } };',
    );
    const throwing = write('throwing.mjs', 'export default 1;\nthrow new Error("no key is set");');
    const odd = write('odd.mjs', 'export default 7;');
    const check = (text: string): Promise<void> =>
      checkAgents(agentsFrom([`module:${text}`], null).filter((one) => typeof one !== 'string'));
    await check(good);
    await check(`${good}#inner.one`);
    await expect(check(path.join(folder.path, 'none.mjs'))).rejects.toThrow('there is no file');
    await expect(check(`${good}#other`)).rejects.toThrow('has no export "other"; it has default, inner');
    await expect(check(`${good}#inner.two`)).rejects.toThrow('has no export "inner.two"; "inner" has one');
    await expect(check(`${good}#inner.one.constructor`)).rejects.toThrow('has no export');
    await expect(check(odd)).rejects.toThrow('the export "default" is a number; it must be a function');
    await expect(check(throwing)).rejects.toThrow(
      /throwing\.mjs cannot be loaded: no key is set \(.*throwing\.mjs:2\)$/,
    );
    const tools = write(
      'tools.mjs',
      'export default { search: () => 1 };\nexport const agent = { tools: {}, generate() {} };',
    );
    await expect(check(tools)).rejects.toThrow('make a toolkit of them by createToolkit(tools, { name })');
    await expect(check(`${tools}#agent`)).rejects.toThrow('export a function that runs emulateAgent(agent, tools)');
  });

  it('are refused where their program is not there', async () => {
    const check = (text: string): Promise<void> =>
      checkAgents(agentsFrom([text], null).filter((one) => typeof one !== 'string'));
    await check(`command:${process.execPath} agent.js`);
    await expect(check('command:no-such-program-here agent.py')).rejects.toThrow(
      'the agent command:no-such-program-here agent.py: there is no program "no-such-program-here" on the PATH',
    );
  });

  it('are refused where a person is to play without a terminal', async () => {
    const isTTY = process.stdin.isTTY;
    process.stdin.isTTY = false;
    try {
      await expect(checkAgents(agentsFrom(['human'], null).filter((one) => typeof one !== 'string'))).rejects.toThrow(
        'terminal',
      );
    } finally {
      process.stdin.isTTY = isTTY;
    }
  });
});

function external(name: string, kind: string, how: object): object {
  return { name, kind, promptStyle: null, model: null, external: { kind, ...how } };
}
