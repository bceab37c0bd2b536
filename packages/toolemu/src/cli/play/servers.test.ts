import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { serversFrom, variablesFrom } from './servers.ts';

beforeEach(() => void vi.stubEnv('TOOLEMU_TEST_SET', 'from here'));
afterEach(() => void vi.unstubAllEnvs());

function refusal(env: string[], envFile: string[] = []): string {
  try {
    variablesFrom({ env, envFile });
    return '';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

it('reads explicit values, the environment and files, in this order of precedence', async () => {
  await using folder = await temporaryFolder({
    'a.env': '# of the server\nFROM_FILE=1\nTOOLEMU_TEST_SET=file\nBOTH=a\nQUOTED="two words"\n',
    'b.env': 'BOTH=b\nOPENAI_API_KEY=of the server\n',
  });
  const env = ['EMPTY=', 'EQUALS=a=b', 'TOOLEMU_TEST_SET', 'TWICE=1', 'TWICE=2', 'FROM_FILE'];
  expect(variablesFrom({ env, envFile: [folder.file('a.env'), folder.file('b.env')] })).toEqual({
    EMPTY: '',
    EQUALS: 'a=b',
    TOOLEMU_TEST_SET: 'from here',
    TWICE: '2',
    FROM_FILE: '1',
    BOTH: 'b',
    QUOTED: 'two words',
    OPENAI_API_KEY: 'of the server',
  });
});

describe('an invalid variable', () => {
  it.each([
    ['=geheim', /name of the variable is missing: write NAME=VALUE/],
    ['', /name of the variable is missing/],
    ['MY TOKEN=geheim', /cannot contain spaces/],
    ['sk-geheim', /is not a variable name/],
    ['TOOLEMU_TEST_NOWHERE', /^UsageError: --env TOOLEMU_TEST_NOWHERE: neither the environment nor \.env has/],
  ])('%s is rejected without showing its value', (text, message) => {
    expect(refusal([text])).toMatch(message);
    expect(refusal([text])).not.toContain('geheim');
  });

  it('of a file is rejected with the name of the file', async () => {
    await using folder = await temporaryFolder({ 'empty.env': '# nothing\n', 'null.env': 'A=ge\0heim\n' });
    const of = (name: string): string => refusal([], [folder.file(name)]);
    expect(of('none.env')).toMatch(/^UsageError: --env-file .*none\.env cannot be read: there is no such file/);
    expect(refusal([], [folder.path])).toMatch(/cannot be read: it is a folder/);
    expect(of('empty.env')).toMatch(/has no variables: write one NAME=VALUE per line/);
    expect(of('null.env')).toMatch(/the value of A contains a null character/);
    expect(of('null.env')).not.toContain('heim');
  });
});

it('rejects variables that no server gets', async () => {
  await using folder = await temporaryFolder({
    'mcp.json': JSON.stringify({ mcpServers: { far: { url: 'https://far.test/mcp' } } }),
    'tools.json': JSON.stringify([{ name: 'search', parameters: { type: 'object' } }]),
    'cases/a.json': '{}',
  });
  const given = { env: ['A=geheim'] };
  const sources = ['tools.json', 'cases', 'none.json'].map((name) => folder.file(name));
  for (const none of [
    [],
    [...sources, 'openapi:https://far.test/a.json', 'mcp:https://far.test/mcp', 'https://far.test'],
  ])
    await expect(serversFrom(given, none)).rejects.toThrow(/^--env: this command starts no MCP server/);
  for (const some of ['mcp:node server.js', folder.file('mcp.json')])
    expect((await serversFrom(given, [...sources, some])).variables).toEqual({ A: 'geheim' });
});
