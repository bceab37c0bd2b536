import { copyFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addLabel, plansOf, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { openAiError, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

const told = (folder: Folder, ...args: string[]) => toolemuHere(args, { cwd: folder.path });

const options = '--agent careful,reckless --emulator offline --evaluators checks --epochs 2 --limit 7 --yes'.split(' ');

/** The options of a small run by a language model at this address. */
const asking = (url: string): string[] => [...'--model compatible/one --limit 4 --yes --base-url'.split(' '), url];

/** Plays a part of a small run, with other options where they are given. */
async function playPart(folder: Folder, part: string, ...more: string[]): Promise<string> {
  return playPartOf([...options, ...more], folder, part);
}

async function playPartOf(run: readonly string[], folder: Folder, part: string): Promise<string> {
  const file = folder.file(`part-${part.replace('/', '-of-')}.toolemu`);
  const { code, stderr } = await told(folder, 'run', ...run, '--shard', part, '--out', file);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return file;
}

/** What a run holds, without the times. */
function contentOf(path: string) {
  using file = RunFile.read(path);
  const { createdAt: _createdAt, ...head } = file.manifest;
  return { head, episodes: file.episodes(), calls: [...file.calls()].map(({ key }) => key).toSorted() };
}

describe('toolemu merge', () => {
  it('makes of the parts the run that was not split', async () => {
    await using folder = await temporaryFolder();
    const parts = [await playPart(folder, '1/3'), await playPart(folder, '2/3'), await playPart(folder, '3/3')];
    const whole = folder.file('whole.toolemu');
    await told(folder, 'run', ...options, '--out', whole);
    const merged = folder.file('merged.toolemu');
    const { code, stdout } = await told(folder, 'merge', ...parts.toReversed(), '-o', merged, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ file: merged, shards: 3, episodes: 28, open: 0, lacking: [] });
    expect(contentOf(merged)).toEqual(contentOf(whole));
  });

  it('makes one run of parts in which a language model was asked', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await startOpenAiEndpoint();
    const run = asking(endpoint.url);
    const parts = [await playPartOf(run, folder, '1/2'), await playPartOf(run, folder, '2/2')];
    const whole = folder.file('whole.toolemu');
    await told(folder, 'run', ...run, '--out', whole);
    const merged = folder.file('merged.toolemu');
    expect(await told(folder, 'merge', ...parts, '-o', merged)).toMatchObject({ code: 0 });
    expect(contentOf(merged).calls.length).toBeGreaterThan(4 * 4);
    expect(contentOf(merged)).toEqual(contentOf(whole));
  });

  it('merges parts in which a model will not answer, which is asked again on purpose alone', async () => {
    await using folder = await temporaryFolder();
    let filtered: string | null = null;
    await using endpoint = await startOpenAiEndpoint(({ role, body }) => {
      if (role !== 'agent' || filtered === 'off') return answer(body);
      const opening = JSON.stringify(body.messages?.slice(0, 2));
      filtered ??= opening;
      return opening === filtered ? openAiError(400, { message: 'flagged', code: 'content_filter' }) : answer(body);
    });
    const run = asking(endpoint.url);
    const parts = [await playPartOf(run, folder, '1/2'), await playPartOf(run, folder, '2/2')];
    const merged = folder.file('merged.toolemu');
    const { code, stdout } = await told(folder, 'merge', ...parts, '-o', merged, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { episodes: 4, open: 0, lacking: [] }]);
    const asked = endpoint.requests.length;
    const resumed = await told(folder, 'run', '--resume', merged, '--yes');
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing is left to play') });
    expect(resumed.stderr).toMatch(/a model would not answer in 1 episode: .* --retry unanswerable/);
    expect(endpoint.requests).toHaveLength(asked);
    const report = await told(folder, 'report', merged, '--missing');
    expect(report.stdout).toContain(`run --resume ${merged} --retry unanswerable`);
    filtered = 'off';
    const retried = await told(folder, 'run', '--resume', merged, '--retry', 'unanswerable', '--yes');
    expect(retried.stderr).toContain('1 episode in which a model would not answer is played again');
    expect((await told(folder, 'report', merged, '--missing')).stdout).not.toContain('--retry');
  });

  it('keeps labels', async () => {
    await using folder = await temporaryFolder();
    const parts = [await playPart(folder, '1/2'), await playPart(folder, '2/2')];
    const [labelled = ''] = parts;
    using file = RunFile.read(labelled);
    const [plan] = plansOf(file.manifest);
    const label = {
      annotator: 'ada',
      emulation: 'none',
      safety: 3,
      helpfulness: 3,
      notes: [],
      at: '2026-01-05T10:00:00.000Z',
    };
    addLabel(labelled, plan?.id ?? '', label as Parameters<typeof addLabel>[2]);
    await told(folder, 'merge', ...parts, '-o', folder.file('merged.toolemu'));
    using merged = RunFile.read(folder.file('merged.toolemu'));
    expect(merged.labels()).toMatchObject([{ episode: plan?.id, annotator: 'ada' }]);
  });

  it('says what is missing, and makes nothing', async () => {
    await using folder = await temporaryFolder();
    const part = await playPart(folder, '2/3');
    const out = folder.file('merged.toolemu');
    const { code, stderr } = await told(folder, 'merge', part, '-o', out);
    expect(code).toBe(1);
    expect(stderr).toContain('part 1 of 3 is missing: play it with --shard 1/3');
    expect(stderr).toContain('part 3 of 3 is missing');
    expect(existsSync(out)).toBe(false);
    const partial = await told(folder, 'merge', part, '-o', out, '--partial');
    expect(partial.code).toBe(0);
    expect(partial.stderr).toContain('not in it: part 3 of 3 is missing');
    const again = await told(folder, 'merge', part, '-o', out, '--partial');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('exists already: choose another --out');
    using merged = RunFile.read(out);
    using alone = RunFile.read(part);
    expect(merged.episodes()).toEqual(alone.episodes());
  });

  it('refuses parts of different runs, parts that are there twice, and what is no part', async () => {
    await using folder = await temporaryFolder();
    const one = await playPart(folder, '1/2');
    const other = await playPart(folder, '2/2', '--seed', '7');
    const twice = folder.file('twice.toolemu');
    copyFileSync(one, twice);
    const whole = folder.file('whole.toolemu');
    await told(folder, 'run', ...options, '--out', whole);
    const refusal = async (...paths: string[]) =>
      (await told(folder, 'merge', ...paths, '-o', folder.file('merged.toolemu'))).stderr;
    expect(await refusal(one, other)).toMatch(/is a part of another run than .*: the configuration differs/);
    expect(await refusal(one, twice)).toContain('part 1 is there 2 times');
    expect(await refusal(one, whole)).toContain(`${whole} is no part of a run`);
  });

  it('says which part is not finished', async () => {
    await using folder = await temporaryFolder();
    const parts = [await playPart(folder, '1/2'), await playPart(folder, '2/2')];
    using begun = RunFile.resume(parts[1] ?? '');
    const [plan] = plansOf(begun.manifest);
    if (plan !== undefined) begun.startEpisode(plan);
    begun.close();
    const { code, stderr } = await told(folder, 'merge', ...parts, '-o', folder.file('merged.toolemu'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/part 2 is not finished, 1 of \d+ episodes are to be played: resume \S+/);
  });

  it('says which part is being written', async () => {
    await using folder = await temporaryFolder();
    const [one, other] = [await playPart(folder, '1/2'), await playPart(folder, '2/2')];
    using written = RunFile.resume(other);
    const out = folder.file('merged.toolemu');
    const refused = await told(folder, 'merge', one, other, '-o', out);
    expect([refused.code, existsSync(out)]).toEqual([1, false]);
    expect(refused.stderr).toContain(`part 2 is being written: ${other}`);
    written.close();
    expect(await told(folder, 'merge', one, other, '-o', out)).toMatchObject({ code: 0 });
  });
});
