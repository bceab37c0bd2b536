import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { importTools } from '../../benchmark/import-tools/index.ts';
import type { ImportedSource, LeftOut, ServerOptions } from '../../benchmark/index.ts';
import { shareDefinitions, type Toolkit } from '../../contract/index.ts';
import type { Completion, Inferred } from '../../curation/index.ts';
import { oneLine, renderTextTable } from '../../report/index.ts';
import { plural, visibleJson } from '../../words/index.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { positiveInteger } from '../options/parsers.ts';
import { serverOptions } from '../options/server-options.ts';
import { serversFrom } from '../play/servers.ts';
import { UsageError } from '../terminal/failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { colours, note, print, printJson, self } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { completeToolkits, completionModel, completionOptions } from './import-tools/complete-toolkits.ts';

export function register(command: Command): void {
  importToolsOptions(command)
    .addHelpText(
      'after',
      examples(
        "toolemu import-tools 'mcp:npx -y @modelcontextprotocol/server-memory' --out memory.toolkit.json",
        'toolemu import-tools ~/.cursor/mcp.json --out toolkits/',
        "toolemu import-tools mcp:https://example.com/mcp --only 'search_*' --out search.toolkit.json",
        'toolemu import-tools petstore.yaml --tag pet --out pets.toolkit.json',
        'toolemu import-tools functions.json --name shop > shop.toolkit.json',
        'toolemu import-tools mcp.json --out toolkits/ --complete --model openai/gpt-4o --max-cost 2',
      ),
    )
    .action(importToolsCommand);
}

function importToolsOptions(command: Command) {
  return withOptions(
    command
      .argument(
        '<sources...>',
        'mcp:COMMAND, mcp:URL, openapi:PATH or URL, a URL, or a file: mcp.json, tools/list, OpenAPI, functions, toolkits',
      )
      .option('--out <path>', 'file to write (ending in .json), or folder; standard output by default')
      .option('--force', 'overwrite files that are there')
      .option('--name <name>', "the toolkit's name, where there is one")
      .option('--only <patterns...>', 'only tools of these names, in which * stands for any text')
      .option('--tag <tags...>', 'only operations of an OpenAPI document with one of these tags')
      .option('--external-references', 'fetch what an OpenAPI document refers to in other files and at other addresses')
      .option('--timeout <seconds>', 'time a server may take to list its tools', positiveInteger, 30)
      .option('--json', 'print the result as JSON'),
    completionOptions,
    serverOptions,
  );
}

type ImportToolsFlags = OptionsOf<typeof importToolsOptions>;

const shownAtMost = 20;

/** A toolkit and the file it is to be written to; null where it is printed. */
interface Written {
  readonly toolkit: Toolkit;
  readonly file: string | null;
  /** What a language model added to it. */
  readonly inferred: Inferred | null;
}

/**
 * `toolemu import-tools`: exit code 1 where nothing was imported, a server did not tell its tools, or completion was
 * broken off.
 */
export async function importToolsCommand(sources: readonly string[], flags: ImportToolsFlags): Promise<void> {
  const { timeout: _ofServers, ...access } = flags;
  const { variables, agree } = await serversFrom(flags, sources);
  const model = flags.complete === true ? await completionModel(access) : null;
  const imported = await importEach(sources, flags, { variables, agree });
  const toolkits = imported.flatMap((one) => one.toolkits);
  if (flags.name !== undefined && toolkits.length > 1) {
    throw new UsageError(`--name is for one toolkit, and there are ${toolkits.length}`);
  }
  const places = placeEach(toolkits, flags);
  const completions = model === null ? [] : await completeToolkits(toolkits, model, access);
  if (completions === null) return;
  const written = toolkits.map((toolkit, index) => writtenOf(toolkit, places[index] ?? null, completions[index]));
  for (const { toolkit, file } of written) {
    if (file !== null) writeWhole(file, [textOf(toolkit)]);
  }
  const leftOut = imported.flatMap((one) => one.leftOut);
  const notes = [...imported, ...completions].flatMap((one) => one.notes);
  const isBroken =
    imported.some(({ failures }) => failures.length > 0) || completions.some(({ stopped }) => stopped !== null);
  // Whoever asked for what is missing and got nothing of it has not got what was asked for.
  const isEmpty = completions.length > 0 && completions.every(({ inferred }) => isNothing(inferred));
  if (toolkits.length === 0 || isBroken || isEmpty) process.exitCode = 1;
  if (flags.json === true) {
    printJson({ toolkits: written.map(resultOf), leftOut, notes });
    return;
  }
  const say = flags.out === undefined ? note : print;
  const whole = written.map(({ toolkit }) => toolkit);
  if (flags.out === undefined && whole.length > 0) printJson(whole.length === 1 ? whole[0] : whole);
  for (const line of summaryLines(written, leftOut, notes)) say(line);
}

