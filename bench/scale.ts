import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { casesOfShard, createManifest, openEpisodes } from '../packages/toolemu/src/run/index.ts';
import { plansOf, RunFile } from '../packages/toolemu/src/store/index.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { bin, measureProcess } from './measure-process.ts';
import { temporaryFolder } from './play.ts';
import {
  copyRun,
  cpuMilliseconds,
  headFor,
  type Played,
  playOnce,
  repeatedCases,
  writeParts,
  writeRun,
} from './scale-runs.ts';

const reader = fileURLToPath(new URL('read-run.mjs', import.meta.url));
const kilobyte = 1000;
const megabyte = 1_000_000;

type Note = Parameters<Benchmark>[0];

/**
 * What an episode, a case and a part of a run cost at scale: bytes, and processor time of the one process that writes,
 * copies, plans, merges or reads. The episodes have 5 to 12 steps and about 20 calls.
 */
export const scale: Benchmark = async (note) => {
  const played = await playOnce();
  note('144 cases are played');
  return [...ofEpisodes(played, note), ...ofHeads(played, note), ...ofPlans(played), ...ofParts(played, note)];
};

/** What one writer does with episodes, and what it takes to read them. */
function ofEpisodes(played: Played, note: Note): Figure[] {
  using folder = temporaryFolder();
  const at = (name: string): string => path.join(folder.path, `${name}.toolemu`);
  const few = 1000;
  const head = headFor(played, few);
  writeRun(at('alone'), { played, head, count: few, withCalls: false });
  const whole = writeRun(at('whole'), { played, head, count: few, withCalls: true });
  note(`${few} episodes are written`);
  const copied = copyRun(at('whole'), at('copy'));
  const many = 10_000;
  const later = writeRun(at('many'), { played, head: headFor(played, many), count: many, withCalls: true });
  note(`${many} episodes are written`);
  const ofCall = (milliseconds: number): number => milliseconds / whole.countOfCalls;
  return [
    { name: 'calls of an episode', value: whole.countOfCalls / few, unit: '' },
    { name: 'an episode in the file', value: statSync(at('alone')).size / few / kilobyte, unit: 'KB' },
    { name: 'an episode with its calls', value: statSync(at('whole')).size / few / kilobyte, unit: 'KB' },
    { name: 'an episode is written', value: whole.episodes / few, unit: 'ms' },
    { name: 'a call is written', value: ofCall(whole.calls), unit: 'ms' },
    { name: `a call is written, of ${many} episodes`, value: later.calls / later.countOfCalls, unit: 'ms' },
    { name: 'an episode is copied', value: copied.episodes / few, unit: 'ms' },
    { name: 'a call is copied', value: ofCall(copied.calls), unit: 'ms' },
    ...ofReading(at('whole'), few),
    ...ofReading(at('many'), many),
  ];
}

function ofReading(target: string, count: number): Figure[] {
  const ways: [string, string[]][] = [
    ['opened', [reader, 'open', target]],
    ['listed', [reader, 'rows', target]],
    ['unsafe ones listed', [reader, 'unsafe', target]],
    ['read whole', [reader, 'whole', target]],
    ['usage', [reader, 'usage', target]],
    ['toolemu report', [bin, 'report', target]],
  ];
  return [
    ...ways.flatMap(([name, args]) => taken(`${count} episodes, ${name}`, ...args)),
    {
      name: `${count} episodes, checked before they are gone on with`,
      value: cpuMilliseconds(() => RunFile.resume(target).close()) / 1000,
      unit: 's',
    },
  ];
}

/** What the head of a file costs, which holds all cases. */
function ofHeads({ material, head }: Played, note: Note): Figure[] {
  using folder = temporaryFolder();
  return [1000, 10_000, 40_000].flatMap((count) => {
    const target = path.join(folder.path, `${count}.toolemu`);
    const cases = repeatedCases(material.cases, count);
    let manifest = head;
    const hashed = cpuMilliseconds(() => {
      manifest = createManifest({ version: 'bench', config: head.config, cases, toolkits: material.toolkits });
    });
    RunFile.create(target, manifest).close();
    note(`the head of ${count} cases is written`);
    return [
      { name: `${count} cases, hashed`, value: hashed / 1000, unit: 's' },
      { name: `${count} cases, head`, value: statSync(target).size / megabyte, unit: 'MB' },
      ...taken(`${count} cases, opened`, reader, 'open', target),
    ];
  });
}

/** What it takes to say what is to be played. */
function ofPlans(played: Played): Figure[] {
  using folder = temporaryFolder();
  const million = headFor(played, 1_000_000);
  const cases = repeatedCases(played.material.cases, 100_000);
  using file = RunFile.create(path.join(folder.path, 'run.toolemu'), million);
  const seconds = (work: () => void): number => cpuMilliseconds(work) / 1000;
  return [
    { name: '1000000 episodes, planned', value: seconds(() => plansOf(million)), unit: 's' },
    { name: '1000000 episodes, none of them played: found', value: seconds(() => openEpisodes(file)), unit: 's' },
    ...[100, 1000].map((of) => ({
      name: `100000 cases in ${of} parts, those of one`,
      value: seconds(() => casesOfShard(cases, { index: 1, of })),
      unit: 's',
    })),
  ];
}

/** What it takes to make one run of many parts. */
function ofParts(played: Played, note: Note): Figure[] {
  return [100, 1000].flatMap((parts) => {
    using folder = temporaryFolder();
    const files = writeParts(folder.path, { played, parts });
    note(`${parts} parts are written`);
    const target = path.join(folder.path, 'merged.toolemu');
    return taken(`${parts} parts of 2000 episodes in all, merged`, bin, 'merge', ...files, '-o', target);
  });
}

function taken(name: string, ...args: readonly string[]): Figure[] {
  const { busySeconds, megabytes } = measureProcess(...args);
  return [
    { name: `${name}: processor time`, value: busySeconds, unit: 's' },
    { name: `${name}: peak memory`, value: megabytes, unit: 'MB' },
  ];
}
