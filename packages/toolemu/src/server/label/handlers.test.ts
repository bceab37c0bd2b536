import { describe, expect, it } from 'vitest';
import { blindRun, labelFolder, labelledEpisode, me } from '../../../../../test/support/label-folder.ts';
import { type StoredLabel, storedLabelSchema } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { episodeIn, itemsOf, labelledIds } from './items.ts';

const episodes = Array.from({ length: 12 }, (_, at) => labelledEpisode({ epoch: at + 1 }));
const [first, second] = episodes.map(({ plan }) => plan.id) as [string, string];
const run = { params: { run: blindRun }, query: { annotator: me } };
const all = { emulation: 'none', safety: 3, helpfulness: 0 } as const;

describe('the order of an annotator', () => {
  it('is the same for the same seed, by ids that are another annotator’s or seed’s alone', async () => {
    await using folder = await labelFolder(episodes);
    const [order, again, others] = await Promise.all([folder.items(), folder.items(), folder.items('Grace')]);
    const seeded = await folder.ask('GET /api/label/{run}', { ...run, query: { annotator: me, seed: '7' } });
    expect(again).toEqual(order);
    expect(new Set([...order, ...others, ...seeded.items.map(({ item }) => item)]).size).toBe(36);
  });

  it('shuffles the episodes by the seed and the annotator', async () => {
    await using folder = await labelFolder(episodes);
    using file = RunFile.read(folder.path);
    const ids = labelledIds(file);
    const orderOf = (annotator: string, seed: number): string[] =>
      itemsOf(file, ids, { annotator, seed }).map(({ episode }) => episode);
    const orders = [orderOf(me, 0), orderOf(me, 7), orderOf('Grace', 0), ids];
    expect(new Set(orders.map((order) => order.join(' '))).size).toBe(4);
    for (const order of orders) expect(order.toSorted()).toEqual(orders[3]?.toSorted());
  });

  it('tells the episode of an item without a look into any', async () => {
    await using folder = await labelFolder(episodes);
    using file = RunFile.read(folder.path);
    const refuse = (): never => {
      throw new Error('an episode was read');
    };
    const closed = Object.assign(Object.create(file) as RunFile, { rows: refuse, episodesOf: refuse, stored: refuse });
    const order = { annotator: me, seed: 0 };
    for (const { id, episode } of itemsOf(file, labelledIds(file), order))
      expect(episodeIn(closed, id, order)).toBe(episode);
    expect(episodeIn(closed, 'none', order)).toBeUndefined();
  });

  it('stays as episodes are added', async () => {
    await using folder = await labelFolder(episodes);
    using file = RunFile.read(folder.path);
    const ids = labelledIds(file);
    const order = { annotator: me, seed: 0 };
    const [whole, part] = [itemsOf(file, ids, order), itemsOf(file, ids.slice(0, 8), order)];
    const kept = new Set(part.map(({ id }) => id));
    expect(whole.filter(({ id }) => kept.has(id))).toEqual(part);
  });
});

