import { checkFiles } from '../run/index.ts';
import { renderBenchmark } from '../report/index.ts';
import { colours, plural, print, printJson } from './output.ts';
import { type ServerFlags, serversFrom } from './server-options.ts';

/** `toolemu check`: exit code 1 where something is wrong. */
export async function check(
  paths: readonly string[],
  { json, summary, ...flags }: ServerFlags & { json?: true; summary?: true },
): Promise<void> {
  const report = await checkFiles(paths, await serversFrom(flags, paths));
  if (report.issues.length > 0) process.exitCode = 1;
  if (json === true) {
    printJson(report);
    return;
  }
  for (const { file, path, message, remedy } of report.issues) {
    const place = path === '$' ? '' : ` ${colours.cyan(path)}`;
    print(`${colours.bold(file)}${place}\n  ${colours.red(message)}\n  ${remedy}`);
  }
  const counts = [
    plural(report.toolkits, 'toolkit'),
    plural(report.tools, 'tool'),
    plural(report.cases, 'case'),
    plural(report.references, 'reference'),
  ].join(', ');
  print(report.issues.length === 0 ? `${counts}: all sound` : `${counts}: ${plural(report.issues.length, 'problem')}`);
  if (summary === true) print(`\n${renderBenchmark(report.summary)}`);
}
