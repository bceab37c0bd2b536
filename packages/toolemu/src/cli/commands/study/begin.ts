import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Case, labelSchema, type Manifest, type Study, studySchema } from '../../../contract/index.ts';
import { createManifest, planRun, type PlannedRun, type RunRequest } from '../../../run/index.ts';
import { RunFile } from '../../../store/index.ts';
import { openStudy, type OpenStudy, planStudy, type PlannedStudy, studyFile } from '../../../study/index.ts';
import { plural, visibleJson } from '../../../words/index.ts';
import { agentsFrom } from '../../config/agents.ts';
import { readConfigFile } from '../../config/config-file.ts';
import { askingOf } from '../../options/role-flags.ts';
import { tellAll } from '../../play/load-told.ts';
import { UsageError } from '../../terminal/failure.ts';
import { self } from '../../terminal/output.ts';
import { writeWhole } from '../../terminal/write-whole.ts';
import { version } from '../../version.ts';
import { promptStyleOf, rolesOf } from '../run/play-run.ts';
import { agreeToPlay } from './agree.ts';
import type { StudyInitFlags } from './options.ts';

/** A run that is to be made, and its file within the study. */
interface RunHead {
  readonly file: string;
  readonly manifest: Omit<Manifest, 'format'>;
}

/** Plans a new study and, once its user agrees to what it may cost, writes it. Null where nothing is to be played. */
export async function beginStudy(folder: string, flags: StudyInitFlags): Promise<OpenStudy | null> {
  refuseTaken(folder);
  const annotators = annotatorsIn(flags.annotators ?? []);
  const emulators = [...new Set(flags.emulators)];
  const byEmulator = await plannedRuns(emulators, flags);
  const [[, first] = raise()] = byEmulator;
  const planned = planStudy({
    cases: enoughOf(first.cases, flags.cases),
    count: flags.cases,
    emulators,
    agents: first.config.agents.map(({ name }) => name),
    seed: flags.seed,
  });
  const heads = headsOf(planned, byEmulator);
  const what = [
    `${plural(planned.items.length, 'episode')}: ${plural(planned.cases.length, 'case')}, each with ${emulators.join(' and ')}`,
    ...(first.config.agents.length > 1 ? [`${first.config.agents.length} agents take turns`] : []),
  ].join('; ');
  if (!(await agreeToPlay({ what, runs: heads.map(({ manifest }) => manifest), flags }))) return null;
  for (const { file, manifest } of heads) RunFile.create(path.join(folder, file), manifest).close();
  writeStudy(folder, {
    format: 'toolemu-study',
    version: 1,
    createdAt: new Date().toISOString(),
    toolemu: version(),
    seed: flags.seed,
    emulators,
    cases: planned.cases,
    annotators,
    runs: planned.runs.map(({ file, emulator, agent }) => ({ file, emulator, agent })),
    items: planned.items,
  });
  return openStudy(folder);
}

function refuseTaken(folder: string): void {
  if (existsSync(studyFile(folder)))
    throw new UsageError(
      `${studyFile(folder)} holds a study: go on with it by \`${self} study init ${folder} --resume\`, or name another folder`,
    );
}

function annotatorsIn(names: readonly string[]): string[] {
  const tooLong = names.find((name) => !labelSchema.shape.annotator.safeParse(name).success);
  if (tooLong !== undefined) throw new UsageError(`--annotators: "${tooLong}" is longer than 60 letters: shorten it`);
  return [...new Set(names)];
}

async function plannedRuns(emulators: readonly string[], flags: StudyInitFlags): Promise<[string, PlannedRun][]> {
  const config = await readConfigFile(flags.config);
  const { cases: _count, from, ...options } = flags;
  const request = (emulator: string): RunRequest => ({
    agents: agentsFrom(options.agent, config),
    promptStyles: options.promptStyle.map(promptStyleOf),
    agentModels: options.agentModel ?? [],
    ...rolesOf(options),
    agent: askingOf(options, 'agent'),
    emulator,
    evaluators: options.evaluators ?? null,
    epochs: 1,
    maxSteps: options.maxSteps,
    seed: options.seed,
  });
  const load = from === undefined ? options : { ...options, cases: from };
  const runs: [string, PlannedRun][] = [];
  for (const emulator of emulators) {
    runs.push([emulator, await planRun({ request: request(emulator), load, selection: options })]);
  }
  tellAll([...new Set(runs.flatMap(([, { notes }]) => notes))]);
  return runs;
}

function enoughOf(cases: readonly Case[], count: number): string[] {
  if (cases.length < count)
    throw new UsageError(
      `--cases ${count}: there are ${cases.length} to draw from. Ask for as many, or name others by --from`,
    );
  return cases.map(({ id }) => id);
}

function headsOf({ runs }: PlannedStudy, byEmulator: readonly [string, PlannedRun][]): RunHead[] {
  const planned = new Map(byEmulator);
  return runs.map(({ file, emulator, agent, cases }) => {
    const { config, cases: all, toolkits } = planned.get(emulator) ?? raise();
    const agents = config.agents.filter(({ name }) => name === agent);
    const own = cases.map((id) => all.find((one) => one.id === id) ?? raise());
    return {
      file,
      manifest: createManifest({ version: version(), config: { ...config, agents }, cases: own, toolkits }),
    };
  });
}

function writeStudy(folder: string, study: Study): void {
  writeWhole(studyFile(folder), [`${visibleJson(studySchema.parse(study), 2)}\n`]);
}

function raise(): never {
  throw new RangeError('a study has an emulator, and every case of it is one of those that were loaded');
}
