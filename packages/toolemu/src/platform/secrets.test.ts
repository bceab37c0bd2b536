import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hasLogin,
  isSecretParameter,
  redactError,
  rememberAddress,
  rememberSecrets,
  withoutCredentials,
  withoutSecrets,
  withoutSecretsIn,
  withoutSecretVariables,
} from './secrets.ts';

const key = 'sk-proj-Zq3+x/7"Lm9Wc2RtYv8Kp4Hn';

beforeEach(() => vi.stubEnv('OPENAI_API_KEY', key));
afterEach(() => vi.unstubAllEnvs());

/** Ways in which programs print a key that they know. */
const writings: readonly (readonly [how: string, text: string])[] = [
  ['plain', key],
  ['in JSON', JSON.stringify({ key })],
  ['in a query', `https://a.example/v1?x=${encodeURIComponent(key)}`],
  ['in a query with small escapes', encodeURIComponent(key).replaceAll(/%../g, (one) => one.toLowerCase())],
  ['as the password of basic auth', `Basic ${base64(`me:${key}`)}`],
  ['as the user of basic auth', base64(`${key}:`)],
  ['in Base64 for URLs', base64(`user ${key} and more`).replaceAll('+', '-').replaceAll('/', '_')],
];

describe('withoutSecrets', () => {
  it.each(writings)('replaces a key of the environment %s', (_how, text) => {
    const masked = withoutSecrets(`said: ${text}.`);
    expect(masked).toContain('${OPENAI_API_KEY}');
    for (const part of partsOf(key)) expect(masked).not.toContain(part);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a password in an address', { TOOLEMU_QUEUE: 'postgres://me:correct%2Fhorse9@db/x' }, 'correct/horse9'],
    [
      'the same as it stands in the address',
      { TOOLEMU_QUEUE: 'postgres://me:correct%2Fhorse9@db/x' },
      'correct%2Fhorse9',
    ],
    ['a token in an address', { HTTPS_PROXY: 'http://tokentoken77@proxy:3128' }, 'tokentoken77'],
    ['a parameter of an address', { SPEC_URL: 'https://a.example/?api_key=paramparam1' }, 'paramparam1'],
    ['a token of another program', { GITHUB_TOKEN: 'ghx-1234567890' }, 'ghx-1234567890'],
  ])('knows %s', (_what, variables, secret) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(withoutSecrets(`a ${secret} b`)).toMatch(/^a \$\{\w+\} b$/);
  });

  it('knows what it is told', () => {
    rememberAddress('https://me:remembered-1@a.example/?sig=signature-2');
    rememberSecrets({ HEADER: 'remembered-header-3', EMPTY: undefined });
    const said = `remembered-1 signature-2 remembered-header-3 ${base64('me:remembered-1')}`;
    expect(withoutSecrets(said)).toBe('${PASSWORD} ${sig} ${HEADER} ${LOGIN}');
  });

  it('takes no folder for a secret that it is told', () => {
    rememberSecrets({ PWD: '/no/such/folder', PASSWORD_FILE: import.meta.filename });
    const said = `/no/such/folder/x ${import.meta.filename}`;
    expect(withoutSecrets(said)).toBe(said);
  });

  it.each([
    ['PWD', process.cwd()],
    ['SSH_AUTH_SOCK', '/tmp/agent.12345678'],
    ['PASSWORD_STORE_DIR', '~/.password-store'],
    ['OPENAI_API_KEY', 'none'],
    ['COMPATIBLE_API_KEY', 'lm-studio'],
    ['REGION', 'eu-central-1'],
  ])('leaves what is no secret: %s=%s', (name, value) => {
    vi.stubEnv(name, value);
    expect(withoutSecrets(`at ${value}/x`)).toBe(`at ${value}/x`);
  });

  it('leaves data that only looks like a secret', () => {
    const text = 'https://user:hunter22@bank.example/?token=abc12345 Bearer abcdef123456 sk-live-12345678';
    expect(withoutSecrets(text)).toBe(text);
  });
});

describe('withoutSecretsIn', () => {
  it('masks all strings of a value, and returns the same value if there is nothing to mask', () => {
    expect(withoutSecretsIn({ a: [{ b: `x${key}` }], [key]: 1 })).toEqual({
      a: [{ b: 'x${OPENAI_API_KEY}' }],
      '${OPENAI_API_KEY}': 1,
    });
    const plain = { a: undefined, b: new Date(0) };
    expect(withoutSecretsIn(plain)).toBe(plain);
  });

  it.each([undefined, 1n, () => 1, circular()])('returns what is not JSON as it is', (value) => {
    expect(withoutSecretsIn(value)).toBe(value);
  });
});

