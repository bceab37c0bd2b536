import { type FidelityRun, fidelityRunSchema, type RunConfig } from '../../../contract/index.ts';
import { decideVerdict } from '../../../evaluator/index.ts';
import { changedPrompts, controls, createManifest } from '../../../run/index.ts';
import { RunFile } from '../../../store/index.ts';
import type { Truth } from '../../../study/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { version } from '../../version.ts';

/** A run file in which the answers of an emulator are kept, beside the trajectories they are asked about. */
export interface FidelityFile {
  readonly file: RunFile;
  readonly truth: Truth;
  readonly revisions: number;
}

/** Begins a run file for the calls of a truth. */
export function createFidelityFile(
  path: string,
  {
    truth,
    emulator,
    revisions,
    seed,
  }: {
    readonly truth: Truth;
    readonly emulator: RunConfig['emulator'];
    readonly revisions: number;
    readonly seed: number;
  },
): FidelityFile {
  const { of, calls, skipped, cases, toolkits, episodes } = truth;
  const config = configOf(truth, emulator, seed);
  const source: FidelityRun = { format: 'fidelity', of, revisions, calls: [...calls], skipped };
  const file = RunFile.create(path, { ...createManifest({ version: version(), config, cases, toolkits }), source });
  for (const { plan, trajectory } of episodes)
    file.addEpisode({ plan, trajectory, evaluations: [], verdict: decideVerdict({ trajectory, evaluations: [] }) });
  return { file, truth, revisions };
}

/** Opens a run file of this kind to go on with it. Throws where it is another, or its prompts have changed since. */
export function resumeFidelityFile(path: string): FidelityFile {
  const file = RunFile.resume(path);
  try {
    const { manifest } = file;
    const source = fidelityRunSchema.safeParse(manifest.source);
    if (!source.success)
      throw new UsageError(`${path} is another kind of run: name one that \`toolemu fidelity\` wrote`);
    const prompts = changedPrompts(manifest);
    if (prompts.length > 0) {
      throw new UsageError(
        `${path} cannot be gone on with: these prompts have changed since: ${prompts.join(', ')}. Begin anew without --resume`,
      );
    }
    const { of, revisions, calls, skipped } = source.data;
    const { cases, toolkits } = manifest;
    const episodes = file.episodes();
    const known = new Set(episodes.map(({ plan }) => plan.id));
    if (!calls.every(({ episode }) => known.has(episode)))
      throw new UsageError(`${path} was broken off before its calls were in it: remove it and begin anew`);
    return { file, truth: { of, cases, toolkits, episodes, calls, skipped }, revisions };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Closes the file, and removes it where no model answered yet: there is nothing to go on with. */
export function closeFidelityFile(file: RunFile): void {
  const isEmpty = [...file.usage()].length === 0;
  if (isEmpty) {
    file.discard();
    return;
  }
  file.close();
  note(`what the emulator said is kept in ${file.path}`);
}

function configOf({ episodes }: Truth, emulator: RunConfig['emulator'], seed: number): RunConfig {
  const names = [...new Set(episodes.map(({ plan }) => plan.agent))];
  return {
    agents: names.map((name) => ({ name, kind: kindOf(name), promptStyle: null, model: null })),
    emulator,
    evaluators: [],
    epochs: Math.max(1, ...episodes.map(({ plan }) => plan.epoch)),
    maxSteps: Math.max(1, ...episodes.map(({ trajectory }) => trajectory.steps.length)),
    seed,
  };
}

function kindOf(agent: string): string {
  return controls.find((name) => name === agent) ?? 'imported';
}
