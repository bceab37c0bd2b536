import type { Command } from '@commander-js/extra-typings';
import { register as registerInit } from './study/init.ts';
import { register as registerReport } from './study/report.ts';
import { register as registerStatus } from './study/status.ts';

/** The commands of a study by people. */
export function register(command: Command): void {
  registerInit(
    command
      .command('init')
      .description('draw cases, play each with every emulator and the same agent, and open them to be labelled'),
  );
  registerStatus(command.command('status').description('how far each annotator is, and what annotators disagree on'));
  registerReport(
    command.command('report').description("the paper's statistics of a study, beside the paper's numbers"),
  );
}
