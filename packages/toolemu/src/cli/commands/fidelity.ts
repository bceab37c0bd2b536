import { existsSync } from 'node:fs';
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type Fidelity, fidelitySchema, type RoleModel, type RunConfig } from '../../contract/index.ts';
import type { EmulatorKind } from '../../prompt/index.ts';
import { costsOf, fidelityLines } from '../../report/index.ts';
import { announcedLog, prepareRun, runPath } from '../../run/index.ts';
import { openingLimit } from '../../run/run.ts';
import {
  type AskedCall,
  askCalls,
  createAskedEmulators,
  measureFidelity,
  type TrueCall,
  trueCalls,
} from '../../study/index.ts';
import { plural, visibleJson } from '../../words/index.ts';
import { engineOptions } from '../options/engine-options.ts';
import { examples } from '../options/help.ts';
import { modelOptions } from '../options/model-options.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { wholeNumber } from '../options/parsers.ts';
import { roleOf } from '../options/role-flags.ts';
import { saidOptions } from '../options/said-options.ts';
import { serverOptions } from '../options/server-options.ts';
import { calledOf, confirmSpending } from '../play/confirm.ts';
import { checkModels, createEngine } from '../play/model-access.ts';
import { UsageError } from '../terminal/failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { note, print, printJson, self } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { version } from '../version.ts';
import { estimateFidelity } from './fidelity/fidelity-estimate.ts';
import {
  closeFidelityFile,
  createFidelityFile,
  type FidelityFile,
  resumeFidelityFile,
} from './fidelity/fidelity-file.ts';
import { createCallProgress } from './fidelity/fidelity-progress.ts';
import { fidelitySetOptions, prepareTruth } from './fidelity/fidelity-set.ts';

export function register(command: Command): void {
  fidelityOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu fidelity --benchmark --split smoke --model openai/gpt-4o',
        'toolemu fidelity --benchmark --sample 200 --revisions 0 --model openai/gpt-4o --max-cost 5 --out gpt-4o.toolemu',
        'toolemu fidelity calls.jsonl --toolkits mcp.json --model openai/gpt-4o',
        'toolemu fidelity runs/passthrough.toolemu --model openai/gpt-4o',
        'toolemu fidelity --resume gpt-4o.toolemu',
      ),
    )
    .action(fidelity);
}

function fidelityOptions(command: Command) {
  return withOptions(
    command
      .argument('[calls...]', 'files of recorded calls, a call a line, or run files with calls of real tools')
      .addOption(
        new Option('--emulator <name>', 'the emulator that is measured')
          .choices(['standard', 'adversarial'])
          .default('standard'),
      )
      .option(
        '--revisions <n>',
        'how often a reply that breaks a requirement is sent back; 0: take each as it comes',
        wholeNumber,
        3,
      )
      .option(
        '--out <path>',
        'run file (ending in .toolemu) for what is said, or folder for it; figures beside it',
        'runs',
      )
      .option('--resume <run>', 'go on with a run file of this command: what was answered is not paid for again')
      .option('--yes', 'do not ask before models are called')
      .option('--json', 'print the figures, and all disagreements whole, as JSON'),
    fidelitySetOptions,
    modelOptions('emulator'),
    engineOptions,
    serverOptions,
  );
}

type FidelityFlags = OptionsOf<typeof fidelityOptions>;

/** `toolemu fidelity`: how far an emulator that is a language model answers as the tools do. Exit code 1 where not all could be asked. */
export async function fidelity(
  paths: readonly string[],
  flags: FidelityFlags,
  command: CommandUnknownOpts,
): Promise<void> {
  const bench =
    flags.resume === undefined
      ? await newBench(paths, flags)
      : await resumedBench(flags.resume, { paths, flags, command });
  try {
    const calls = trueCalls(bench.truth);
    const asked = await askAll(bench, calls, flags);
    if (asked !== null) tell(await measured(bench, calls, asked), bench, flags);
  } finally {
    closeFidelityFile(bench.file);
  }
}

async function newBench(paths: readonly string[], flags: FidelityFlags): Promise<FidelityFile> {
  const emulator = emulatorOf(flags);
  await checkModels([emulator.model], flags);
  const truth = await prepareTruth(paths, flags);
  const { revisions, seed } = flags;
  const path = runPath(flags.out, 'fidelity');
  if (existsSync(figuresPath(path)))
    throw new UsageError(`${figuresPath(path)} is there already, and the figures go there: choose another --out`);
  return createFidelityFile(path, { truth, emulator, revisions, seed });
}

