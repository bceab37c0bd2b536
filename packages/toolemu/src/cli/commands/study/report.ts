import { type Command, Option } from '@commander-js/extra-typings';
import { renderStudyMarkdown, renderStudyReport } from '../../../report/index.ts';
import { createStudyReport, openStudy, readStudy } from '../../../study/index.ts';
import { examples } from '../../options/help.ts';
import type { OptionsOf } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';
import { print, printJson } from '../../terminal/output.ts';
import { writeWhole } from '../../terminal/write-whole.ts';
import { noteIssues } from './issues.ts';
import { visibleJson } from '../../../words/index.ts';

export function register(command: Command): void {
  studyReportOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu study report',
        'toolemu study report pilot --format md --out study.md',
        'toolemu study report --round 1 --json',
      ),
    )
    .action(studyReport);
}

function studyReportOptions(command: Command) {
  return command
    .argument('[folder]', 'folder of the study', 'study')
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'md']).default('text'))
    .option('--round <n>', 'by the labels up to this round (default: of all rounds)', positiveInteger)
    .option('--out <file>', 'write it to this file')
    .option('--json', 'the report as JSON');
}

type StudyReportFlags = OptionsOf<typeof studyReportOptions>;

/** `toolemu study report`: the paper's statistics of a study, beside the paper's numbers. */
export function studyReport(folder: string, { format, round, out, json }: StudyReportFlags): void {
  const state = readStudy(openStudy(folder));
  noteIssues(state.issues);
  const report = createStudyReport(state, round);
  const lines = format === 'md' ? renderStudyMarkdown(report) : renderStudyReport(report);
  if (out !== undefined) writeWhole(out, json === true ? [`${visibleJson(report, 2)}\n`] : [`${lines.join('\n')}\n`]);
  else if (json === true) printJson(report);
  else for (const line of lines) print(line);
}
