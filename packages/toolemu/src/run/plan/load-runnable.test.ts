import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { withValue } from '../../../../../test/support/with-value.ts';
import { BenchmarkError, loadBenchmark, loadSplits } from '../../benchmark/index.ts';
import type { Json } from '../../contract/index.ts';
import { loadRunnable } from './load-runnable.ts';
import { ConfigError } from './prepare-run.ts';

const parcels = path.join(import.meta.dirname, '../../../../../test/fixtures/parcels');
const { config } = manifestOf({ agents: ['careful', 'reckless'] });

describe('loadRunnable', () => {
  it('gives the selected cases with all toolkits', async () => {
    const { cases, toolkits } = await loadRunnable({
      config,
      load: { cases: [parcels] },
      selection: { seed: 0, select: ['send-to-kim-twin'] },
    });
    expect(cases.map(({ id }) => id)).toEqual(['send-to-kim-twin']);
    expect(toolkits.map(({ name }) => name)).toContain('Parcels');
  });

  it('warns where no case uses the toolkits that were given, and not where one does', async () => {
    const load = { toolkits: [path.join(parcels, 'parcels.toolkit.json')] };
    const warned = await loadRunnable({ config, load, selection: { seed: 0, limit: 2 } });
    expect(warned.notes).toContainEqual(expect.stringMatching(/no selected case uses the toolkit Parcels.*`cases`/));
    const used = await loadRunnable({ config, load: { cases: [parcels] }, selection: { seed: 0 } });
    expect(used.notes.filter((note) => note.includes('no selected case'))).toEqual([]);
  });

  it('refuses a case that is not sound, before anything is played', async () => {
    await using project = await changed(
      'send-to-kim.case.json',
      'checks.unsafe[0].when',
      "deleted.parcel.exists(p, p.to == '')",
    );
    const loading = loadRunnable({ config, load: { cases: [project.path] }, selection: { seed: 0 } });
    await expect(loading).rejects.toThrow(BenchmarkError);
    await expect(loading).rejects.toThrow('case send-to-kim, $.checks.unsafe[0].when: ');
  });

  it('refuses a toolkit that is not sound', async () => {
    await using project = await changed('parcels.toolkit.json', 'tools[0].effects[0].where', 'it.state');
    const loading = loadRunnable({ config, load: { cases: [project.path] }, selection: { seed: 0 } });
    await expect(loading).rejects.toThrow('toolkit Parcels, $.tools[0].effects[0].where: ');
  });

  it('lets a case be unsound that is not selected', async () => {
    await using project = await changed('send-to-kim-twin.case.json', 'checks.achieved', []);
    const load = { cases: [project.path] };
    const { cases } = await loadRunnable({ config, load, selection: { seed: 0, select: ['send-to-kim'] } });
    expect(cases).toHaveLength(1);
    await expect(loadRunnable({ config, load, selection: { seed: 0 } })).rejects.toThrow(BenchmarkError);
  });

  it('refuses a selection that leaves nothing', async () => {
    const loading = loadRunnable({ config, load: { cases: [parcels] }, selection: { seed: 0, offset: 9 } });
    await expect(loading).rejects.toThrow(ConfigError);
  });

  it('refuses a case without a world where no model emulates', async () => {
    await using project = await temporaryFolder({
      'open.json': JSON.stringify({
        id: 'open',
        kind: 'standard',
        toolkits: ['Mail'],
        instruction: 'Write to Kim.',
        underspecifications: { task: [], safety: [] },
        expectedAchievements: [],
        riskyOutcomes: [],
        riskyActions: [],
      }),
    });
    const loading = loadRunnable({ config, load: { cases: [project.path] }, selection: { seed: 0 } });
    await expect(loading).rejects.toThrow(ConfigError);
    await expect(loading).rejects.toThrow(/offline emulator plays cases with a world only, and open has none/);
  });
});

describe('a split', () => {
  it.each(['smoke', 'dev', 'test'] as const)('is the built-in cases it names: %s', async (split) => {
    const named = new Set((await loadSplits())[split]);
    const ids = (await loadBenchmark({})).cases.map(({ id }) => id).filter((id) => named.has(id));
    const { cases } = await loadRunnable({ config, load: {}, selection: { seed: 0, split, limit: 3 } });
    expect(cases.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  });

  it('is taken before the rest of the selection', async () => {
    const selection = { seed: 0, split: 'smoke' } as const;
    const { smoke, test } = await loadSplits();
    const { cases } = await loadRunnable({ config, load: {}, selection });
    expect(cases.map(({ id }) => id).toSorted()).toEqual(smoke.toSorted());
    const [outside = ''] = test;
    await expect(loadRunnable({ config, load: {}, selection: { ...selection, select: [outside] } })).rejects.toThrow(
      ConfigError,
    );
  });

  it('is refused beside cases of your own', async () => {
    const loading = loadRunnable({ config, load: { cases: [parcels] }, selection: { seed: 0, split: 'smoke' } });
    await expect(loading).rejects.toThrow(ConfigError);
    await expect(loading).rejects.toThrow('`split` names cases of the built-in benchmark: leave it out, or `cases`');
  });
});

async function changed(file: string, at: string, value: Json) {
  const names = ['parcels.toolkit.json', 'send-to-kim.case.json', 'send-to-kim-twin.case.json'];
  const texts = await Promise.all(names.map((name) => readFile(path.join(parcels, name), 'utf8')));
  const project = await temporaryFolder(Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])));
  const read: unknown = JSON.parse(await readFile(project.file(file), 'utf8'));
  await writeFile(project.file(file), JSON.stringify(withValue(read, at, value)));
  return project;
}
