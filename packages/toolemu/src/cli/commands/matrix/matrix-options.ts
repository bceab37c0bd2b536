import { type Command, Option } from '@commander-js/extra-typings';
import { caseSelectionOptions, usualCaseOptions } from '../../options/case-options.ts';
import { allowCommandOption } from '../../options/trust-options.ts';
import { headings } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { playOptions, usualPlayOptions } from '../../options/play-options.ts';

/** Options of `toolemu matrix`. */
export type MatrixFlags = OptionsOf<typeof matrixOptions>;

/** Options of a run that a matrix does not take. */
export const refusedByMatrix: ReadonlySet<string> = new Set([
  'config',
  'real',
  'allow',
  'fallbackEmulator',
  'callRealTools',
  'failOn',
  'optimistic',
  'power',
]);

/** Adds the argument and the options of `toolemu matrix`. */
export function matrixOptions(command: Command) {
  return withOptions(
    command.argument('<file>', 'a file whose default export is defineMatrix({ run: { ... }, vary: { ... } })'),
    usualCaseOptions,
    usualPlayOptions,
    outOptions,
    caseSelectionOptions,
    playOptions,
    tableOptions,
  );
}

function outOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .option('--out <folder>', 'folder of the run files (default: matrix-NAME, by the name of the file)')
    .addOption(allowCommandOption());
}

function tableOptions(command: Command) {
  return command
    .optionsGroup(headings.output)
    .option('--table-only', 'the table of what is there, without playing anything')
    .option('--table-out <file>', 'also write the table to this file (.md, .csv, .json)')
    .addOption(
      new Option('--format <name>', 'with --table-out: how it is written (default: by its ending)').choices([
        'md',
        'csv',
        'json',
      ]),
    );
}
