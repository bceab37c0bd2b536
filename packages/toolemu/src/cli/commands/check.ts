import type { Command } from '@commander-js/extra-typings';
import { renderBenchmark } from '../../report/index.ts';
import { checkFiles } from '../../run/index.ts';
import { plural } from '../../words/index.ts';
import { examples } from '../options/help.ts';
import { withOptions } from '../options/option-group.ts';
import { type ServerFlags, serverOptions } from '../options/server-options.ts';
import { tellAll } from '../play/load-told.ts';
import { serversFrom } from '../play/servers.ts';
import { colours, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  checkOptions(command)
    .addHelpText('after', examples('toolemu check', 'toolemu check my-toolkits/ my-case.json'))
    .action(check);
}

function checkOptions(command: Command) {
  return withOptions(
    command
      .argument('[paths...]', 'files (.json, .jsonl) or folders; the built-in benchmark where none is given')
      .option('--summary', 'also print what they are made of')
      .option('--json', 'print the result as JSON'),
    serverOptions,
  );
}

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
  tellAll(report.notes);
  const counts = [
    plural(report.toolkits, 'toolkit'),
    plural(report.tools, 'tool'),
    plural(report.cases, 'case'),
    plural(report.references, 'reference'),
  ].join(', ');
  const found = report.issues.length === 0 ? 'all sound' : plural(report.issues.length, 'problem');
  const { missingTools } = report;
  const missing = missingTools === 0 ? '' : `, without ${plural(missingTools, 'tool')} that cannot be used`;
  print(`${counts}: ${found}${missing}`);
  if (summary === true) print(`\n${renderBenchmark(report.summary)}`);
}
