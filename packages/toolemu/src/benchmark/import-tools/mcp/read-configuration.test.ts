import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contract/index.ts';
import { isMcpConfiguration, readMcpConfiguration } from './read-configuration.ts';

const environment = { TOKEN: 'abc', GITHUB_TOKEN: 'ghp', EMPTY: '' };

function read(value: Json): ReturnType<typeof readMcpConfiguration> {
  return readMcpConfiguration(value, { file: '/work/space/.vscode/mcp.json', environment });
}

function servers(entry: Json): Json {
  return { mcpServers: { one: entry } };
}

describe('readMcpConfiguration', () => {
  it('reads a command with its arguments, variables and folder', () => {
    const entry = {
      command: 'npx',
      args: ['-y', '${env:TOKEN}', 3],
      env: { KEY: '${TOKEN}', LEVEL: 2, GONE: null },
      cwd: '${workspaceFolder}/a',
    };
    expect(read(servers(entry))).toEqual([
      {
        name: 'one',
        connection: {
          kind: 'command',
          command: 'npx',
          args: ['-y', 'abc', '3'],
          environment: { KEY: 'abc', LEVEL: '2' },
          folder: '/work/space/a',
        },
        named: {
          name: 'one',
          kind: 'command',
          words: "cd /work/space/a && KEY='${TOKEN}' LEVEL=2 npx -y '${env:TOKEN}' 3",
          files: expect.arrayContaining(['/work/space/a/npx']),
          hash: expect.any(String),
          gets: ['TOKEN'],
        },
      },
    ]);
  });

  it.each(['url', 'serverUrl', 'httpUrl'])('reads an address under "%s", with its headers', (key) => {
    const entry = { [key]: 'https://x.org/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } };
    expect(read({ servers: { one: { type: 'http', ...entry } } })).toEqual([
      {
        name: 'one',
        connection: {
          kind: 'http',
          url: new URL('https://x.org/mcp'),
          headers: { Authorization: 'Bearer abc' },
          isSse: false,
        },
        named: {
          name: 'one',
          kind: 'address',
          words: 'https://x.org/mcp',
          files: [],
          hash: expect.any(String),
          gets: ['TOKEN'],
        },
      },
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['an address', { url: 'https://me:pw@x.org/mcp?key=abc' }, 'https://x.org/mcp'],
    [
      'variables that change what a program does',
      { command: 'a', env: { NODE_OPTIONS: '-r b' } },
      "NODE_OPTIONS='-r b' a",
    ],
    ['a value that may be secret', { command: 'a', env: { API_KEY: 'sk-123' } }, 'API_KEY=… a'],
    ['words for a shell', { command: 'a; b', args: ['$(c)'] }, "'a; b' '$(c)'"],
    [
      'the host that is asked',
      { url: 'https://evil.example:8443/@good.example/mcp' },
      'https://evil.example:8443/@good.example/mcp',
    ],
    [
      'what the file itself fills in',
      { command: '${userHome}/a', args: ['${NOT_THERE:-b.mjs}'] },
      `${homedir()}/a b.mjs`,
    ],
  ])('says what somebody has to agree to: %s', (_what, entry, words) => {
    expect(read(servers(entry))).toMatchObject([{ named: { words } }]);
  });

  it('knows the older transport by its type', () => {
    expect(read(servers({ type: 'sse', url: 'https://x.org/sse' }))).toMatchObject([{ connection: { isSse: true } }]);
  });

  it.each<[string, string]>([
    ['${TOKEN}', 'abc'],
    ['${env:TOKEN}', 'abc'],
    ['${NOT_THERE:-plan b}', 'plan b'],
    ['${EMPTY:-plan b}', 'plan b'],
    ['${EMPTY}', ''],
    ['${userHome}/x', `${homedir()}/x`],
    ['${workspaceFolder}', '/work/space'],
    ['$TOKEN {TOKEN}', '$TOKEN {TOKEN}'],
  ])('fills %s', (text, filled) => {
    expect(read(servers({ command: 'a', args: [text] }))).toMatchObject([{ connection: { args: [filled] } }]);
  });

  it('shows what inputs of the file would start, and not their names', () => {
    const one = { command: '${input:p}', args: ['${input:q}', '${input:github-token}'] };
    const inputs = [{ id: 'p', default: '/bin/sh' }, { id: 'q', default: 'evil.sh' }, { id: 'github-token' }];
    expect(read({ servers: { one }, inputs })).toMatchObject([
      { named: { words: "/bin/sh evil.sh '${input:github-token}'", gets: ['GITHUB_TOKEN'] } },
    ]);
  });

  it.each<[JsonObject, string]>([
    [{ url: 'http://evil.example\\@good.example/mcp' }, 'no address of the web'],
    [{ url: 'http://good.example/\n' }, 'no address of the web'],
    [{ command: 'a', env: { 'NODE_OPTIONS=x --import': 'data:,' } }, 'no name of a variable'],
  ])('refuses what would be shown otherwise than it is: %j', (entry, problem) => {
    expect(read(servers(entry))).toMatchObject([{ problem: expect.stringContaining(problem) }]);
  });

  it('tells entries apart by all that they say', () => {
    const hashes = [{}, { headers: { 'X-Key': '${TOKEN}' } }, { url: 'https://x.org/a?k=${TOKEN}' }].map((more) => {
      const [server] = read(servers({ url: 'https://x.org/a', ...more }));
      return server !== undefined && 'named' in server ? server.named?.hash : '';
    });
    expect(new Set(hashes).size).toBe(3);
  });

  it("takes VS Code's inputs from the environment, or the value they begin with", () => {
    const inputs = [{ id: 'github-token' }, { id: 'level', default: '3' }];
    const one = { command: 'a', args: ['${input:github-token}', '${input:level}'] };
    expect(read({ servers: { one }, inputs })).toMatchObject([{ connection: { args: ['ghp', '3'] } }]);
  });

  it.each<[string, Json, string]>([
    ['a variable that is not set', { command: 'a', env: { A: '${NOPE}', B: '${env:NOR_THIS}' } }, 'NOPE, NOR_THIS'],
    ['an input nobody answers', { command: 'a', args: ['${input:api-key}'] }, 'API_KEY'],
    ['no command', { args: [] }, 'neither "command" nor "url"'],
    ['a command of another sort', { command: 7 }, 'command: '],
    ['an address of another sort', { url: 'file:///etc/passwd' }, 'no address of the web'],

    ['no object', 'npx server', ''],
  ])('tells of %s', (_what, entry, problem) => {
    expect(read(servers(entry))).toEqual([{ name: 'one', problem: expect.stringContaining(problem) }]);
  });

  it('knows a server that is disabled', () => {
    expect(read(servers({ command: 'a', disabled: true }))).toMatchObject([{ name: 'one', isDisabled: true }]);
  });

  it.each<[string, Json, boolean]>([
    ['mcpServers', { mcpServers: {} }, true],
    ['servers', { servers: { a: { command: 'x' } } }, true],
    ['settings that hold them', { mcp: { servers: { a: { type: 'stdio', command: 'x' } } } }, true],
    ['servers of another sort', { servers: { a: { port: 3 } } }, false],
    ['a list of addresses', { servers: [{ url: 'https://x.org' }] }, false],
    ['anything else', ['a'], false],
  ])('tells by its shape: %s', (_what, value, is) => {
    expect(isMcpConfiguration(value)).toBe(is);
  });
});
