import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readTextFile } from '../../../platform/index.ts';
import { type Command, Option } from '@commander-js/extra-typings';
import { BenchmarkError, firstToolkits, formatIssue, loadBuiltin, loadSources } from '../../../benchmark/index.ts';
import type { Toolkit } from '../../../contract/index.ts';
import { oneLine } from '../../../report/index.ts';
import { loadRunnable, referenceTrajectory } from '../../../run/index.ts';
import { RunFile } from '../../../store/index.ts';
import {
  chooseCalls,
  readRecordedCalls,
  trueCalls,
  type Truth,
  truthOfReferences,
  truthOfRun,
} from '../../../study/index.ts';
import { plural, wholeLine } from '../../../words/index.ts';
import { splitOption } from '../../options/case-options.ts';
import type { OptionsOf } from '../../options/option-group.ts';
import { list, positiveInteger, wholeNumber } from '../../options/parsers.ts';
import type { ServerFlags } from '../../options/server-options.ts';
import { tellAll } from '../../play/load-told.ts';
import { serversFrom } from '../../play/servers.ts';
import { UsageError } from '../../terminal/failure.ts';
import { inOptions } from '../../terminal/message-in-options.ts';
import { note } from '../../terminal/output.ts';

/** Options that say which calls are asked about. */
export type FidelitySetFlags = ServerFlags & OptionsOf<typeof fidelitySetOptions>;

/** Adds the options that say which calls are asked about. */
export function fidelitySetOptions(command: Command) {
  return command
    .option('--benchmark', 'in the place of files: references of cases, played by declared effects, which are exact')
    .addOption(
      new Option('--references <names>', 'with --benchmark: whose calls')
        .argParser(list)
        .default(['careful', 'reckless'], 'careful,reckless'),
    )
    .addOption(splitOption('with --benchmark: only these of the built-in cases'))
    .option('--select <cases>', 'with --benchmark: only these cases, by id or place, separated by commas', list)
    .option('--cases <path...>', 'with --benchmark: files or folders of cases, instead of the built-in ones')
    .option(
      '--toolkits <path...>',
      'files or folders of toolkits, or what `import-tools` takes, before the built-in ones',
    )
    .option('--sample <n>', 'ask about this many of the calls, drawn by --seed', positiveInteger)
    .option('--seed <n>', 'seed of the sample', wholeNumber, 0);
}

/** Reads the calls whose true answers are known, says what could not be read, and chooses those that are asked. */
export async function prepareTruth(paths: readonly string[], flags: FidelitySetFlags): Promise<Truth> {
  if ((flags.benchmark === true) === paths.length > 0)
    throw new UsageError('name either files of recorded calls, or --benchmark for references of cases');
  const truth = flags.benchmark === true ? await ofReferences(flags) : await ofFiles(paths, flags);
  return chooseCalls(truth, { count: flags.sample, seed: flags.seed });
}

async function ofReferences({ references: names, ...flags }: FidelitySetFlags): Promise<Truth> {
  const config = { emulator: { kind: 'offline', model: null }, agents: [] };
  const servers = await serversFrom(flags, [...(flags.toolkits ?? []), ...(flags.cases ?? [])]);
  const { cases, toolkits, notes } = await loadRunnable({ config, load: { ...flags, servers }, selection: flags });
  tellAll(notes.map((text) => inOptions(text, ['cases', 'evaluators'])));
  const of = `${flags.cases === undefined ? 'the built-in cases' : flags.cases.map((one) => path.basename(one)).join(', ')}, references ${names.join(', ')}`;
  const truth = await truthOfReferences({ of, cases, toolkits, names, play: referenceTrajectory });
  if (truth.calls.length > 0) return truth;
  const known = [...new Set(cases.flatMap(({ references = [] }) => references.map(({ name }) => name)))];
  throw new UsageError(
    `--references ${names.join(',')}: no call of these cases is answered by declared effects; they have the references ${known.join(', ') || '(none)'}`,
  );
}

async function ofFiles(paths: readonly string[], flags: FidelitySetFlags): Promise<Truth> {
  const isRun = (file: string): boolean => file.endsWith('.toolemu');
  const toolkits = paths.every(isRun) ? [] : await toolkitsOf(flags);
  const truth = joined(paths.map((file) => (isRun(file) ? ofRun(file) : ofRecords(file, toolkits))));
  if (truth.calls.length > 0) return truth;
  throw new UsageError(
    `${paths.join(', ')}: no call with a real answer could be read here: record some (docs/fidelity.md shows the format), or name a run with --emulator passthrough`,
  );
}

async function toolkitsOf({ toolkits: given = [], ...flags }: FidelitySetFlags): Promise<Toolkit[]> {
  const servers = await serversFrom(
    { env: flags.env, envFile: flags.envFile, allowCommand: flags.allowCommand },
    given,
  );
  const { toolkits, issues, notes } = await loadSources(given, undefined, undefined, servers);
  if (issues.length > 0) throw new BenchmarkError(issues);
  tellAll(notes);
  const builtin = await loadBuiltin({ withCases: false });
  return firstToolkits([...toolkits, ...builtin.toolkits].map(({ value }) => value));
}

function ofRun(file: string): Truth {
  using run = RunFile.read(file);
  return truthOfRun(run, path.basename(file));
}

function ofRecords(file: string, toolkits: readonly Toolkit[]): Truth {
  const { truth, issues } = readRecordedCalls({ file, name: path.basename(file), text: textOf(file) }, toolkits);
  const sessions = new Set(trueCalls(truth).map(({ cluster }) => cluster)).size;
  const calls = plural(truth.calls.length + issues.length, 'recorded call');
  note(`${oneLine(file)}: read ${truth.calls.length} of ${calls}, of ${plural(sessions, 'session')}`);
  for (const issue of issues) note(`skipped: ${wholeLine(formatIssue(issue))}`);
  return truth;
}

function textOf(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}; check the path`, { cause: error });
  }
}

function joined(truths: readonly Truth[]): Truth {
  return {
    of: truths.map(({ of }) => of).join(', '),
    cases: once(
      truths.flatMap(({ cases }) => cases),
      ({ id }) => `the case "${id}"`,
    ),
    toolkits: once(
      truths.flatMap(({ toolkits }) => toolkits),
      ({ name }) => `the toolkit "${name}"`,
    ),
    episodes: once(
      truths.flatMap(({ episodes }) => episodes),
      ({ plan }) => `the episode "${plan.id}"`,
    ),
    calls: truths.flatMap(({ calls }) => calls),
    skipped: { caseAnswers: 0, duplicates: 0 },
  };
}

/** Each thing once. Two things of one name cannot be told apart. */
function once<T>(things: readonly T[], nameOf: (thing: T) => string): T[] {
  const named = new Map<string, T>();
  for (const thing of things) {
    const name = nameOf(thing);
    const other = named.get(name);
    if (other !== undefined && !isDeepStrictEqual(other, thing))
      throw new UsageError(`two of these files hold ${name}, and not the same one: measure them one at a time`);
    named.set(name, thing);
  }
  return [...named.values()];
}
