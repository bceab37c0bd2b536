import type { Findings, MissingVerdict, Picture, PlayTime, Report } from '../../contract/index.ts';
import { comparesWorlds, reportFiles, reportInputOf, runPictures, worldsOf } from '../../report/index.ts';
import { withFindings } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { answerWith } from '../making/answer.ts';

/** What is asked of a run: its figures, or a report in a format. */
export interface ReportQuestion {
  readonly file: string;
  readonly format: 'figures' | keyof typeof reportFiles;
}

/** The figures of a run. */
export interface Figures {
  readonly report: Report;
  readonly missing: readonly MissingVerdict[];
  readonly playing: PlayTime | null;
  readonly pictures: Picture[];
  /** What the tries of a confirmation say; null where the run is no such one. */
  readonly findings: Findings | null;
}

/** More are counted, not listed. */
const mostListed = 2_000;

await answerWith(async ({ file: path, format }: ReportQuestion): Promise<Figures | string> => {
  using file = RunFile.read(path);
  const tellsAll = format === 'figures' || format === 'json';
  const worlds = comparesWorlds(file, { tellsAll }) ? worldsOf(file) : null;
  const input = await withFindings(file, await reportInputOf(file, { worlds }));
  if (format !== 'figures') return [...(await reportFiles[format](input))].join('');
  const { report, missing, playing, findings = null } = input;
  const pictures = await runPictures(input);
  return { report, missing: missing.slice(0, mostListed), playing, pictures, findings };
});
