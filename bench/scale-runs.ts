import path from 'node:path';
import type { AgentSpec, CallRecord, Case, EpisodePlan, Manifest } from '../packages/toolemu/src/contract/index.ts';
import { createManifest, headOfShard } from '../packages/toolemu/src/run/index.ts';
import { plansOf, RunFile } from '../packages/toolemu/src/store/index.ts';
import type { MadeEpisode } from '../test/support/many-episodes.ts';
import { createMaterial, manifestOf, type Material, playInto, temporaryFolder } from './play.ts';
import { startEndpoint } from './start-endpoint.ts';

type Head = Omit<Manifest, 'format'>;

/** A run that was played whole: its head, and by case its episode with the calls made for it. */
export interface Played {
  readonly material: Material;
  readonly head: Head;
  readonly episodes: ReadonlyMap<string, MadeEpisode>;
}

/** Plays 144 cases of 5 to 12 steps. */
export async function playOnce(): Promise<Played> {
  const material = await createMaterial();
  await using endpoint = await startEndpoint();
  await endpoint.configure({ scripts: material.scripts });
  using folder = temporaryFolder();
  const target = path.join(folder.path, 'played.toolemu');
  const head = manifestOf(material, endpoint.url);
  await playInto(RunFile.create(target, head), 50);
  using file = RunFile.read(target);
  const episodes = file.episodes().map((episode): [string, MadeEpisode] => {
    const calls = [...file.calls({ episode: episode.plan.id })];
    return [episode.plan.caseId, { episode, calls }];
  });
  return { material, head, episodes: new Map(episodes) };
}

/** The head of a run of so many episodes: the played cases or as many as are asked for, ten agents or as many, epochs as are needed. */
export function headFor(
  { head, material }: Played,
  count: number,
  { cases = material.cases.length, agents = 10 }: { cases?: number; agents?: number } = {},
): Head {
  const [spec] = head.config.agents;
  if (spec === undefined) throw new Error('the run has no agent');
  const specs = Array.from({ length: agents }, (_, index): AgentSpec => ({ ...spec, name: `${spec.name}-${index}` }));
  return createManifest({
    version: 'bench',
    config: { ...head.config, agents: specs, epochs: Math.ceil(count / (cases * agents)) },
    cases: repeatedCases(material.cases, cases),
    toolkits: material.toolkits,
  });
}

/** So many cases: those there are, again and again, under other ids. */
export function repeatedCases(cases: readonly Case[], count: number): Case[] {
  return Array.from({ length: count }, (_, index) => {
    const value = cases[index % cases.length] as Case;
    return { ...value, id: `${value.id}${again}${Math.floor(index / cases.length)}` };
  });
}

const again = '-again-';

/**
 * The episode of a plan: as its case was played, but for a number in every message after the task and in every answer, so
 * that episodes have in common what they have in common in a run.
 */
export function repeatedEpisode({ episodes }: Played, plan: EpisodePlan, number: number): MadeEpisode {
  const found = episodes.get(plan.caseId.split(again)[0] ?? '');
  if (found === undefined) throw new Error(`${plan.caseId} was not played`);
  const mark = ` (${number})`;
  const calls = found.calls.map((call): CallRecord => {
    const messages = call.messages.map((message, place) =>
      place < 2 ? message : ({ ...message, content: `${String(message.content)}${mark}` } as typeof message),
    );
    return {
      ...call,
      messages,
      key: `${call.key.slice(0, 40)}${String(number).padStart(24, '0')}`,
      episode: plan.id,
      epoch: plan.epoch,
      createdAt: new Date(Date.parse(call.createdAt ?? '') + number * 1000).toISOString(),
      reply: { ...call.reply, text: `${call.reply.text}${mark}` },
    };
  });
  return { episode: { ...found.episode, plan }, calls };
}

/** What it took to put something into a run file, in milliseconds of processor time. */
export interface Taken {
  readonly episodes: number;
  readonly calls: number;
  readonly countOfCalls: number;
}

/** Writes the first so many episodes of a head to a file, with the calls made for them or without. */
export function writeRun(
  target: string,
  { played, head, count, withCalls }: { played: Played; head: Head; count: number; withCalls: boolean },
): Taken {
  using file = RunFile.create(target, head);
  const taken = { episodes: 0, calls: 0, countOfCalls: 0 };
  for (const [at, plan] of plansOf(head).slice(0, count).entries()) {
    const { episode, calls } = repeatedEpisode(played, plan, at);
    taken.episodes += cpuMilliseconds(() => file.addEpisode(episode));
    if (!withCalls) continue;
    taken.calls += cpuMilliseconds(() => {
      for (const call of calls) file.add(call);
    });
    taken.countOfCalls += calls.length;
  }
  return taken;
}

/** Milliseconds of processor time, user and system. */
export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Writes the parts of a run of 1,000 cases and two agents, with all calls; gives their files. */
export function writeParts(folder: string, { played, parts }: { played: Played; parts: number }): string[] {
  const whole = headFor(played, 1, { cases: 1000, agents: 2 });
  return Array.from({ length: parts }, (_, at) => {
    const head = headOfShard(whole, { index: at + 1, of: parts });
    const target = path.join(folder, `part-${at + 1}.toolemu`);
    writeRun(target, { played, head, count: plansOf(head).length, withCalls: true });
    return target;
  });
}

/** Copies a run file as a merge does. */
export function copyRun(source: string, target: string): Pick<Taken, 'episodes' | 'calls'> {
  using from = RunFile.read(source);
  using file = RunFile.create(target, from.manifest);
  return {
    episodes: cpuMilliseconds(() => {
      for (const { id } of plansOf(from.manifest)) file.copyEpisode(from, id);
    }),
    calls: cpuMilliseconds(() => file.copyCalls(from)),
  };
}
