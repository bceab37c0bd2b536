import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileFile, makeHostileCorpus } from '../fixtures/hostile/make.ts';
import { commandsFor, type HostileEnd, runCommands } from '../support/hostile-commands.ts';
import { faultsOf, longestMs, raw, stack } from '../support/hostile-faults.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startToolemu } from '../support/toolemu.ts';

/**
 * One in so many files is read in a run of this suite; the seed says which. All of them:
 * HOSTILE_ONE_IN=1, which takes about ten minutes.
 */
const oneIn = Number(process.env.HOSTILE_ONE_IN ?? 8);
const seed = Number(process.env.HOSTILE_SEED ?? 1);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let files: readonly HostileFile[];
let marker: string;
const asked: string[] = [];
const canary = createServer((request, response) => {
  asked.push(String(request.url));
  response.end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  folder = await temporaryFolder({ 'work/.keep': '', 'scratch/.keep': '' });
  marker = folder.file('marker');
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  const isChosen = ({ name }: HostileFile): boolean => numberOf(name) % oneIn === seed % oneIn;
  files = makeHostileCorpus({ folder: folder.file('corpus'), canary: { marker, url }, isChosen });
});

afterAll(async () => {
  canary.close();
  await folder[Symbol.asyncDispose]();
});

/** A number that a name always has. */
function numberOf(name: string): number {
  return hash('sha256', name, 'buffer').readUInt32BE(0);
}

function told(end: HostileEnd): string[] {
  const faults = [
    ...faultsOf(end),
    ...(existsSync(marker) ? ['a program of the file was started'] : []),
    ...(asked.length > 0 ? [`the canary server was asked for ${asked.join(', ')}`] : []),
  ];
  return faults.map((fault) => `${end.file}: toolemu ${end.words.join(' ').replaceAll(folder.path, '')}: ${fault}`);
}

describe(`one in ${oneIn} files of somebody hostile`, () => {
  it('is read or refused by every command, which does nothing else', async () => {
    const commands = files
      .filter(({ isHeavy }) => !isHeavy)
      .flatMap((file) => commandsFor(folder.file('corpus'), folder.file('scratch'), file));
    const half = Math.ceil(commands.length / 2);
    const options = { cwd: folder.file('work'), longestMs };
    const ends = await Promise.all(
      [commands.slice(0, half), commands.slice(half)].map((one) => runCommands(one, options)),
    );
    expect(ends.flat().length).toBe(commands.length);
    expect(ends.flat().flatMap(told)).toEqual([]);
  });

  it('is read or refused where it is large, deep or no plain file', async () => {
    const faults: string[] = [];
    for (const file of files.filter(({ isHeavy }) => isHeavy)) {
      const commands = commandsFor(folder.file('corpus'), folder.file('scratch'), file).slice(0, 3);
      const ends = await runCommands(commands, { cwd: folder.file('work'), longestMs });
      faults.push(...ends.flatMap(told));
    }
    expect(faults).toEqual([]);
  });

  it('is shown by view, which answers and starts nothing', async () => {
    const view = startToolemu(['view', folder.file('corpus/run'), '--no-open', '--port', '0'], {
      cwd: folder.file('work'),
    });
    try {
      const origin = await originOf(view);
      const runs = (await (await fetch(`${origin}/api/runs`)).json()) as Record<string, unknown>;
      const names = files.filter(({ format }) => format === 'run');
      expect(JSON.stringify(runs)).toContain('.toolemu');
      for (const { name } of names) {
        const run = encodeURIComponent(name.replace(/^run\//, ''));
        for (const at of ['', '/report', '/episodes', '/labels', '/inspection']) {
          const { status } = await fetch(`${origin}/api/runs/${run}${at}`, { signal: AbortSignal.timeout(longestMs) });
          expect([200, 400, 404, 409], `${run}${at}`).toContain(status);
        }
      }
    } finally {
      view.child.kill('SIGINT');
    }
    const { code, stderr } = await view.ended;
    expect(code, stderr).toBe(0);
    expect(stderr).not.toMatch(raw);
    expect(stderr).not.toMatch(stack);
    expect([existsSync(marker), asked]).toEqual([false, []]);
  });
});

async function originOf({ child }: ReturnType<typeof startToolemu>): Promise<string> {
  let text = '';
  child.stdout?.on('data', (more: string) => (text += more));
  await expect.poll(() => text, { timeout: longestMs }).toMatch(/^http/);
  return new URL(text.trim()).origin;
}
