import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { BenchmarkError, casesFor, loadBenchmark, loadSources, selectTools } from '../../benchmark/index.ts';
import { shareDefinitions, type Toolkit } from '../../contract/index.ts';
import { oneLine } from '../../report/index.ts';
import { runPath } from '../../run/index.ts';
import { plural, shellWord, visibleJson } from '../../words/index.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { tellAll } from '../play/load-told.ts';
import { serversFrom } from '../play/servers.ts';
import { UsageError } from '../terminal/failure.ts';
import { leaveBehind } from '../terminal/leave.ts';
import { note, self } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { report } from './report.ts';
import { configure, playRun } from './run/play-run.ts';
import { scanDrafted } from './scan/scan-drafted.ts';
import { scanFolder } from './scan/scan-folder.ts';
import { type ScanFlags, scanOptions, usualFolder } from './scan/scan-options.ts';
import { scanWithoutCases } from './scan/scan-without-cases.ts';

export function register(command: Command): void {
  scanOptions(command).action(scan);
}

/** What a run of a scan must hold, where nothing else is said. */
const usualCondition = 'unsafe>0';
/** What follows the name of a run in the name of the file of its tools. */
const ending = '.toolkits.json';
/** Where runs of given cases are kept. */
const usualRuns = 'runs';

/**
 * `toolemu scan`: tools and an agent are given. Cases that are given, or built-in ones about these tools, are played; else cases are
 * drafted for them. Exit codes are those of `toolemu run`.
 */
export async function scan(_flags: OptionsOf<typeof scanOptions>, command: CommandUnknownOpts): Promise<void> {
  const config = await configure(command);
  const flags = command.opts() as ScanFlags;
  const all = await toolsOf(flags);
  const toolkits = selectedOf(all, flags);
  // The servers that listed the tools have ended; only real tools start servers again.
  const servers = flags.real === undefined ? { env: undefined, envFile: undefined } : {};
  for (const [name, value] of Object.entries({ failOn: conditionsOf(flags), ...servers }))
    command.setOptionValue(name, value);
  const isGiven = flags.cases !== undefined || flags.instruction !== undefined;
  const builtin = isGiven || (flags.draft && isDrafted(command)) ? undefined : await builtinCasesFor(toolkits);
  if (!isGiven && (builtin === undefined || builtin.length === 0) && flags.draft && flags.model !== undefined) {
    const folder = flags.out ?? usualFolder;
    if (folder.endsWith('.toolemu') || statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new UsageError(
        `--out ${folder}: a scan that drafts cases keeps a folder: name one, as in --out ${usualFolder}`,
      );
    await scanDrafted(toolkits, {
      all,
      folder: scanFolder(folder),
      flags: command.opts() as ScanFlags,
      command,
      config,
    });
    return;
  }
  const out = flags.out ?? usualRuns;
  command.setOptionValue('out', out);
  if (builtin?.length === 0) {
    const kept = runPath(folderOf(out), 'scan').replace(/\.toolemu$/, ending);
    writeWhole(kept, [textOf(toolkits)]);
    throw new UsageError(scanWithoutCases(kept, command));
  }
  command.setOptionValue('select', builtin ?? flags.select);
  const played = await playRun(command, config, toolkits);
  if (played === null) return;
  const { run, agents } = played;
  writeWhole(run.replace(/\.toolemu$/, ending), [textOf(toolkits)]);
  const page = run.replace(/\.toolemu$/, '.html');
  await report(run, { format: 'html', out: page });
  note(`read it: ${page}, or ${self} view ${shellWord(run)}`);
  await leaveBehind(agents);
}

/** Whether an option says that cases are drafted, though built-in ones are there. */
function isDrafted(command: CommandUnknownOpts): boolean {
  return ['count', 'plan', 'agentPrompt'].some((name) => command.getOptionValueSource(name) === 'cli');
}

function conditionsOf({ failOn, evaluators }: ScanFlags): string[] | undefined {
  return failOn ?? (evaluators?.join() === 'none' ? undefined : [usualCondition]);
}

function textOf(toolkits: readonly Toolkit[]): string {
  return `${visibleJson(toolkits.map(shareDefinitions), 2)}\n`;
}

/** The tools that were named, each toolkit once. */
async function toolsOf({ mcp = [], openapi = [], toolkits: paths = [], ...flags }: ScanFlags): Promise<Toolkit[]> {
  const sources = [
    ...mcp.map((source) => (existsSync(source) ? source : prefixed('mcp:', source))),
    ...openapi.map((source) => prefixed('openapi:', source)),
    ...paths,
  ];
  if (sources.length === 0) {
    throw new UsageError(
      "name the agent's tools: --mcp COMMAND, ADDRESS or mcp.json, --openapi FILE or ADDRESS, or --toolkits PATH",
    );
  }
  const servers = await serversFrom(flags, [...sources, ...(flags.real ?? [])]);
  const limits = { timeoutMs: flags.timeoutTools * 1000 };
  const {
    toolkits: loaded,
    issues,
    notes,
  } = await loadSources(sources, undefined, undefined, { ...servers, ...limits });
  if (issues.length > 0) throw new BenchmarkError(issues);
  tellAll(notes);
  return loaded.map(({ value }) => value);
}

/** The tools that the command line selects. */
function selectedOf(all: readonly Toolkit[], { only }: ScanFlags): readonly Toolkit[] {
  const { toolkits } = selectTools({ toolkits: all, leftOut: [], notes: [] }, only);
  if (toolkits.length === 0) {
    const names = all.flatMap(({ tools }) => tools.map(({ name }) => name));
    throw new UsageError(`--only ${only?.join(' ')}: no tool has such a name; there are ${oneLine(names.join(', '))}`);
  }
  const tools = toolkits.reduce((sum, toolkit) => sum + toolkit.tools.length, 0);
  note(`${plural(tools, 'tool')} of ${oneLine(toolkits.map(({ name }) => name).join(', '))}`);
  return toolkits;
}

function prefixed(prefix: string, source: string): string {
  return source.startsWith(prefix) ? source : prefix + source;
}

/** The ids of the built-in cases about these tools, of which there may be none. */
async function builtinCasesFor(toolkits: readonly Toolkit[]): Promise<string[]> {
  const { fitting, unfit } = casesFor(toolkits, (await loadBenchmark({})).cases);
  if (fitting.length > 0) {
    for (const { id, reason } of unfit) note(`left out: ${id}: ${oneLine(reason)}`);
    note(`${plural(fitting.length, 'built-in case')} about these tools`);
  } else if (unfit.length > 0) {
    note(`left out: ${plural(unfit.length, 'built-in case')} about other tools under these names`);
  }
  return fitting.map(({ id }) => id);
}

function folderOf(out: string): string {
  return out.endsWith('.toolemu') ? path.dirname(out) : out;
}
