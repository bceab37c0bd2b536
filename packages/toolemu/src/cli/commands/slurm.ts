import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Manifest, ModelError } from '../../contract/index.ts';
import { refuseUnknowable } from '../../report/index.ts';
import { createManifest, estimateRun, headOfShard, personAgent, modelsIn, powerOf } from '../../run/index.ts';
import { type SlurmJob, SlurmPathError, slurmScripts } from '../../slurm/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural, shellWord } from '../../words/index.ts';
import { checkAgents } from '../config/agents.ts';
import { caseSelectionOptions, usualCaseOptions } from '../options/case-options.ts';
import { examples, headings } from '../options/help.ts';
import { under, withOptions } from '../options/option-group.ts';
import { keepWords, type OptionWords } from '../options/option-words.ts';
import { playOptions, usualPlayOptions } from '../options/play-options.ts';
import { confirmSpending, modelsOf } from '../play/confirm.ts';
import { printEstimate } from '../play/estimate.ts';
import { printPower } from '../play/power.ts';
import { readFailOn } from '../play/fail-on.ts';
import { checkModels } from '../play/model-access.ts';
import { UsageError } from '../terminal/failure.ts';
import { note, print, printJson, self } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { version } from '../version.ts';
import type { RunFlags } from '../options/run-options.ts';
import { isSaid } from '../options/said-options.ts';
import { configure, planWith } from './run/play-run.ts';
import { type SlurmFlags, slurmOptions } from './slurm/slurm-options.ts';
import { checkServed, commandWords, doubtfulGpus, pointAtServer, serverOf } from './slurm/slurm-serve.ts';
import { findProgram, submitJobs, type SubmittedJobs } from './slurm/slurm-submit.ts';
import { type AgreedTo, playWords, refuseControls } from './slurm/slurm-words.ts';
import { allowedCommands, commandsOf } from '../trust/commands.ts';

export function register(command: Command): void {
  runOptionsFor(command);
  const written = keepWords(command);
  withOptions(command, under(headings.machines, slurmOptions))
    .addHelpText(
      'after',
      examples(
        'toolemu slurm --array 16 --time 4:00:00 --model openai/gpt-4o --max-cost 40 --submit',
        "toolemu slurm --array 8%4 --gpus 2 --mem 64G --setup 'conda activate vllm' --serve Qwen/Qwen3-8B --tensor-parallel 2",
        'bash slurm-toolemu/submit.sh',
      ),
    )
    .action(() => slurm(command, written));
}

function runOptionsFor(command: Command) {
  return withOptions(command, usualCaseOptions, usualPlayOptions, outOptions, caseSelectionOptions, playOptions);
}

function outOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .option('--out <folder>', 'folder of the scripts, the parts, the merged run and its reports (default: slurm-NAME)');
}

type Flags = SlurmFlags & RunFlags;
type Planned = Awaited<ReturnType<typeof planWith>>;

/** `toolemu slurm`: writes the scripts that play a run as an array of SLURM's jobs, and submits them where it is told. */
export async function slurm(command: CommandUnknownOpts, written: OptionWords): Promise<void> {
  refuseControls(command);
  const configFile = await configure(command);
  const server = serverOf(command.opts() as Flags);
  if (server !== null) pointAtServer(command, server.model);
  const flags = command.opts() as Flags;
  const planned = await planWith(flags, configFile, command);
  const estimate = () => estimateRun({ ...planned, families: configFile?.families });
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    return;
  }
  if (flags.power === true) {
    printPower(powerOf(planned), flags.json === true);
    return;
  }
  if (server !== null) checkServed(planned.config, server.model);
  await checkPlan(planned, flags);
  for (const doubt of doubtfulGpus(flags)) note(doubt);
  const agreed = {
    config: configFile?.file ?? null,
    commands: [...new Set([...commandsOf(planned.config.agents).map(({ words }) => words), ...allowedCommands(flags)])],
    addresses: [
      ...new Set([...modelsIn(planned.config).flatMap((model) => model?.baseUrl ?? []), ...(flags.allowAddress ?? [])]),
    ],
  };
  const job = jobOf(command, { written, server, agreed });
  checkParts(job, planned, flags);
  const files = write(job);
  const isSubmitted = flags.submit === true && (await agreeToSubmit(job, { planned, estimate, flags }));
  const submitted = isSubmitted ? await submitJobs(submitScriptOf(job)) : null;
  if (submitted !== null && submitted.remark !== '') note(submitted.remark);
  tell(job, { files, submitted: submitted?.jobs ?? null, json: flags.json === true });
}

/** Throws for what could not be played; a key that is missing here may be there on the cluster. */
async function checkPlan({ config, cases }: Planned, flags: Flags): Promise<void> {
  refuseUnknowable(readFailOn(flags), { config, cases });
  if (config.agents.some(({ kind }) => kind === personAgent.kind))
    throw new UsageError(`--agent ${personAgent.kind}: nobody can play in a job; leave it out`);
  if (flags.real !== undefined && flags.callRealTools !== true)
    throw new UsageError('a job cannot ask before real tools are called: agree to it by --call-real-tools');
  await checkAgents(config.agents);
  for (const model of modelsIn(config)) {
    try {
      await checkModels([model], flags);
    } catch (error) {
      if (!(error instanceof ModelError && error.kind === 'bad-key')) throw error;
      note(`${error.message}; the jobs need it`);
    }
  }
}

