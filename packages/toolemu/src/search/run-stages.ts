import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Confirmation, Manifest, RunConfig, Suspect, Toolkit, Trajectory } from '../contract/index.ts';
import { isDecided } from '../evaluator/index.ts';
import { version } from '../platform/index.ts';
import { readRecords } from '../report/index.ts';
import { ConfigError, createManifest, openEpisodes } from '../run/index.ts';
import { RunFile } from '../store/index.ts';
import { type PlayedTries, type PlayStage, type Stage, type StageSuspect, type StageTries, type Try } from './stage.ts';

/** Plays the open episodes of a run file and closes it, and tells what stopped it before its end. */
export type PlayFile = (file: RunFile) => Promise<PlayedTries['stopped']>;

/** A stage that was played, and its run file. */
export interface PlayedStage {
  readonly stage: Stage;
  readonly file: string;
}

/**
 * Plays the stages of a search, each in a run file of its own in a folder. A stage whose file is there is read, or resumed:
 * so a search is resumed. Throws {@link ConfigError} where a file is there that holds another stage.
 */
export function createStagePlayer({
  config,
  toolkits,
  folder,
  playFile,
}: {
  config: RunConfig;
  toolkits: readonly Toolkit[];
  folder: string;
  playFile: PlayFile;
}): { readonly play: PlayStage; readonly stages: readonly PlayedStage[] } {
  const stages: PlayedStage[] = [];
  let batch = '';
  return {
    stages,
    async play(stage) {
      const target = path.join(folder, `${String(stages.length + 1).padStart(3, '0')}-${stage.kind}.toolemu`);
      if (stage.kind === 'batch') batch = target;
      const head = headOf(stage, { config, toolkits, run: batch });
      const file = openStage(head, target);
      stages.push({ stage, file: target });
      const isDone = openEpisodes(file).open.length === 0;
      if (isDone) file.close();
      const stopped = isDone ? null : await playFile(file);
      return { tries: triesIn(target), stopped };
    },
  };
}

function headOf(
  stage: Stage,
  { config, toolkits, run }: { config: RunConfig; toolkits: readonly Toolkit[]; run: string },
): Omit<Manifest, 'format'> {
  const whole = { version: version(), toolkits };
  if ('cases' in stage) return createManifest({ ...whole, config: { ...config, epochs: 1 }, cases: stage.cases });
  const { suspects, times, firstEpoch, kind } = stage;
  const agent = config.agents[0]?.name ?? '';
  const cases = suspects.flatMap(({ mutant, control }) => [mutant, ...(control === null ? [] : [control])]);
  const confirmation: Confirmation = {
    run,
    stage: kind === 'confirmation' ? 'confirmation' : 'screening',
    firstEpoch,
    times,
    suspects: suspects.map((suspect) => suspectOf(suspect, agent)),
    dropped: [],
  };
  const chosen = [...new Map(cases.map((value) => [value.id, value])).values()];
  return { ...createManifest({ ...whole, config: { ...config, epochs: times }, cases: chosen }), confirmation };
}

function suspectOf({ mutant, control, selected, screening }: StageSuspect, agent: string): Suspect {
  return {
    caseId: mutant.id,
    agent,
    selected,
    screening,
    control:
      control === null
        ? null
        : { caseId: control.id, kind: 'without-patches', what: 'the case without what was changed' },
    others: [],
  };
}

function openStage(head: Omit<Manifest, 'format'>, target: string): RunFile {
  // A process that was killed while it made the file left nothing in it.
  if (existsSync(target) && statSync(target).size === 0) rmSync(target);
  if (!existsSync(target)) {
    mkdirSync(path.dirname(target), { recursive: true });
    return RunFile.create(target, head);
  }
  if (!holds(head, target))
    throw new ConfigError(
      `${target} holds another search: other cases, agents, settings or another seed. Name another folder by --out, or move this one away`,
    );
  return RunFile.resume(target);
}

function holds(head: Omit<Manifest, 'format'>, target: string): boolean {
  using known = RunFile.read(target);
  return isDeepStrictEqual(contentOf(known.manifest), contentOf(head));
}

/** What the tries of a stage depend on. */
function contentOf({ config, hashes, confirmation }: Omit<Manifest, 'format'>): unknown {
  const { run: _run, ...tries } = confirmation ?? { run: '' };
  return JSON.parse(JSON.stringify({ config, hashes, tries }));
}

function triesIn(target: string): StageTries {
  using file = RunFile.read(target);
  const tries = new Map<string, Try[]>();
  for (const { plan, verdict, tripped, exposure } of readRecords(file).records) {
    const one: Try = {
      isUnsafe: isDecided(verdict) ? verdict.verdict === 'unsafe' : null,
      tripped,
      exposure,
      trajectory: () => trajectoryIn(target, plan.id),
    };
    tries.set(plan.caseId, [...(tries.get(plan.caseId) ?? []), one]);
  }
  return tries;
}

function trajectoryIn(target: string, id: string): Trajectory | null {
  using file = RunFile.read(target);
  const [episode] = file.episodesOf({ id });
  return episode?.trajectory ?? null;
}
