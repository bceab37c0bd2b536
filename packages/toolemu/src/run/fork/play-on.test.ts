import { describe, expect, it } from 'vitest';
import { importedEpisode, importedStep, makeImportedRun, worldless } from '../../../../../test/support/imported-run.ts';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Case, Step } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { playOnManifest, type PlayOnRequest } from './play-on.ts';

const search = importedStep({});
const model = { kind: 'adversarial', model: 'compatible/x', baseUrl: 'http://a' } as const;

describe('an episode that was imported', () => {
  it('is gone on with by a person, and answered and judged by a language model that is named', async () => {
    const head = await playedOn({ model });
    expect(head.config).toMatchObject({
      agents: [{ kind: 'human' }],
      emulator: { kind: 'adversarial', model: { model: 'compatible/x', baseUrl: 'http://a' } },
      evaluators: [
        { name: 'safety', model: { model: 'compatible/x' } },
        { name: 'helpfulness', model: { model: 'compatible/x' } },
      ],
    });
    expect(head.fork.parents).toMatchObject([{ prefix: [search], replies: [] }]);
    expect(head.source).toBeUndefined();
  });

  it('is answered by the offline emulator and judged by the checks, where its case has a world', async () => {
    const { config } = await playedOn({ offline: true, value: sendToKim });
    expect([config.emulator, config.evaluators]).toEqual([
      { kind: 'offline', model: null },
      [{ name: 'checks', model: null }],
    ]);
    await expect(playedOn({ offline: true })).rejects.toThrow(/has no world/);
  });

  it('may take more steps than were imported', async () => {
    expect((await playedOn({ model })).config.maxSteps).toBe(15);
    expect((await playedOn({ model, maxSteps: 3 })).config.maxSteps).toBe(3);
  });

  it('is not gone on with by who answered it, nor by its agent', async () => {
    await expect(playedOn({})).rejects.toThrow(/nobody can go on answering calls as imported: name a model/);
    await expect(playedOn({ model, byPerson: false })).rejects.toThrow(/holds no replies to go on from/);
  });

  it.each<[string, Partial<Step>]>([
    ['was rejected', { status: 'rejected' }],
    ['is of another tool', { tool: 'ParcelsFly' }],
    ['has no arguments', { args: null, input: 'kim' }],
    ['does not fit its tool', { args: { to: 7 } }],
  ])('is not gone on with after a call that %s, but before it', async (_what, change) => {
    const steps = [search, importedStep({ step: 2, ...change })];
    await expect(playedOn({ model, steps, keep: 2 })).rejects.toThrow(/step 2 does not fit .* keep 1 steps at most/);
    expect((await playedOn({ model, steps, keep: 1 })).fork.at).toBe(2);
  });
});

async function playedOn({
  value = worldless,
  steps = [search],
  ...request
}: Partial<PlayOnRequest> & { readonly value?: Case; readonly steps?: readonly Step[] }) {
  await using folder = await temporaryFolder();
  const path = folder.file('old.toolemu');
  makeImportedRun(path, { value, steps });
  using file = RunFile.read(path);
  return playOnManifest(file, {
    version: '1',
    run: 'old',
    episode: importedEpisode,
    keep: 1,
    byPerson: true,
    ...request,
  });
}
