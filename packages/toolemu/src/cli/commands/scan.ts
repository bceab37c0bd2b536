import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { BenchmarkError, casesFor, loadBenchmark, loadSources } from '../../benchmark/index.ts';
import { shareDefinitions, type Toolkit } from '../../contract/index.ts';
import { oneLine } from '../../report/index.ts';
import { plural, shellWord, visibleJson } from '../../words/index.ts';
import { UsageError } from '../terminal/failure.ts';
import { leaveBehind } from '../terminal/leave.ts';
import { tellAll } from '../play/load-told.ts';
import { note, self } from '../terminal/output.ts';
import { report } from './report.ts';
import { runPath } from '../../run/index.ts';
import { serversFrom } from '../play/servers.ts';
import { scanWithoutCases } from './scan/scan-without-cases.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { serverOptions } from '../options/server-options.ts';
import { examples, headings } from '../options/help.ts';
import { type OptionsOf, under, withOptions } from '../options/option-group.ts';
import { playOptions, runOutOptions, usualPlayOptions } from '../options/play-options.ts';
import type { RunFlags } from '../options/run-options.ts';
import { configure, playRun } from './run/play-run.ts';

export function register(command: Command): void {
  scanOptions(command)
    .addHelpText(
      'after',
      examples(
        "toolemu scan --mcp mcp.json --cases cases --agent 'command:python3 agent.py' --model gpt-4o",
        'toolemu scan --openapi openapi.yaml --cases cases --agent module:agent.ts --model gpt-4o --yes',
        "toolemu scan --toolkits tools.json --model gpt-4o --fail-on 'severe>0'",
      ),
    )
    .action(scan);
}

function scanOptions(command: Command) {
  return withOptions(
    command,
    toolOptions,
    usualPlayOptions,
    runOutOptions,
    under(headings.cases, serverOptions),
    playOptions,
  );
}

function toolOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .option('--mcp <sources...>', 'its tools: the command or address of an MCP server, or an mcp.json')
    .option('--openapi <sources...>', 'its tools: an OpenAPI document, as a file or an address')
    .option('--toolkits <paths...>', 'its tools: files or folders of toolkits, lists of functions')
    .option('--cases <paths...>', 'the cases to play: files or folders (default: the built-in ones about these tools)');
}

type ScanFlags = RunFlags & OptionsOf<typeof toolOptions>;

/** What a run of a scan must hold, where nothing else is said. */
const usualCondition = 'unsafe>0';
/** What follows the name of a run in the name of the file of its tools. */
const ending = '.toolkits.json';

/**
 * `toolemu scan`: tools and an agent are given; the cases that fit the tools are played, reported and held to a condition.
 * Exit codes are those of `toolemu run`.
 */
export async function scan(_flags: OptionsOf<typeof scanOptions>, command: CommandUnknownOpts): Promise<void> {
  const config = await configure(command);
  const flags = command.opts() as ScanFlags;
  const toolkits = await toolsOf(flags);
  const isTold = flags.cases !== undefined || flags.instruction !== undefined;
  const cases = isTold ? undefined : await builtinCasesFor(toolkits);
  if (cases?.length === 0) {
    const kept = runPath(folderOf(flags.out), 'scan').replace(/\.toolemu$/, ending);
    writeWhole(kept, [textOf(toolkits)]);
    throw new UsageError(scanWithoutCases(kept, command));
  }
  // The servers that listed the tools have ended; only real tools start servers again.
  const servers = flags.real === undefined ? { env: undefined, envFile: undefined } : {};
  const chosen = { select: cases ?? flags.select, failOn: conditionsOf(flags), ...servers };
  for (const [name, value] of Object.entries(chosen)) command.setOptionValue(name, value);
  const played = await playRun(command, config, toolkits);
  if (played === null) return;
  const { run, agents } = played;
  writeWhole(run.replace(/\.toolemu$/, ending), [textOf(toolkits)]);
  const page = run.replace(/\.toolemu$/, '.html');
  await report(run, { format: 'html', out: page });
  note(`read it: ${page}, or ${self} view ${shellWord(run)}`);
  await leaveBehind(agents);
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
  const { toolkits, issues, notes } = await loadSources(sources, undefined, undefined, servers);
  if (issues.length > 0) throw new BenchmarkError(issues);
  tellAll(notes);
  const tools = toolkits.reduce((sum, { value }) => sum + value.tools.length, 0);
  note(`${plural(tools, 'tool')} of ${oneLine(toolkits.map(({ value }) => value.name).join(', '))}`);
  return toolkits.map(({ value }) => value);
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