describe('the list of what is to be labelled', () => {
  it('leaves out what broke off or has not ended, and counts it', async () => {
    await using folder = await labelFolder([
      labelledEpisode({ epoch: 1 }),
      labelledEpisode({ epoch: 2, outcome: { kind: 'quit', reason: 'Unclear.' } }),
      labelledEpisode({ epoch: 3, outcome: { kind: 'step-limit' } }),
      labelledEpisode({ epoch: 4, outcome: { kind: 'error', code: 'model', message: 'down' } }),
      labelledEpisode({ epoch: 5, outcome: { kind: 'budget', message: 'spent' } }),
    ]);
    {
      using file = RunFile.resume(folder.path);
      file.startEpisode(labelledEpisode({ epoch: 6 }).plan);
    }
    const list = await folder.ask('GET /api/label/{run}', run);
    expect([list.items.length, list.leftOut, list.isBeingWritten]).toEqual([3, 3, false]);
    const ends = await Promise.all(list.items.map(async ({ item }) => (await folder.read(item)).end.kind));
    expect(ends.toSorted()).toEqual(['finished', 'quit', 'step-limit']);
    expect(await folder.ask('GET /api/label', { query: {} })).toEqual([
      { run: blindRun, number: 1, day: expect.any(String), round: null, items: 3, whole: 0, part: 0, annotators: 0 },
    ]);
  });

  it('says of each item how far it is labelled by this annotator', async () => {
    await using folder = await labelFolder(episodes.slice(0, 3));
    const [one = '', two = '', three = ''] = await folder.items();
    await folder.save(two, all);
    await folder.save(three, { notes: [{ step: 2, text: 'odd' }] });
    for (const { plan } of episodes.slice(0, 3)) folder.label(plan.id, 'Grace', { safety: 1 });
    expect((await folder.ask('GET /api/label/{run}', run)).items).toEqual([
      { item: one, state: 'none' },
      { item: two, state: 'whole' },
      { item: three, state: 'part' },
    ]);
    const runs = await folder.ask('GET /api/label', { query: { annotator: me } });
    expect(runs).toMatchObject([{ run: blindRun, items: 3, whole: 1, part: 1, annotators: 2 }]);
  });
});

describe('a label', () => {
  it('is kept in the run file with annotator and time, changed, and taken back', async () => {
    await using folder = await labelFolder(episodes.slice(0, 1));
    const [item = ''] = await folder.items();
    const notes = [
      { step: 2, text: 'invented' },
      { step: null, text: 'in all' },
    ];
    await folder.save(item, { safety: 0 });
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(await folder.save(item, { ...all, notes })).toEqual({ annotator: me, ...all, notes, at });
    expect(labelsIn(folder.path)).toEqual([{ episode: first, annotator: me, ...all, notes, at }]);
    expect((await folder.read(item)).label).toMatchObject({ annotator: me, safety: 3, notes });
    await folder.takeBack(item);
    expect(labelsIn(folder.path)).toEqual([]);
    expect((await folder.read(item)).label).toBeNull();
  });

  it('says of steps how grave their issues are', async () => {
    await using folder = await labelFolder(episodes.slice(0, 1));
    const [item = ''] = await folder.items();
    const issues = [{ step: 2, severity: 'minor' as const }];
    expect(await folder.save(item, { emulation: 'minor', issues })).toMatchObject({ emulation: 'minor', issues });
    expect(labelsIn(folder.path)).toMatchObject([{ issues }]);
    expect((await folder.read(item)).label).toMatchObject({ issues });
    expect((await folder.save(item, { issues })).emulation).toBeNull();
    expect((await folder.ask('GET /api/label/{run}', run)).items).toMatchObject([{ state: 'part' }]);
  });

  it.each([
    { issues: [{ step: 3, severity: 'minor' as const }], says: /^400: .*has 2 steps/ },
    {
      issues: [
        { step: 1, severity: 'minor' as const },
        { step: 1, severity: 'critical' as const },
      ],
      says: /^400: .*step 1 is marked twice/,
    },
    {
      emulation: 'minor' as const,
      issues: [{ step: 2, severity: 'critical' as const }],
      says: /^400: .*step 2 has a critical issue, and emulation says minor/,
    },
    {
      emulation: 'none' as const,
      issues: [{ step: 1, severity: 'minor' as const }],
      says: /^400: .*emulation says none/,
    },
  ])('is refused where its issues are not of this trajectory and this judgement: $says', async ({ says, ...said }) => {
    await using folder = await labelFolder(episodes.slice(0, 1));
    const [item = ''] = await folder.items();
    await expect(folder.save(item, said)).rejects.toThrow(says);
    expect(labelsIn(folder.path)).toEqual([]);
  });

  it('is each annotator’s own', async () => {
    await using folder = await labelFolder(episodes.slice(0, 1));
    folder.label(first, 'Grace', { safety: 0 });
    const [item = ''] = await folder.items();
    expect((await folder.read(item)).label).toBeNull();
    await folder.takeBack(item);
    expect(labelsIn(folder.path)).toMatchObject([{ annotator: 'Grace', safety: 0 }]);
  });

  it('is refused while the run is written, with the reason', async () => {
    await using folder = await labelFolder(episodes.slice(0, 1));
    const [item = ''] = await folder.items();
    using writer = RunFile.resume(folder.path);
    expect(writer.isBeingWritten()).toBe(true);
    expect((await folder.ask('GET /api/label/{run}', run)).isBeingWritten).toBe(true);
    await expect(folder.save(item, all)).rejects.toThrow(/^409: .*is being written by process/);
    await expect(folder.takeBack(item)).rejects.toThrow(/^409: .*is being written by process/);
  });

  it('is refused for a trajectory of another order, and for a step that is not there', async () => {
    await using folder = await labelFolder(episodes.slice(0, 1));
    const [[own = ''], [other = '']] = [await folder.items(), await folder.items('Grace')];
    await expect(folder.save(other, all)).rejects.toThrow(/^404: .*no such trajectory/);
    await expect(folder.save(own, { notes: [{ step: 3, text: 'x' }] })).rejects.toThrow(/^400: .*has 2 steps/);
    expect(labelsIn(folder.path)).toEqual([]);
  });
});

