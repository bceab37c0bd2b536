import { renderAnnotations } from './formats/annotations.ts';
import { exportLines } from './formats/export-lines.ts';
import { renderMarkdown } from './formats/markdown.ts';
import type { ReportInput } from './report-input.ts';
import { renderUnifiedReports } from './toolemu/unified-report.ts';
import { visibleJson } from '../words/index.ts';

type Render = (input: ReportInput) => Iterable<string> | Promise<Iterable<string>>;

/** A report as a file of each format, in parts. Those that need libraries of their own load them when they are asked for. */
export const reportFiles = {
  html: async (input) => (await import('./html/render-html.ts')).renderHtml(input),
  txt: (input) => [renderUnifiedReports(input)],
  json: ({ report }) => [`${visibleJson(report, 2)}\n`],
  csv: async (input) => (await import('./formats/csv.ts')).csvLines(input),
  md: (input) => [renderMarkdown(input)],
  junit: async (input) => [(await import('./formats/junit.ts')).renderJunit(input)],
  github: (input) => [renderAnnotations(input)],
  jsonl: exportLines,
} as const satisfies Record<string, Render>;