function isNothing({ toolkit, tools }: Completion['inferred']): boolean {
  return toolkit.length === 0 && tools.every(({ parts }) => parts.length === 0);
}

function writtenOf(toolkit: Toolkit, file: string | null, completion: Completion | undefined): Written {
  return { toolkit: completion?.toolkit ?? toolkit, file, inferred: completion?.inferred ?? null };
}

async function importEach(
  sources: readonly string[],
  flags: ImportToolsFlags,
  servers: Pick<ServerOptions, 'variables' | 'agree'>,
): Promise<ImportedSource[]> {
  const { signal, release } = onInterrupt();
  try {
    const imported: ImportedSource[] = [];
    for (const source of sources) imported.push(await importTools(source, { ...optionsOf(flags), ...servers, signal }));
    if (signal.aborted) throw new Error('interrupted: nothing was imported');
    return imported;
  } finally {
    release();
  }
}

function optionsOf({ name, only, tag, externalReferences, timeout }: ImportToolsFlags): {
  name?: string;
  only: readonly string[];
  tags: readonly string[];
  externalReferences: boolean;
  timeoutMs: number;
} {
  return {
    ...(name === undefined ? {} : { name }),
    only: only ?? [],
    tags: tag ?? [],
    externalReferences: externalReferences === true,
    timeoutMs: timeout * 1000,
  };
}

/** The file of each toolkit. Throws before anything is asked or written where a file is in the way. */
function placeEach(toolkits: readonly Toolkit[], { out, force }: ImportToolsFlags): (string | null)[] {
  if (out === undefined) return toolkits.map(() => null);
  const isFile = out.endsWith('.json');
  if (isFile && toolkits.length > 1) {
    throw new UsageError(`there are ${toolkits.length} toolkits: name a folder by --out, and each gets a file`);
  }
  const files = toolkits.map(({ name }) => (isFile ? out : path.join(out, `${name}.toolkit.json`)));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`two toolkits would be written to ${twice}: import them one by one`);
  const inTheWay = force === true ? undefined : files.find((file) => existsSync(file));
  if (inTheWay !== undefined) throw new UsageError(`${inTheWay} is there already; --force overwrites it`);
  return files;
}

function textOf(toolkit: Toolkit): string {
  return `${visibleJson(shareDefinitions(toolkit), 2)}\n`;
}

/** A toolkit of `--json`: whole where it was not written to a file. */
function resultOf({ toolkit, file, inferred }: Written): unknown {
  if (file === null) return toolkit;
  const { missingTools } = toolkit;
  const missing = missingTools === undefined ? {} : { missingTools };
  return { name: toolkit.name, file, ...missingIn(toolkit), ...missing, ...(inferred === null ? {} : { inferred }) };
}

function missingIn({ tools }: Toolkit): { tools: number; withoutOutputSchema: number; withoutEffects: number } {
  return {
    tools: tools.length,
    withoutOutputSchema: tools.filter(({ outputSchema }) => outputSchema === undefined).length,
    withoutEffects: tools.filter(({ effects }) => effects === undefined).length,
  };
}

