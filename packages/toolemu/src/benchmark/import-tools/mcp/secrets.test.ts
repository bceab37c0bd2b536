import { expect, it } from 'vitest';
import { maskOf, secretsOf, withoutSecrets } from './secrets.ts';
import type { McpServer } from './servers.ts';

it.each([
  ['as it is', 'token abc123xyz is bad', 'token ${KEY} is bad'],
  ['in JSON', 'got {"a":"line\\nabc\\"def"}', 'got {"a":"${LINES}"}'],
  ['in an address', 'GET /?q=abc%20def%2Fghi', 'GET /?q=${SPACED}'],
  ['line by line', '  MIIEvQIBADANBgkqhkiG9w0', '  ${PEM}'],
  ['where another value begins as it does', 'abc123xyz-longer', '${LONG}'],
  ['and leaves short words', 'true, and level 5', 'true, and level 5'],
])('masks a value %s', (_where, text, shown) => {
  const mask = maskOf({
    KEY: 'abc123xyz',
    LONG: 'abc123xyz-longer',
    LINES: 'line\nabc"def',
    SPACED: 'abc def/ghi',
    PEM: '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END KEY-----',
    DEBUG: 'true',
    LEVEL: '5',
  });
  expect(mask(text)).toBe(shown);
});

it('masks secrets in tool lists and answers, and keeps settings that the tools need', () => {
  const variables = {
    API_TOKEN: 'tok-secret',
    SESSION: 'a8f3k2j4h5g6d7s8',
    DATABASE_URL: 'postgres://kim:pw@db/x',
    ROOT: '/home/kim/notes-2024-archive',
    REGION: 'eu-west',
  };
  const answer = {
    content: [{ type: 'text', text: 'tok-secret a8f3k2j4h5g6d7s8 postgres://kim:pw@db/x' }],
    structuredContent: { 'tok-secret': ['/home/kim/notes-2024-archive', 'eu-west', 7, null] },
  };
  expect(withoutSecrets(answer, variables)).toEqual({
    content: [{ type: 'text', text: '${API_TOKEN} ${SESSION} ${DATABASE_URL}' }],
    structuredContent: { '${API_TOKEN}': ['/home/kim/notes-2024-archive', 'eu-west', 7, null] },
  });
});

const key = 'k3y/of+kim';

it.each<[string, McpServer['connection']]>([
  ['an option', command(['--api-key', key])],
  ['an option with =', command([`--token=${key}`])],
  ['a variable of a container', command(['run', '-e', `API_KEY=${key}`])],
  ['a header of a bridge', command(['--header', `Authorization: Bearer ${key}`])],
  ['an address of a database', command([`postgres://kim:${key}@db/x`])],
  ['a variable of its entry', command([], { API_KEY: key })],
  ['a variable that was filled in', command([`--say=${key}`])],
  ['a header', http('https://x.test/mcp', { 'X-Api-Key': key })],
  ['a header with a scheme', http('https://x.test/mcp', { Authorization: `Bearer ${key}` })],
  ['a query', http(`https://x.test/mcp?token=${encodeURIComponent(key)}`)],
  ['a password', http(`https://kim:${encodeURIComponent(key)}@x.test/mcp`)],
])('finds the secret in %s of a server', (_where, connection) => {
  const secrets = secretsOf({ name: null, connection }, { MY_TOKEN: key, PORT: '8080' });
  for (const text of [`bad ${key}`, `postgres://kim:${key}@db/x`]) expect(maskOf(secrets)(text)).not.toContain(key);
});

it('finds the password of a proxy, which every server inherits', () => {
  const proxy = `http://kim:${encodeURIComponent(key)}@proxy.test:3128`;
  const secrets = secretsOf({ name: null, connection: command([]) }, { HTTPS_PROXY: proxy });
  expect(maskOf(secrets)(`via ${proxy}`)).toBe('via ${HTTPS_PROXY}');
});

it('finds no secret in settings', () => {
  const settings = [
    '-y',
    '@scope/some-server-for-notes@2.1.0',
    '--root',
    '/home/kim/notes',
    '--level=verbose',
    '--flag',
  ];
  const environment = { HOME: '/home/kim', REGION: 'eu-west', ROOT: '/home/kim/notes' };
  expect(secretsOf({ name: null, connection: command(settings) }, environment)).toEqual({});
  expect(secretsOf({ name: null, connection: http('https://x.test/mcp?mode=full') }, environment)).toEqual({});
});

function command(args: string[], environment: Record<string, string> = {}): McpServer['connection'] {
  return { kind: 'command', command: 'npx', args, environment };
}

function http(url: string, headers: Record<string, string> = {}): McpServer['connection'] {
  return { kind: 'http', url: new URL(url), headers, isSse: false };
}