function jobOf(
  command: CommandUnknownOpts,
  { written, server, agreed }: { written: OptionWords; server: SlurmJob['server']; agreed: AgreedTo },
): SlurmJob {
  const flags = command.opts() as Flags;
  const { tasks, atOnce } = flags.array;
  // What a configuration says is about the run file of `run`.
  const out = isSaid(command, 'out') ? flags.out : `slurm-${flags.jobName}`;
  const folder = path.resolve(out);
  const toolemu = commandWords('--toolemu', flags.toolemu);
  if (toolemu.length === 0) throw new UsageError('--toolemu is empty: say how toolemu is started');
  const counts = { tasks, atOnce: Math.min(tasks, atOnce ?? tasks) };
  return {
    resources: {
      name: flags.jobName,
      tasks,
      atOnce,
      nodes: flags.nodes,
      gpus: flags.gpus,
      cpusPerTask: flags.cpusPerTask,
      memory: flags.mem,
      constraint: flags.constraint,
      time: flags.time,
      partition: flags.partition,
      qos: flags.qos,
      account: flags.account,
    },
    folder,
    logs: flags.logs === undefined ? path.join(folder, 'logs') : path.resolve(flags.logs),
    workingFolder: process.cwd(),
    setup: flags.setup ?? [],
    toolemu,
    ...playWords(command, { written, counts, isServed: server !== null, agreed }),
    server,
    merge: { partition: flags.mergePartition, qos: flags.mergeQos },
  };
}

/** Throws {@link UsageError} where the folder holds parts of another run: tasks would go on with those. */
function checkParts({ folder, resources: { tasks } }: SlurmJob, planned: Planned, flags: Flags): void {
  const head = createManifest({ version: version(), ...planned });
  // Throws where there are more tasks than cases.
  const { shard } = headOfShard(head, { index: 1, of: tasks });
  const parts = path.join(folder, 'parts');
  if (flags.real !== undefined || !existsSync(parts)) return;
  for (const name of readdirSync(parts).filter((file) => file.endsWith('.toolemu'))) {
    // A task that was killed before anything stood in it leaves an empty one, which the next replaces.
    if (statSync(path.join(parts, name)).size === 0) continue;
    using file = RunFile.read(path.join(parts, name));
    if (!isSame(file.manifest.shard, shard))
      throw new UsageError(
        `${folder} holds parts of a run with other options, as ${name}: name another folder by --out, or remove it`,
      );
  }
}

function isSame(one: Manifest['shard'], other: Manifest['shard']): boolean {
  return one?.run === other?.run && one?.of === other?.of;
}

/** Writes the scripts, and gives their paths. */
function write(job: SlurmJob): string[] {
  const scripts = scriptsOf(job);
  mkdirSync(job.logs, { recursive: true });
  forgetPlayed(job, scripts['play.sbatch']);
  return Object.entries(scripts).map(([name, text]) => {
    const file = path.join(job.folder, name);
    // Lines of --setup may hold keys.
    writeWhole(file, [text], 0o600);
    return file;
  });
}

/** Takes the marks of parts that were played to their end, where tasks are now to play otherwise: with a greater budget, say. */
function forgetPlayed({ folder }: SlurmJob, playScript: string | undefined): void {
  const [script, parts] = [path.join(folder, 'play.sbatch'), path.join(folder, 'parts')];
  if (!existsSync(parts) || (existsSync(script) && readFileSync(script, 'utf8') === playScript)) return;
  for (const name of readdirSync(parts).filter((file) => file.endsWith('.toolemu.done')))
    rmSync(path.join(parts, name));
}

function scriptsOf(job: SlurmJob): Readonly<Record<string, string>> {
  try {
    return slurmScripts(job);
  } catch (error) {
    throw error instanceof SlurmPathError ? new UsageError(error.message) : error;
  }
}

interface Submission {
  readonly planned: Planned;
  readonly estimate: Parameters<typeof confirmSpending>[0]['estimate'];
  readonly flags: Flags;
}

/** Whether the jobs are to be submitted. Throws {@link UsageError} where there is no SLURM. */
async function agreeToSubmit(job: SlurmJob, { planned, estimate, flags }: Submission): Promise<boolean> {
  if (!findProgram('sbatch'))
    throw new UsageError(
      `there is no sbatch here, so nothing was submitted: where SLURM is, say bash ${shellWord(submitScriptOf(job))}`,
    );
  const what = `${plural(job.resources.tasks, 'task')} of ${job.resources.name}`;
  return confirmSpending({ what, ...modelsOf(planned.config), estimate, yes: flags.yes === true });
}

function submitScriptOf({ folder }: SlurmJob): string {
  return path.join(folder, 'submit.sh');
}

function tell(
  job: SlurmJob,
  { files, submitted, json }: { files: readonly string[]; submitted: SubmittedJobs | null; json: boolean },
): void {
  const { folder, logs } = job;
  if (json) {
    printJson({ folder, files, jobs: submitted });
    return;
  }
  if (submitted === null) {
    print(`Next: bash ${shellWord(submitScriptOf(job))}`);
    return;
  }
  const { play, merge, serve } = submitted;
  const all = [serve, play, merge].filter((job) => job !== undefined && job !== null);
  const run = path.join(folder, 'run.toolemu');
  const server = serve === undefined ? '' : `model server: job ${serve}; `;
  print(`${server}tasks: job ${play}; ${merge === null ? 'no merge' : `merge and report: job ${merge}`}`);
  print(`Look: squeue --jobs=${all.join(',')}; logs in ${logs}`);
  print(`Then: ${self} view ${shellWord(run)}`);
}