function summaryLines(written: readonly Written[], leftOut: readonly LeftOut[], notes: readonly string[]): string[] {
  return [
    ...(written.length === 0 ? [colours.red('no tool was imported')] : [tableOf(written)]),
    ...inferredLines(written),
    ...leftOutLines(leftOut),
    ...missingLines(written),
    ...cut(
      notes.map((line) => `note: ${oneLine(line)}`),
      'notes',
    ),
    ...nextLines(written),
  ];
}

function tableOf(written: readonly Written[]): string {
  const heads = ['toolkit', 'tools', 'without output schema', 'without effects'];
  const rows = written.map(({ toolkit }) => {
    const { tools, withoutOutputSchema, withoutEffects } = missingIn(toolkit);
    return [oneLine(toolkit.name), ...[tools, withoutOutputSchema, withoutEffects].map(String)];
  });
  return renderTextTable({ head: heads.map((head) => colours.bold(head)), rows });
}

/** What a language model added, a line for each toolkit. */
function inferredLines(written: readonly Written[]): string[] {
  return written.flatMap(({ toolkit, inferred }) => {
    if (inferred === null) return [];
    const count = (part: string): number =>
      inferred.tools.filter(({ parts }) => parts.some((one) => one === part)).length;
    const parts = [
      ...(inferred.toolkit.includes('collections')
        ? [plural(Object.keys(toolkit.collections).length, 'collection')]
        : []),
      ...(inferred.toolkit.includes('risks') ? [plural(toolkit.risks.length, 'risk')] : []),
      ...(count('outputSchema') > 0 ? [plural(count('outputSchema'), 'output schema')] : []),
      ...(count('effects') > 0 ? [`effects of ${plural(count('effects'), 'tool')}`] : []),
      ...(count('consequences') > 0 ? [`consequences of ${plural(count('consequences'), 'tool')}`] : []),
    ];
    const what =
      parts.length === 0 ? 'nothing' : `${parts.join(', ')}; marked as inferred, to be read before it is trusted`;
    return [`${colours.cyan('inferred:')} ${oneLine(toolkit.name)}: ${what}`];
  });
}

function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const asked = leftOut.filter(({ reason }) => !reason.startsWith('not asked for'));
  const others = leftOut.length - asked.length;
  return [
    ...cut(
      asked.map(({ name, reason }) => `${colours.yellow('left out:')} ${oneLine(name)}: ${oneLine(reason)}`),
      'left out',
    ),
    ...(others === 0
      ? []
      : [`left out: ${plural(others, 'tool')} that ${others === 1 ? 'was' : 'were'} not asked for`]),
  ];
}

/** Explains the effect of missing tools. */
function missingLines(written: readonly Written[]): string[] {
  const count = written.reduce((sum, { toolkit }) => sum + (toolkit.missingTools?.length ?? 0), 0);
  if (count === 0) return [];
  return [
    `${colours.yellow('missing:')} ${plural(count, 'tool')} that cannot be used: agents are tested without ${count === 1 ? 'it' : 'them'}, every report says so, and --fail-on counts their episodes as undecided`,
  ];
}

function cut(lines: readonly string[], what: string): string[] {
  if (lines.length <= shownAtMost) return [...lines];
  return [...lines.slice(0, shownAtMost), `... and ${lines.length - shownAtMost} more ${what} (--json lists all)`];
}

function nextLines(written: readonly Written[]): string[] {
  if (written.length === 0) return [];
  const files = written.flatMap(({ file }) => (file === null ? [] : [wordOf(file)])).join(' ');
  const given = files === '' ? 'FILE' : files;
  const isIncomplete = written.some(({ toolkit }) => missingIn(toolkit).withoutEffects > 0);
  return [
    ...(isIncomplete
      ? ['Tools without effects are emulated by a language model alone; without an output schema in any shape.']
      : []),
    ...(isIncomplete && written.every(({ inferred }) => inferred === null)
      ? ['--complete --model MODEL has a language model infer what is missing.']
      : []),
    `Next: ${self} check ${given}`,
    `      ${self} run --toolkits ${given} --instruction 'What a user would ask' --model openai/gpt-4o`,
  ];
}

/** A path as a word of a command. */
function wordOf(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${oneLine(file).replaceAll("'", String.raw`'\''`)}'`;
}
