import { describe, expect, it } from 'vitest';
import { adviseOnProcess, adviseOnStatus, type ProcessFailure } from './advice.ts';
import type { McpServer } from './servers.ts';

function server(command: string, { name = null, ...more }: { name?: string | null; folder?: string } = {}): McpServer {
  const [program = '', ...args] = command.split(' ');
  return { name, connection: { kind: 'command', command: program, args, environment: { GIVEN_KEY: 'x' }, ...more } };
}

function advise(command: string, failure: Partial<ProcessFailure>, named?: { name?: string; folder?: string }) {
  return adviseOnProcess(server(command, named), { kind: 'ended', stderr: '', greeting: '', ...failure });
}

describe('a command that cannot be started', () => {
  it.each([
    ['npx -y x', /install Node\.js/],
    ['uvx x', /install uv/],
    ['docker run x', /install Docker, and start it/],
    ['python x.py', /python3/],
    ['./bin/server', /check the path/],
    ['my-server', /install the program/],
  ])('%s', (command, advice) => {
    expect(advise(command, { kind: 'not-started', code: 'ENOENT' })).toMatch(advice);
  });

  it('because of missing permissions or a missing folder', () => {
    expect(advise('./server.py', { kind: 'not-started', code: 'EACCES' })).toMatch(/chmod \+x/);
    const folder = '/no/such/folder';
    expect(advise('node a.js', { kind: 'not-started', code: 'ENOENT' }, { name: 'a', folder })).toMatch(/"cwd"/);
  });
});

describe('a variable that a server requires', () => {
  it.each([
    'Error: GITHUB_TOKEN is not set',
    'GITHUB_TOKEN environment variable is required',
    'Missing required environment variable: GITHUB_TOKEN',
    'Please set the GITHUB_TOKEN variable',
    "KeyError: 'GITHUB_TOKEN'",
    'ValueError: You must provide `GITHUB_TOKEN`',
    'process.env says: "GITHUB_TOKEN" is undefined',
    '  GITHUB_TOKEN: Required',
  ])('is named in the advice: %s', (line) => {
    const stderr = `starting\n${line}\n    at step (file:///srv/SOME_FILE.js:1:1)\n`;
    expect(advise('npx -y x', { stderr })).toBe('pass GITHUB_TOKEN with --env GITHUB_TOKEN');
    expect(advise('npx -y x', { stderr }, { name: 'hub' })).toMatch(
      /in "env" of its entry, or pass it with --env GITHUB_TOKEN/,
    );
    expect(advise('docker run -i x', { stderr })).toMatch(/--env GITHUB_TOKEN, and pass it on with `-e GITHUB_TOKEN`/);
    expect(advise('docker run -e GITHUB_TOKEN x', { stderr })).not.toContain('`-e');
  });

  it('leads to advice to check its value if it was passed', () => {
    expect(advise('npx x', { stderr: 'GIVEN_KEY is missing or wrong' })).toMatch(/check the value of GIVEN_KEY/);
  });

  it.each(['Error [ERR_MODULE_NOT_FOUND]: missing', "code: 'MODULE_NOT_FOUND' is required"])(
    'is not an error code: %s',
    (stderr) => {
      expect(advise('node x.js', { stderr }) ?? '').not.toContain('--env');
    },
  );
});

it.each([
  ['npx -y nope', 'npm error code E404\nnpm error 404 Not Found', /name and the version of the package/],
  ['npx -y nope', "npm error 404  'nope@*' is not in this registry.", /name and the version/],
  ['uvx nope', 'nope was not found in the package registry', /name and the version/],
  ['npx -y x', 'npm error could not determine executable to run', /no program with this name/],
  ['npx -y x', 'npm error code ENOTFOUND\nnpm error getaddrinfo EAI_AGAIN registry', /HTTPS_PROXY/],
  ['uvx x', 'error: Failed to fetch: `https://pypi/simple/`', /UV_INDEX_URL/],
  ['npx -y x', 'npm error code SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
  ['uvx x', 'invalid peer certificate: UnknownIssuer', /SSL_CERT_FILE/],
  ['npx x', 'npm error code E401', /requires a login/],
  ['docker run x', 'docker: Cannot connect to the Docker daemon at unix:///x', /start Docker/],
  ['docker run x', 'docker: Error response: pull access denied for x', /name of the image/],
  ['node nope.js', "Error: Cannot find module '/srv/nope.js'", /path of the script/],
  ['python3 no.py', "python3: can't open file '/srv/no.py': [Errno 2]", /path of the script/],
  ['node a.js', "Cannot find package 'zod' imported from /srv/a.js", /install the packages/],
  ['python3 -m x', 'ModuleNotFoundError: No module named x', /install the packages/],
  ['files', 'Usage: files <folder>', /other arguments/],
  ['files /nope', "Error: ENOENT: no such file or directory, stat '/nope'", /paths in its arguments/],
  ['web', 'Server listening on port 3000', /serves over HTTP/],
])('%s that says "%s"', (command, stderr, advice) => {
  expect(advise(command, { stderr })).toMatch(advice);
});

it('reads text that a server writes to standard output instead of messages', () => {
  expect(advise('web', { kind: 'timeout', greeting: 'Listening at http://localhost:3000/mcp' })).toMatch(/over HTTP/);
});

it('advises more time, also for the download by a package runner', () => {
  expect(advise('node a.js', { kind: 'timeout' })).toMatch(/^give it more time with --timeout/);
  expect(advise('npx -y x', { kind: 'timeout' })).toMatch(/^the first npx of a package downloads it: .*--timeout/);
});

it('does not guess if a server explains the problem in its own words', () => {
  expect(advise('node a.js', { stderr: 'the moon is full' })).toBe(null);
});

it.each([
  [401, /"headers".*--env TOKEN/],
  [403, /"headers".*--env TOKEN/],
  [404, /\/mcp.*\/sse/],
  [405, /\/mcp.*\/sse/],
  [406, /streamable HTTP or SSE/],
  [302, /redirects/],
  [429, /later/],
  [503, /later/],
])('advises on status %i', (status, advice) => {
  expect(adviseOnStatus(status, server('x'))).toMatch(advice);
});
