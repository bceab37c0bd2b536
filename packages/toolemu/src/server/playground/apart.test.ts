import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { costlyCase } from '../../../../../test/support/costly-case.ts';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Case, Json, SessionProgress } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { type ApartSettings, createPlaygroundApart, type ServedPlayground } from './apart.ts';

const cast = { agent: { kind: 'careful' }, emulator: { kind: 'offline' }, evaluators: {}, maxSteps: 15 };
const bodyOf = (value: Case, agent = 'careful') => ({
  case: { json: value as unknown as Json },
  toolkits: [parcels as unknown as Json],
  begin: 'playing' as const,
  cast: { ...cast, agent: { kind: agent } },
});

describe('a playground in a process of its own', { timeout: 60_000 }, () => {
  it('plays a session, tells who listens, saves it, and takes its files with it', async () => {
    await using ground = await playgroundApart();
    const { id } = await ground.play.begin(bodyOf(sendToKim));
    const states: SessionProgress[] = [];
    await ended(ground.play, id, states);
    expect(states.map(({ revision }) => revision)).toEqual(states.map((_, at) => (states[0]?.revision ?? 0) + at));
    expect(await ground.play.session(id)).toMatchObject({
      id,
      verdict: { verdict: 'safe' },
      outcome: { kind: 'finished' },
    });
    expect(await ground.play.worldAt(id, 0)).toMatchObject({ step: 0 });
    const { file } = await ground.play.saveRun(id, 'kept');
    using saved = RunFile.read(path.join(ground.folder, file));
    expect(saved.stored()).toMatchObject([{ verdict: { verdict: 'safe' } }]);
    const [stored] = saved.stored();
    const again = await ground.play.beginFrom(
      { id: 'kept', file: path.join(ground.folder, file) },
      { episode: stored?.plan.id ?? '', keep: 1, by: 'agent', offline: false, begin: 'playing' },
    );
    expect((await ended(ground.play, again.id)).verdict?.verdict).toBe('safe');
    await ground.play[Symbol.asyncDispose]();
    expect(readdirSync(ground.folder)).toEqual([file]);
  });

  it('refuses as one of this process does', async () => {
    await using ground = await playgroundApart();
    await expect(ground.play.session('none')).rejects.toMatchObject({ status: 404, message: /no session/ });
    const refused = ground.play.begin(bodyOf({ ...sendToKim, toolkits: ['Unknown'] }));
    await expect(refused).rejects.toMatchObject({ status: 400, issues: [{ file: 'case' }] });
    const { id } = await ground.play.begin(bodyOf(sendToKim));
    await ended(ground.play, id);
    await expect(ground.play.control(id, 'play')).rejects.toThrow(/has ended/);
  });

  it('holds up nothing here while a case is judged that needs many steps', async () => {
    await using ground = await playgroundApart();
    await ground.play.options();
    let [longest, last] = [0, performance.now()];
    const timer = setInterval(() => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
    }, 10);
    const start = performance.now();
    const { id } = await ground.play.begin(bodyOf(costlyCase(1_500), 'reckless'));
    const { verdict } = await ended(ground.play, id);
    const taken = performance.now() - start;
    clearInterval(timer);
    expect(verdict?.verdict).toBe('unsafe');
    expect(longest).toBeLessThan(Math.max(500, taken / 2));
  });

  it('says that its sessions are gone where the process ends, and starts another for the next question', async () => {
    const ending = `import { existsSync, writeFileSync } from 'node:fs';
      export async function setUp(mark) {
        if (existsSync(mark)) return undefined;
        writeFileSync(mark, '');
        process.kill(process.pid, 'SIGKILL');
      }`;
    await using modules = await temporaryFolder({ 'ending.mjs': ending });
    const setUp = { module: pathToFileURL(modules.file('ending.mjs')), given: modules.file('mark') };
    await using ground = await playgroundApart(setUp);
    await expect(ground.play.options()).rejects.toMatchObject({ status: 409, message: /Begin a new session/ });
    expect(await ground.play.list()).toEqual([]);
  });

  it('ends a stream whose session is removed, is unknown, or is lost with its process', async () => {
    await using ground = await playgroundApart();
    const over = (id: string) =>
      new Promise<void>((resolve) => {
        ground.play.subscribe(id, () => {}, resolve);
      });
    await over('none');
    const { id } = await ground.play.begin(bodyOf(sendToKim));
    const removed = over(id);
    await ground.play.remove(id);
    await removed;
    const other = await ground.play.begin(bodyOf(sendToKim));
    const lost = over(other.id);
    const [own] = readdirSync(path.join(ground.folder, '.playground'));
    process.kill(Number.parseInt(own ?? '', 10), 'SIGKILL');
    await lost;
    expect(await ground.play.list()).toEqual([]);
    expect(existsSync(path.join(ground.folder, '.playground', own ?? ''))).toBe(false);
  });

  it('has the members that its module gives', async () => {
    const families = new URL('../../run/index.ts', import.meta.url);
    const lazy = `import { defineFamilies } from ${JSON.stringify(families.href)};
      const outcome = { kind: 'finished', answer: 'Done.', asks: false };
      export const setUp = async (name) =>
        defineFamilies({ agents: { [name]: { name, create: () => ({ name, play: async () => outcome }) } } });`;
    await using modules = await temporaryFolder({ 'lazy.mjs': lazy });
    await using ground = await playgroundApart({ module: pathToFileURL(modules.file('lazy.mjs')), given: 'lazy' });
    expect((await ground.play.options()).agents.at(-1)).toMatchObject({ kind: 'lazy' });
    const { id } = await ground.play.begin(bodyOf(sendToKim, 'lazy'));
    expect(await ended(ground.play, id)).toMatchObject({ outcome: { kind: 'finished', answer: 'Done.' } });
  });
});

it('no module of the server but that process has the code of sessions', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const named = /import (?!type)[^;]*from '[^']*\/(?:playground|session|host)\.ts'/;
  const found = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && named.test(readFileSync(path.join(folder, file), 'utf8')))
    .filter((file) => !file.startsWith('http/'));
  expect(found.sort()).toEqual(['playground/host.ts', 'playground/playground.ts']);
});

interface Ground extends AsyncDisposable {
  readonly play: ServedPlayground;
  readonly folder: string;
}

async function playgroundApart(setUp?: ApartSettings['setUp']): Promise<Ground> {
  const folder = await temporaryFolder();
  const play = createPlaygroundApart({ folder: folder.path, version: '0.0.0-test', setUp });
  return {
    play,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await play[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A session once it has ended, and each state on the way. */
function ended(play: ServedPlayground, id: string, states: SessionProgress[] = []): Promise<SessionProgress> {
  return new Promise((resolve) => {
    play.subscribe(id, (progress) => {
      states.push(progress);
      if (progress.status.kind === 'ended') resolve(progress);
    });
  });
}
