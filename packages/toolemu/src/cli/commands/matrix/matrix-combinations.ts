import { createHash } from 'node:crypto';
import { Command, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';
import { oneLine } from '../../../report/index.ts';
import { kebab } from '../../../words/index.ts';
import { applyDefaults, lists, notDefaults, textOf } from '../../config/run-defaults.ts';
import { UsageError } from '../../terminal/failure.ts';
import { runOptions } from '../../options/run-options.ts';
import { isSaid } from '../../options/said-options.ts';
import type { MatrixValue } from './define-matrix.ts';
import type { LoadedMatrix } from './matrix-file.ts';
import { describeMatrixModel, isModel, setModels } from './matrix-models.ts';
import type { RunDefaults } from '../../../run/index.ts';

/** What one run of a matrix has of an option that is varied. */
export interface VariedValue {
  readonly option: string;
  readonly value: string;
}

/** One run of a matrix: its values, and the command line that would play it. */
export interface Combination {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly values: readonly VariedValue[];
  /** The command `run` with all its options set. */
  readonly command: CommandUnknownOpts;
}

/** Options that are of the matrix as a whole, or of one command line alone. */
const notOfRun: ReadonlySet<string> = new Set([
  ...notDefaults,
  'out',
  'shard',
  'queue',
  'reuse',
  'yes',
  'json',
  'failOn',
  'optimistic',
]);
/** Options that say how models are called, alike in all runs. */
const engineOptions: ReadonlySet<string> = new Set(['timeout', 'concurrency', 'rpm', 'tpm', 'maxCost']);
const longestName = 150;

/**
 * The combinations of what is varied, the last option fastest. What the command line of the matrix says stands in the
 * place of what the file says, also of what it varies. Throws {@link UsageError}, with the file and the place.
 */
export function combinationsOf(matrix: LoadedMatrix, command: CommandUnknownOpts, usualName: string): Combination[] {
  checkNames(matrix);
  const vary = Object.entries(matrix.vary).map(([option, values]) => ({
    option,
    values: isSaid(command, option) ? [undefined] : values,
  }));
  const combinations = product(vary).map((values) => {
    const own = commandOf(matrix, values, command);
    const varied = vary.map(({ option }) => ({ option, value: wordsOf(own.getOptionValue(option) ?? false) }));
    return { name: nameOf(varied) ?? usualName, values: varied, command: own };
  });
  refuseTwice(combinations, matrix);
  return combinations;
}

function wordsOf(value: MatrixValue): string {
  return isModel(value) ? describeMatrixModel(value) : textOf(value);
}

function checkNames({ file, run: plain, models, vary }: LoadedMatrix): void {
  const run = { ...plain, ...models };
  const options = new Map(freshRun().options.map((option) => [option.attributeName(), option]));
  const allowed = [...options.keys()].filter((name) => !notOfRun.has(name));
  for (const name of Object.keys(run)) {
    if (!allowed.includes(name)) throw unknownOption(`${file}, run.${name}`, allowed);
  }
  const single = allowed.filter((name) => !isList(options.get(name)) && !engineOptions.has(name));
  for (const name of Object.keys(vary)) {
    if (allowed.includes(name) && isList(options.get(name)))
      throw new UsageError(`${file}, vary.${name}: it takes a list, which one run plays: move it to run.${name}`);
    if (!single.includes(name)) throw unknownOption(`${file}, vary.${name}`, single);
    if (name in run) throw new UsageError(`${file}, run.${name}: it is varied, too: leave it out here, or in vary`);
  }
}

function unknownOption(place: string, names: readonly string[]): UsageError {
  return new UsageError(`${place}: there is no such option of a matrix; there are ${names.join(', ')}`);
}

function isList(option: Option | undefined): boolean {
  return option !== undefined && (option.variadic || lists.has(option.attributeName()));
}

type Chosen = { readonly option: string; readonly at: number; readonly value: MatrixValue | undefined };

function product(
  vary: readonly { readonly option: string; readonly values: readonly Chosen['value'][] }[],
): Chosen[][] {
  return vary.reduce<Chosen[][]>(
    (combinations, { option, values }) =>
      combinations.flatMap((before) => values.map((value, at) => [...before, { option, at, value }])),
    [[]],
  );
}

/** The command `run` as the command line, these values and the file's defaults set it, the first that says anything. */
function commandOf(matrix: LoadedMatrix, values: readonly Chosen[], command: CommandUnknownOpts): CommandUnknownOpts {
  const own = freshRun();
  for (const option of own.options) {
    const name = option.attributeName();
    if (!notOfRun.has(name) && isSaid(command, name))
      own.setOptionValueWithSource(name, command.getOptionValue(name), 'cli');
  }
  const chosen = new Map(values.map((one) => [one.option, one]));
  const varied = values.flatMap(({ option, value }) =>
    value === undefined || isModel(value) ? [] : [[option, value] as const],
  );
  const run: RunDefaults = { ...matrix.run, ...Object.fromEntries(varied) };
  applyDefaults(own, { ...matrix, run }, (name) => {
    const place = chosen.get(name)?.at;
    return place === undefined ? `run.${name}` : `vary.${name}[${place}]`;
  });
  const models = values.flatMap(({ option, value }) => (isModel(value) ? [[option, [value]] as const] : []));
  for (const [option, chosenModels] of [...Object.entries(matrix.models), ...models])
    if (!isSaid(own, option)) setModels(own, option, chosenModels);
  return own;
}

function freshRun(): CommandUnknownOpts {
  return runOptions(new Command('run'));
}

/** Readable where it can be: records carry what was varied. Null where nothing was. */
function nameOf(values: readonly VariedValue[]): string | null {
  if (values.length === 0) return null;
  const name = values
    .map(({ option, value }) => `${kebab(option)}-${value}`.replaceAll(/[^A-Za-z0-9.-]+/g, '-'))
    .join('_');
  if (name.length <= longestName) return name;
  return `${name.slice(0, longestName)}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}

/** Two combinations of one name would share their file, also where a file system takes capitals for small letters. */
function refuseTwice(combinations: readonly Combination[], { file }: LoadedMatrix): void {
  const seen = new Map<string, Combination>();
  for (const combination of combinations) {
    const other = seen.get(combination.name.toLowerCase());
    if (other !== undefined) {
      const [one, two] = [other, combination].map(({ values }) => oneLine(describeValues(values)));
      throw new UsageError(`${file}, vary: ${one} and ${two} would have the same file: leave one of them out`);
    }
    seen.set(combination.name.toLowerCase(), combination);
  }
}

/** As in `emulator standard, maxSteps 5`. */
export function describeValues(values: readonly VariedValue[]): string {
  return values.map(({ option, value }) => `${option} ${value}`).join(', ');
}
