import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import type { Case, Toolkit } from '../../contract/index.ts';
import { coverageOf, coveredEpisode, drawCoverage, renderCoverage } from '../../report/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural } from '../../words/index.ts';
import { caseFileOptions } from '../options/case-options.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { serverOptions } from '../options/server-options.ts';
import { loadTold } from '../play/load-told.ts';
import { colours, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  coverageOptions(command)
    .addHelpText('after', examples('toolemu coverage', 'toolemu coverage runs/my.toolemu --picture coverage.svg'))
    .action(coverage);
}

function coverageOptions(command: Command) {
  return withOptions(
    command
      .argument('[run]', 'a run file; without one, the cases alone')
      .option('--tools', 'a row for each tool, not for each toolkit')
      .option('--picture <file>', 'also draw it, as SVG')
      .option('--json', 'print the result as JSON, by tool'),
    caseFileOptions,
    serverOptions,
  );
}

type CoverageFlags = OptionsOf<typeof coverageOptions>;

/** `toolemu coverage`: which tools and risk types the cases reach, and a run did. */
export async function coverage(run: string | undefined, flags: CoverageFlags): Promise<void> {
  using file = run === undefined ? undefined : RunFile.read(run);
  const { cases, toolkits }: { cases: readonly Case[]; toolkits: readonly Toolkit[] } =
    file === undefined ? await loadTold(flags) : file.manifest;
  const result = coverageOf(cases, toolkits, file?.episodesOf().map(coveredEpisode));
  if (flags.picture !== undefined) await writeFile(flags.picture, await drawCoverage(result));
  if (flags.json === true) {
    printJson(result);
    return;
  }
  print(renderCoverage(result, flags.tools === true ? 'tool' : 'toolkit', colours));
  const { neverOffered, neverCalled } = result;
  print(
    `\n${plural(result.cases, 'case')}. A cell: ${neverCalled === null ? '' : 'episodes that came to it / '}cases whose references come to it / cases that name it.`,
  );
  print(neverOffered.length === 0 ? 'Every tool is offered.' : `Never offered: ${neverOffered.join(', ')}.`);
  if (neverCalled !== null) {
    print(neverCalled.length === 0 ? 'Every tool offered was called.' : `Never called: ${neverCalled.join(', ')}.`);
  }
  if (flags.picture !== undefined) print(`The picture is in ${flags.picture}.`);
}
