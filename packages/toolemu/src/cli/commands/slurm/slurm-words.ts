import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type OptionWords, wordsOf } from '../../options/option-words.ts';
import { UsageError } from '../../terminal/failure.ts';
import type { RunFlags } from '../../options/run-options.ts';

/** The options of the commands that tasks carry out, in words. */
interface PlayWords {
  readonly begin: readonly string[];
  readonly goOn: readonly string[];
  readonly report: readonly string[];
}

/** What whoever submits agreed to, which the jobs are told. */
export interface AgreedTo {
  /** The configuration file that was read. */
  readonly config: string | null;
  /** What the agents start, word for word. */
  readonly commands: readonly string[];
  /** Addresses of models, which may get keys. */
  readonly addresses: readonly string[];
}

/** How many tasks there are, and how many may run at a time. */
interface TaskCounts {
  readonly tasks: number;
  readonly atOnce: number;
}

/** Options that the tasks are given otherwise, or not at all. */
const notPlayed = new Set([
  'out',
  'estimate',
  'power',
  'yes',
  'json',
  'failOn',
  'optimistic',
  'maxCost',
  'rpm',
  'tpm',
  'allowCommand',
  'allowAddress',
]);
/** Options that a part which is gone on with takes beside those that are shared out. */
const besideResume = new Set(['config', 'timeout', 'concurrency', 'real', 'callRealTools']);
const models = new Set(['model', 'agentModel', 'emulatorModel', 'evaluatorModel', 'userModel']);

/** The words of a command line for its tasks; budget and rates are shared out, conditions are for the report. */
export function playWords(
  command: CommandUnknownOpts,
  {
    written,
    counts,
    isServed,
    agreed,
  }: { written: OptionWords; counts: TaskCounts; isServed: boolean; agreed: AgreedTo },
): PlayWords {
  const flags = command.opts() as RunFlags;
  const options = [...written].filter(([option]) => !notPlayed.has(option.attributeName()));
  const shares = sharesOf(flags, counts);
  const told = isServed ? options.filter(([option]) => !models.has(option.attributeName())) : options;
  const among = (all: readonly (readonly [Option, readonly string[]])[]) => all.flatMap((one) => wordsOf(...one));
  const isConfigWritten = options.some(([option]) => option.attributeName() === 'config');
  const trust = [
    ...(agreed.config === null || isConfigWritten ? [] : [`--config=${agreed.config}`]),
    ...agreed.commands.map((words) => `--allow-command=${words}`),
    ...agreed.addresses.map((address) => `--allow-address=${address}`),
  ];
  return {
    begin: [...among(told), ...trust, ...(isServed ? modelWords(command) : []), ...shares],
    goOn: [...among(options.filter(([option]) => besideResume.has(option.attributeName()))), ...trust, ...shares],
    report: [
      ...(flags.failOn ?? []).map((condition) => `--fail-on=${condition}`),
      ...(flags.optimistic === true ? ['--optimistic'] : []),
    ],
  };
}

/** Throws {@link UsageError} for a word with line breaks or other control characters: it would be a script's own line. */
export function refuseControls(command: CommandUnknownOpts): void {
  for (const option of command.options) {
    const values: unknown[] = [command.getOptionValue(option.attributeName())].flat();
    if (values.some((value) => typeof value === 'string' && /\p{Cc}/u.test(value)))
      throw new UsageError(
        `${option.long}: leave out line breaks and other control characters, which a script cannot hold`,
      );
  }
}

/** The models of a command line as they are meant, wherever they were said. */
function modelWords(command: CommandUnknownOpts): string[] {
  return command.options
    .filter((option) => models.has(option.attributeName()))
    .flatMap((option) => {
      const value = command.getOptionValue(option.attributeName()) as string | string[] | undefined;
      return value === undefined ? [] : [`${option.long}=${[value].flat().join(',')}`];
    });
}

function sharesOf({ maxCost, rpm, tpm }: RunFlags, { tasks, atOnce }: TaskCounts): string[] {
  const shares = {
    'max-cost': maxCost === undefined ? undefined : Math.floor((maxCost / tasks) * 10_000) / 10_000,
    rpm: rpm === undefined ? undefined : Math.max(1, Math.floor(rpm / atOnce)),
    tpm: tpm === undefined ? undefined : Math.max(1, Math.floor(tpm / atOnce)),
  };
  return Object.entries(shares).flatMap(([name, share]) => (share === undefined ? [] : [`--${name}=${share}`]));
}