describe('withoutCredentials', () => {
  it.each([
    `Incorrect API key provided: ${key.slice(0, 4)}...${key.slice(-4)}.`,
    `key ${key.slice(0, 3)}****${key.slice(-4)}`,
    `"${key.slice(0, 7)}…"`,
    `it begins with ${key.slice(0, 14)}`,
    `****${key.slice(-4)}`,
  ])('replaces a known key that was shortened: %s', (text) => {
    const shown = withoutCredentials(text);
    expect(shown).toMatch(/\$\{OPENAI_API_KEY\}|\*\*\*/);
    expect(shown).not.toContain(key.slice(-4));
    expect(shown).not.toContain(key.slice(0, 7));
  });

  it.each([
    ['http://user:hunter2@a.example/x', 'http://***@a.example/x'],
    ['"postgres://me:p/w@db:5432/x"', '"postgres://***@db:5432/x"'],
    ['https://token1234567@a.example', 'https://***@a.example'],
    ['https://a.example/?api_key=abc&x=1', 'https://a.example/?api_key=***&x=1'],
    ['https://a.example/?x=1&X-Amz-Signature=abc#k', 'https://a.example/?x=1&X-Amz-Signature=***#k'],
    ['https://a.example/#access_token=abc', 'https://a.example/#access_token=***'],
    ['https://a.example/?key=abc', 'https://a.example/?key=***'],
    ['authorization: Bearer abcdefgh12345678', 'authorization: Bearer ***'],
    ['Authorization: Basic dXNlcjpodW50ZXIy', 'Authorization: Basic ***'],
    ['{"api_key":"abcdefgh1234"}', '{"api_key":"***"}'],
    [String.raw`{\"password\": \"abcdefgh1234\"}`, String.raw`{\"password\": \"***\"}`],
    ['Incorrect API key provided: sk-abcd...wxyz', 'Incorrect API key provided: ***'],
    ['sk-proj-****abcd', '***'],
    ['AIzaSyA1234567890abcdefghij', '***'],
    ['ghp_0123456789abcdef', '***'],
    ['AKIA0123456789ABCDEF', '***'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '***'],
  ])('replaces what looks like a secret in %s', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown);
  });

  it.each([
    'postgres://me@db.example:5432/toolemu',
    'write it as in http://NAME:PASSWORD@proxy:3128',
    'http://localhost:8000/v1/@scope/package',
    'https://a.example/?api-version=2024-10-21',
    'token usage: 12345678, max_tokens: 4096',
    'the key was not accepted. Check OPENAI_API_KEY',
    'mail me@example.org, then see https://a.example/b?page=2',
    'task-force sk-ipped',
  ])('leaves %s', (text) => {
    expect(withoutCredentials(text)).toBe(text);
  });

  it.each(['a-', '://', '?key', 'sk-', 'eyJ-', 'x.', '*', 'Bearer ', 'user:'])(
    'takes time in proportion to a text of many "%s"',
    (part) => {
      const start = performance.now();
      withoutCredentials(part.repeat(200_000));
      expect(performance.now() - start).toBeLessThan(5000);
    },
  );
});

it('redactError changes an error and its causes', () => {
  const cause = Object.assign(new Error(`got ${key}`), { responseBody: `{"error":"${base64(key)}"}`, data: { key } });
  const error = redactError(new Error('failed', { cause }));
  expect(error.cause).toBe(cause);
  expect(cause.stack).toContain('Error: got ${OPENAI_API_KEY}');
  expect(cause).toMatchObject({
    message: 'got ${OPENAI_API_KEY}',
    responseBody: '{"error":"${OPENAI_API_KEY}"}',
    data: { key: '${OPENAI_API_KEY}' },
  });
});

it('withoutSecretVariables keeps what programs need', () => {
  const env = { PATH: '/bin', HOME: '/h', OPENAI_API_KEY: key, HTTP_PROXY: 'http://a:b@c', NODE_OPTIONS: '--x' };
  expect(withoutSecretVariables(env)).toEqual({ PATH: '/bin', HOME: '/h', NODE_OPTIONS: '--x' });
});

it.each(['key', 'api_key', 'apiKey', 'access_token', 'X-Goog-Signature', 'sig', 'code', 'subscription-key'])(
  'isSecretParameter: %s',
  (name) => expect(isSecretParameter(name)).toBe(true),
);

it.each(['api-version', 'page', 'keyboard', 'zipcode', 'design'])('not isSecretParameter: %s', (name) =>
  expect(isSecretParameter(name)).toBe(false),
);

it('hasLogin', () => {
  expect(['http://a:b@c', 'http://c/@d', 'a@b'].map(hasLogin)).toEqual([true, false, false]);
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll('=', '');
}

/** All that would help to guess the key: six characters of it in a row. */
function partsOf(text: string): string[] {
  return Array.from({ length: text.length - 5 }, (_, at) => text.slice(at, at + 6));
}

function circular(): unknown {
  const one: { self?: unknown } = {};
  one.self = one;
  return one;
}