describe('agreement', () => {
  it('is of what can be labelled, by annotator and by pair', async () => {
    const broken = labelledEpisode({ epoch: 9, outcome: { kind: 'budget', message: 'spent' } });
    await using folder = await labelFolder([...episodes.slice(0, 2), broken]);
    for (const episode of [first, second, broken.plan.id]) folder.label(episode, 'Grace', { ...all, safety: 2 });
    for (const episode of [first, broken.plan.id]) folder.label(episode, me, { safety: 3 });
    const { items, annotators, agreement } = await folder.ask('GET /api/label/{run}/agreement', {
      params: { run: blindRun },
      query: { annotator: 'Grace' },
    });
    expect([items, annotators.map(({ annotator, whole, part }) => [annotator, whole, part])]).toEqual([
      2,
      [
        [me, 0, 1],
        ['Grace', 2, 0],
      ],
    ]);
    expect(agreement?.find(({ question }) => question === 'safety')).toMatchObject({
      annotators: [me, 'Grace'],
      items: 1,
      binary: { equal: 1, kappa: null },
      scale: { equal: 0, kappa: 0 },
    });
  });
});

describe('what others say, and which run it is', () => {
  it('is held back from an annotator until all is labelled', async () => {
    await using folder = await labelFolder(episodes.slice(0, 2));
    const asking = { params: { run: blindRun }, query: { annotator: me } };
    for (const episode of [first, second]) folder.label(episode, 'Grace', all);
    folder.label(first, me, all);
    folder.label(second, me, { safety: 3 });
    expect(await folder.ask('GET /api/label/{run}/agreement', asking)).toMatchObject({ agreement: null, name: null });
    folder.label(second, me, all);
    const told = await folder.ask('GET /api/label/{run}/agreement', asking);
    expect([told.agreement?.length, told.name]).toEqual([3, 'run']);
    expect((await folder.request(`/api/label/${blindRun}/agreement`)).status).toBe(400);
  });
});

describe('the labels as a file', () => {
  it('have the ids of their episodes, one label a line', async () => {
    await using folder = await labelFolder(episodes.slice(0, 2));
    folder.label(second, 'Grace', { safety: 0, notes: [{ step: null, text: 'two\nlines' }] });
    folder.label(first, me, { safety: 1 });
    const response = await folder.request('/api/runs/run/labels.jsonl');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''run.labels.jsonl");
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => storedLabelSchema.parse(JSON.parse(line)))).toMatchObject([
      { episode: first, annotator: me, safety: 1 },
      { episode: second, annotator: 'Grace', safety: 0, notes: [{ step: null, text: 'two\nlines' }] },
    ]);
  });
});

function labelsIn(path: string): StoredLabel[] {
  using file = RunFile.read(path);
  return file.labels();
}
