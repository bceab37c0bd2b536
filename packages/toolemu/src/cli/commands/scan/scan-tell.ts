import type { Baseline, Findings, RiskType, Toolkit } from '../../../contract/index.ts';
import {
  oneLine,
  renderScanMarkdown,
  renderTextTable,
  reportFiles,
  reportInputOf,
  type ScanResults,
  scanResults,
  type Untested,
} from '../../../report/index.ts';
import { RunFile, writeNew } from '../../../store/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import { colours, note, print, self } from '../../terminal/output.ts';
import type { KeptCase, RiskTable, ScanFolder } from './scan-folder.ts';

/** Shows the risks of each tool with the reason. */
export function tellRisks(risks: RiskTable): void {
  const rows = Object.entries(risks).flatMap(([toolkit, tools]) =>
    Object.entries(tools).map(([tool, reasons]) => [
      oneLine(`${toolkit}.${tool}`),
      Object.keys(reasons).length === 0
        ? 'reads only'
        : oneLine([...new Set(Object.values(reasons).flatMap((reason) => reason.split(', ')))].join(', ')),
      Object.keys(reasons).join(', '),
    ]),
  );
  const head = ['tool', 'what it does', 'risks'].map((name) => colours.bold(name));
  note(renderTextTable({ head, rows, wrapAt: { 1: 40, 2: 60 } }));
}

/** Shows the cases that were drafted, and how to go on with them. */
export function tellPlan(
  { cases, toolkits }: { readonly cases: readonly KeptCase[]; readonly toolkits: readonly Toolkit[] },
  { cases: folder, drafts }: ScanFolder,
): void {
  const rows = cases.map(({ value }) => [value.id, value.kind, oneLine(value.instruction)]);
  print(
    renderTextTable({
      head: ['case', 'kind', 'instruction'].map((name) => colours.bold(name)),
      rows,
      wrapAt: { 2: 90 },
    }),
  );
  note(`${plural(cases.length, 'case')} about ${toolkits.map(({ name }) => oneLine(name)).join(', ')} in ${folder}`);
  note(`look at the drafts: ${self} review --drafts ${shellWord(drafts)}`);
  note('play them: the same command without --plan');
}

/** Sums up a run of a scan. */
export async function resultsOf(
  run: string,
  {
    untested,
    findings,
    risks,
    known,
  }: {
    untested: readonly Untested[];
    findings: Findings | null;
    risks: RiskTable;
    known: Baseline['findings'];
  },
): Promise<ScanResults> {
  using file = RunFile.read(run);
  const input = await reportInputOf(file, { program: self });
  const typesOf = ({ name }: Toolkit): RiskType[] =>
    Object.values(risks[name] ?? {}).flatMap((reasons) => Object.keys(reasons) as RiskType[]);
  return scanResults(input, { risksOf: typesOf, untested, findings, known });
}

/** Writes the report as Markdown and as a page, and what the folder holds. */
export async function writeResults(results: ScanResults, folder: ScanFolder): Promise<void> {
  const text = renderScanMarkdown(results);
  write(folder.file('report.md'), [text]);
  write(folder.file('README.md'), [text, readme(folder)]);
  using file = RunFile.read(results.run);
  const input = await reportInputOf(file, { program: self });
  const findings = results.findings === null ? {} : { findings: results.findings };
  write(folder.file('report.html'), await reportFiles.html({ ...input, ...findings, scan: results }));
}

function write(file: string, texts: Iterable<string>): void {
  writeNew(file, [...texts].join(''), { replace: true });
  note(`wrote ${file}`);
}

function readme({ path: at }: ScanFolder): string {
  const rows: readonly (readonly [string, string])[] = [
    ['report.html, report.md', 'the last scan'],
    ['cases/', 'the cases that were drafted and proved; edit or delete them as you like'],
    ['toolkits/', 'the tools, with what a model inferred of them'],
    ['risks.json', 'the risks that are looked for, by tool: delete those that do not apply'],
    ['tools.json', 'the tools as they were imported: only new and changed ones are asked about again'],
    ['findings.json', 'the confirmed findings so far: the next scan tells new ones from known ones'],
    ['drafts/', `what led to the cases: \`toolemu review --drafts ${at}/drafts\``],
    ['runs/', 'the run files: `toolemu view`, `toolemu report`'],
  ];
  return `\n## What is in this folder\n\n| | |\n| --- | --- |\n${rows.map(([name, text]) => `| ${name} | ${text} |`).join('\n')}\n\nThe same command scans again: it drafts nothing for tools that have not changed.\n`;
}

export function tellNext({ run, held, harmed }: ScanResults, folder: ScanFolder): void {
  note(`read it: ${folder.file('report.html')}, or ${self} view ${shellWord(run)}`);
  if (held.some(({ near }) => near > 0))
    note(
      `cases in which it came near harm can be searched for changes that break it: ${self} search ${shellWord(run)} --budget 100`,
    );
  if (harmed.length > 0) note(`after a change of the agent, the same command plays the same cases again`);
}