/** The file of figures beside a run file. */
function figuresPath(file: string): string {
  return file.replace(/\.toolemu$/, '.json');
}

/** Options that may stand beside --resume: they change how models are called, not what is asked. */
const besideResume = new Set([
  'resume',
  'allowAddress',
  'timeout',
  'concurrency',
  'rpm',
  'tpm',
  'maxCost',
  'yes',
  'json',
]);

async function resumedBench(
  path: string,
  { paths, flags, command }: { paths: readonly string[]; flags: FidelityFlags; command: CommandUnknownOpts },
): Promise<FidelityFile> {
  const beside = saidOptions(command).filter((option) => !besideResume.has(option.attributeName()));
  if (paths.length > 0 || beside.length > 0) {
    const names = [...paths, ...beside.map(({ long }) => long)].join(', ');
    throw new UsageError(`--resume takes calls and emulator from the run file: leave out ${names}, or begin anew`);
  }
  const bench = resumeFidelityFile(path);
  try {
    await checkModels([bench.file.manifest.config.emulator.model], flags);
    return bench;
  } catch (error) {
    bench.file.close();
    throw error;
  }
}

function emulatorOf(flags: FidelityFlags): RunConfig['emulator'] {
  if (flags.model === undefined && flags.emulatorModel === undefined)
    throw new UsageError('name the model that emulates, as in --model openai/gpt-4o');
  return prepareRun({
    agents: ['careful'],
    emulator: flags.emulator,
    evaluators: ['none'],
    epochs: 1,
    maxSteps: 1,
    seed: flags.seed,
    shared: roleOf(flags, ''),
    emulatorRole: roleOf(flags, 'emulator'),
  }).emulator;
}

/** Asks about all calls; what was asked before is taken from the file. Null where somebody said no, and nothing was called. */
async function askAll(
  bench: FidelityFile,
  calls: readonly TrueCall[],
  flags: FidelityFlags,
): Promise<ReadonlyMap<string, AskedCall> | null> {
  const { file, revisions } = bench;
  const { kind, model } = askedOf(bench);
  const what = `${plural(calls.length, 'call')} to ask about, each by itself: ${bench.truth.of}`;
  const models = [{ role: `emulator ${kind}`, ...calledOf(model) }];
  const estimate = () => estimateFidelity(calls, { kind, model, revisions, log: file });
  if (!(await confirmSpending({ what, models, remarks: [], estimate, yes: flags.yes === true }))) return null;
  const progress = createCallProgress(calls.length);
  const interrupt = onInterrupt();
  const log = announcedLog(file, progress.onEvent);
  const stop = AbortSignal.any([interrupt.signal, log.failed]);
  const engine = createEngine(flags, { file, stop });
  try {
    const asked = await askCalls(calls, {
      emulatorsOf: createAskedEmulators({
        kind,
        of: model,
        model: engine.model(model),
        log,
        revisions,
        signal: stop,
      }),
      limit: openingLimit(engine.slots, 1),
      signal: stop,
      onAsked: progress.onAsked,
    });
    log.failed.throwIfAborted();
    return asked;
  } finally {
    interrupt.release();
  }
}

function askedOf({ file }: FidelityFile): { kind: EmulatorKind; model: RoleModel } {
  const { kind, model } = file.manifest.config.emulator;
  if (model === null) throw new UsageError(`${file.path} names no model that emulates: begin anew without --resume`);
  return { kind: kind === 'adversarial' ? kind : 'standard', model };
}

async function measured(
  bench: FidelityFile,
  calls: readonly TrueCall[],
  asked: ReadonlyMap<string, AskedCall>,
): Promise<Fidelity> {
  const { file, truth, revisions } = bench;
  const { kind, model } = askedOf(bench);
  return fidelitySchema.parse(
    await measureFidelity({
      calls,
      asked,
      of: truth.of,
      skipped: truth.skipped,
      emulator: {
        kind,
        model: model.model,
        prompt: file.manifest.hashes.prompts[`emulator ${kind}`] ?? '',
        revisions,
      },
      createdAt: new Date().toISOString(),
      toolemu: version(),
      cost: costsOf(file.usage()).total,
    }),
  );
}

function tell(result: Fidelity, { file }: FidelityFile, { json }: FidelityFlags): void {
  const isAsked = result.missing.length < result.calls;
  if (isAsked) writeWhole(figuresPath(file.path), [`${visibleJson(result, 2)}\n`]);
  if (json === true) printJson(result);
  else for (const line of fidelityLines(result)) print(line);
  if (result.missing.length === 0) return;
  process.exitCode = 1;
  note(`ask for the rest alone: ${self} fidelity --resume ${file.path}`);
}
