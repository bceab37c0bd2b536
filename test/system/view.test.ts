import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import type { PlaygroundSession } from '../../packages/toolemu/src/contract/index.ts';
import { setup as build } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startToolemu, toolemu } from '../support/toolemu.ts';

beforeAll(build);

/** The exit code and the words of a `toolemu view` that cannot have its address. */
async function refusalOf(...flags: readonly string[]): Promise<[number | null, string]> {
  await using folder = await temporaryFolder();
  const { code, stderr } = await toolemu(['view', '.', '--no-open', ...flags], { cwd: folder.path });
  return [code, stderr];
}

it.each([
  [['--port', '99999'], 'toolemu: --port 99999: a port is a number from 0 to 65535\n'],
  [['--host', '192.0.2.1'], 'toolemu: --host 192.0.2.1: this machine has no such address\n'],
])('says of %j what is wrong with it', async (flags, words) => {
  expect(await refusalOf(...flags)).toEqual([2, words]);
});

it('says that a port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await refusalOf('--port', String(port))).toEqual([
    2,
    `toolemu: port ${port} is taken: name another by --port\n`,
  ]);
  other.close();
});

/** A `toolemu view` that serves its own folder, and the address it printed. */
async function view(
  folder: { readonly path: string },
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const running = startToolemu(['view', '.', '--port', '0', ...flags], { cwd: folder.path, env });
  const { promise, resolve } = Promise.withResolvers<string>();
  running.child.stdout?.on('data', (text: string) => resolve(text.trim()));
  return { ...running, url: await promise };
}

it.runIf(process.platform === 'linux').each([
  [[], true],
  [['--no-open'], false],
])('opens a browser at its address unless it is told not to (%j)', async (flags, opens) => {
  await using folder = await temporaryFolder();
  mkdirSync(folder.file('bin'));
  for (const name of ['xdg-open', 'browser']) {
    await writeFile(folder.file(`bin/${name}`), `#!/bin/sh\necho "$1" > ${folder.file('opened')}\n`);
    await chmod(folder.file(`bin/${name}`), 0o755);
  }
  const env = { PATH: `${folder.file('bin')}:${process.env.PATH}`, BROWSER: folder.file('bin/browser') };
  const { child, ended, url } = await view(folder, flags, env);
  if (opens) await expect.poll(() => existsSync(folder.file('opened')), { timeout: 10_000 }).toBe(true);
  child.kill('SIGINT');
  await ended;
  expect(existsSync(folder.file('opened')) ? readFileSync(folder.file('opened'), 'utf8') : null).toBe(
    opens ? `${url}\n` : null,
  );
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'leaves no session of the playground behind on %s',
  async (signal) => {
    await using folder = await temporaryFolder();
    const { child, ended, url } = await view(folder, ['--no-open']);
    const response = await fetch(new URL('/api/playground/sessions', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        case: { id: 'bank-pay-request' },
        cast: { agent: { kind: 'careful' }, emulator: { kind: 'offline' } },
        begin: 'paused',
      }),
    });
    expect(await response.json()).toMatchObject({ id: expect.any(String) } satisfies Partial<PlaygroundSession>);
    expect(existsSync(folder.file('.playground'))).toBe(true);
    child.kill(signal);
    expect((await ended).code).toBe(0);
    expect(existsSync(folder.file('.playground'))).toBe(false);
  },
);
