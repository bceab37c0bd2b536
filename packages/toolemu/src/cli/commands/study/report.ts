import { createStudyReport, openStudy, readStudy } from '../../../study/index.ts';
import { print, printJson } from '../../terminal/output.ts';
import { noteIssues } from './issues.ts';
import { renderStudyMarkdown, renderStudyReport } from '../../../report/index.ts';
import { writeWhole } from '../../terminal/write-whole.ts';

export interface StudyReportFlags {
  format: 'text' | 'md';
  round?: number;
  out?: string;
  json?: true;
}

/** `toolemu study report`: the paper's statistics of a study, beside the paper's numbers. */
export function studyReport(folder: string, { format, round, out, json }: StudyReportFlags): void {
  const state = readStudy(openStudy(folder));
  noteIssues(state.issues);
  const report = createStudyReport(state, round);
  const lines = format === 'md' ? renderStudyMarkdown(report) : renderStudyReport(report);
  if (out !== undefined)
    writeWhole(out, json === true ? [`${JSON.stringify(report, null, 2)}\n`] : [`${lines.join('\n')}\n`]);
  else if (json === true) printJson(report);
  else for (const line of lines) print(line);
}
