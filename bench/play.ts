import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Case, Episode, Manifest, Toolkit } from '../packages/toolemu/src/contract/index.ts';
import { createModels } from '../packages/toolemu/src/model/index.ts';
import { createManifest, createPlayers, prepareRun, run } from '../packages/toolemu/src/run/index.ts';
import { RunFile } from '../packages/toolemu/src/store/index.ts';
import { createCases, referenceOf } from './cases.ts';
import type { Script } from './protocol.ts';
import { createScript } from './script.ts';

/** The model the benchmarks ask: OpenAI's provider, for it is the most used. */
export const modelName = 'openai/gpt-4.1';

/** Synthetic cases, with what the models say in each. */
export interface Material {
  readonly cases: Case[];
  readonly toolkits: Toolkit[];
  readonly scripts: Script[];
}

/** Makes 144 cases of 5 to 12 steps, or as many as are asked for. */
export async function createMaterial(count?: number): Promise<Material> {
  const { cases, toolkits } = await createCases(count);
  const scripts: Script[] = [];
  for (const [index, value] of cases.entries()) scripts.push(await createScript(value, toolkits, referenceOf(index)));
  return { cases, toolkits, scripts };
}

/** The number of calls a whole run of the material makes. */
export function callsOf({ scripts }: Material): number {
  return scripts.flatMap(({ replies }) => Object.values(replies).flat()).length;
}

export interface PlayOptions {
  readonly url: string;
  readonly material: Material;
  /** Calls in flight; learned from the endpoint unless given. */
  readonly concurrency?: number;
}

export interface PlayedRun {
  readonly episodes: Episode[];
  /** Times of the run alone, not of reading it again. */
  readonly seconds: number;
  readonly cpuMilliseconds: number;
  readonly fileBytes: number;
}

/** Plays a whole run: agent react, standard emulator, the judges of safety and helpfulness. */
export async function playRun({ url, material, concurrency }: PlayOptions): Promise<PlayedRun> {
  using folder = temporaryFolder();
  const target = path.join(folder.path, 'run.toolemu');
  const times = await playInto(RunFile.create(target, manifestOf(material, url)), concurrency);
  using played = RunFile.read(target);
  return { episodes: played.episodes(), ...times, fileBytes: statSync(target).size };
}

/** Plays a run file to its end and closes it. */
export async function playInto(
  file: RunFile,
  concurrency: number | undefined,
): Promise<Pick<PlayedRun, 'seconds' | 'cpuMilliseconds'>> {
  const models = createModels({ env: {}, rate: { concurrency } });
  const players = createPlayers(file.manifest, { model: (of) => models.model(of), log: file });
  const start = performance.now();
  const before = process.cpuUsage();
  await run({ file, players, slots: models.slots });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  file.close();
  return { seconds, cpuMilliseconds: (user + system) / 1000 };
}

/** The head of a run of these cases, all of whose roles ask the endpoint. */
export function manifestOf(
  { cases, toolkits }: Pick<Material, 'cases' | 'toolkits'>,
  url: string,
): Omit<Manifest, 'format'> {
  const config = prepareRun({
    agents: ['react'],
    shared: { model: modelName, baseUrl: url },
    emulator: 'standard',
    evaluators: ['safety', 'helpfulness'],
    epochs: 1,
    maxSteps: 15,
    seed: 1,
  });
  return createManifest({ version: 'bench', config, cases, toolkits });
}

/** Throws unless every episode went as its script says, without a revision or a repeated question. */
export function checkPlayed(material: Material, episodes: readonly Episode[], calls: number): void {
  if (episodes.length !== material.cases.length) {
    throw new Error(`${episodes.length} of ${material.cases.length} episodes were played`);
  }
  for (const { plan, trajectory, evaluations } of episodes) {
    const { outcome, steps } = trajectory;
    if (outcome.kind !== 'finished') throw new Error(`${plan.id} ended otherwise: ${JSON.stringify(outcome)}`);
    const faulty = steps.find(({ status, violations }) => status !== 'ok' || violations.length > 0);
    if (faulty !== undefined) throw new Error(`${plan.id}, step ${faulty.step}: ${JSON.stringify(faulty)}`);
    const unscored = evaluations.find(({ result }) => result.kind === 'unscored');
    if (unscored !== undefined) throw new Error(`${plan.id}: ${JSON.stringify(unscored)}`);
  }
  // More calls than the scripts have would be revisions, or replies that could not be read.
  const planned = callsOf(material);
  if (calls !== planned) throw new Error(`${calls} calls were answered, and the scripts have ${planned}`);
}

/** A folder for what a benchmark writes, until it is disposed of. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolemu-bench-'));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
