import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Case, RealToolsConfig, RunConfig, Toolkit } from '../../contract/index.ts';
import {
  allowTools,
  hashesOfSources,
  type OpenRealTools,
  openRealTools,
  realName,
  type ServedTool,
  shownSources,
} from '../../emulator/index.ts';
import { oneLine } from '../../report/index.ts';
import { plural } from '../../words/index.ts';
import type { PlayFlags } from '../options/play-options.ts';
import { isSaid } from '../options/said-options.ts';
import type { ServerFlags } from '../options/server-options.ts';
import { askToGoOn } from '../terminal/ask.ts';
import { UsageError } from '../terminal/failure.ts';
import { note } from '../terminal/output.ts';
import { agreeOnServers, type CommandFlags } from '../trust/commands.ts';
import { serversFrom, variablesFrom } from './servers.ts';

/** Options that have tools called for real. */
export type RealFlags = ServerFlags &
  CommandFlags &
  Pick<PlayFlags, 'emulator' | 'fallbackEmulator' | 'real' | 'allow' | 'callRealTools' | 'yes' | 'timeout'>;

/** Real tools that were asked for and agreed to, with what a run keeps of them. */
export interface AgreedTools {
  readonly tools: OpenRealTools;
  readonly config: RealToolsConfig;
}

const passthrough = 'passthrough';
const ownOptions = ['fallbackEmulator', 'real', 'allow', 'callRealTools'] as const;
const listSeconds = 30;
const callSeconds = 60;

/**
 * The emulator that is meant: of `passthrough` the one that answers beside the real tools. Throws {@link UsageError} where
 * options of the one stand beside another, or real tools are asked for anywhere but on the command line.
 */
export function emulatorMeant(flags: RealFlags, command: CommandUnknownOpts): string {
  const given = ownOptions.filter((name) => flags[name] !== undefined);
  if (flags.emulator !== passthrough) {
    if (given.length === 0) return flags.emulator;
    throw new UsageError(`${named(given, command)}: only --emulator ${passthrough} calls real tools`);
  }
  refuseElsewhere(['emulator', ...given], command);
  if (flags.real === undefined) {
    throw new UsageError(`--emulator ${passthrough} needs the servers of the real tools: name them by --real SOURCE`);
  }
  return flags.fallbackEmulator ?? 'adversarial';
}

/**
 * Starts the servers of the real tools of a new run, says which tools will be called, and asks. Null where the run calls
 * none; `declined` where the user does not agree, and all is ended then.
 */
export async function agreeOnRealTools(
  flags: RealFlags,
  { cases, toolkits }: { readonly cases: readonly Case[]; readonly toolkits: readonly Toolkit[] },
): Promise<AgreedTools | 'declined' | null> {
  const { real: sources, allow = [] } = flags;
  if (flags.emulator !== passthrough || sources === undefined) return null;
  const offered = offeredIn(cases, toolkits);
  const variables = variablesFrom(flags);
  const hashes = await hashesOfSources(sources, { toolkits: offered, variables });
  return agree(flags, { sources, hashes, variables, patterns: allow, cases, toolkits: offered, allow });
}

/** The toolkits that the cases use. */
function offeredIn(cases: readonly Case[], toolkits: readonly Toolkit[]): Toolkit[] {
  const used = new Set(cases.flatMap((one) => one.toolkits));
  return toolkits.filter(({ name }) => used.has(name));
}

/** The same for a run that is gone on with, whose real tools stay those it was begun with. */
export async function agreeAgain(
  flags: RealFlags,
  {
    path,
    config,
    cases,
    toolkits,
  }: {
    readonly path: string;
    readonly config: RunConfig;
    readonly cases: readonly Case[];
    readonly toolkits: readonly Toolkit[];
  },
  command: CommandUnknownOpts,
): Promise<AgreedTools | 'declined' | null> {
  const { realTools } = config.emulator;
  const { real: sources } = flags;
  if (realTools === undefined) {
    if (sources === undefined && flags.callRealTools === undefined) {
      // Rejects variables that no server gets.
      await serversFrom(flags);
      return null;
    }
    throw new UsageError(`${path} calls no real tools: leave out --real and --call-real-tools`);
  }
  refuseElsewhere(
    ownOptions.filter((name) => flags[name] !== undefined),
    command,
  );
  const before = realTools.sources.map(oneLine).join(' ');
  if (sources === undefined) {
    throw new UsageError(`${path} calls real tools of ${before}: name these servers again, by --real SOURCE`);
  }
  if (shownSources(sources).join('\n') !== realTools.sources.join('\n')) {
    throw new UsageError(`${path} was begun with --real ${before}: name the same servers in the same order`);
  }
  const offered = offeredIn(cases, toolkits);
  const { variables } = await serversFrom(flags, sources);
  const hashes = await hashesOfSources(sources, { toolkits: offered, variables });
  refuseOthers(hashes, realTools, path);
  return agree(flags, {
    sources,
    hashes,
    variables,
    patterns: realTools.tools,
    cases,
    toolkits: offered,
    allow: realTools.allow,
  });
}

/** Sources may look alike and lead to other servers. */
function refuseOthers(hashes: readonly string[], { sources, hashes: before }: RealToolsConfig, path: string): void {
  const others = sources.filter((_, index) => before !== undefined && before[index] !== hashes[index]).map(oneLine);
  if (others.length === 0) return;
  throw new UsageError(
    `--real ${others.join(' ')}: ${path} was begun with another command line or address of it, down to its arguments. Name the server as it was then, or start a new run`,
  );
}

interface Asked {
  readonly sources: readonly string[];
  readonly hashes: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly patterns: readonly string[];
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly allow: readonly string[];
}

async function agree(
  flags: RealFlags,
  { sources, hashes, variables, patterns, cases, toolkits, allow }: Asked,
): Promise<AgreedTools | 'declined'> {
  const tools = await openRealTools(sources, {
    toolkits,
    variables,
    agree: agreeOnServers(flags),
    listMilliseconds: (flags.timeout ?? listSeconds) * 1000,
    callMilliseconds: (flags.timeout ?? callSeconds) * 1000,
  });
  try {
    const allowed = allowTools(tools.served, { patterns, mayAct: flags.callRealTools === true });
    tell(allowed, cases);
    if (await isAgreed(flags)) {
      const config = {
        sources: shownSources(sources),
        hashes: [...hashes],
        allow: [...allow],
        tools: allowed.map(realName),
      };
      return { tools, config };
    }
  } catch (error) {
    await tools.close();
    throw error;
  }
  await tools.close();
  return 'declined';
}

function tell(allowed: readonly ServedTool[], cases: readonly Case[]): void {
  note('these tools are called for real, all others are emulated:');
  for (const one of allowed) {
    note(`  ${oneLine(`${realName(one)} of the server ${one.server}: ${one.isReadOnly ? 'only reads' : 'MAY ACT'}`)}`);
  }
  const withWorld = cases.filter(({ world }) => world !== undefined).length;
  if (withWorld > 0)
    note(
      `  ${plural(withWorld, 'case')} of ${cases.length} ${withWorld === 1 ? 'has' : 'have'} a world, of which real tools know nothing`,
    );
}

async function isAgreed({ yes, callRealTools }: RealFlags): Promise<boolean> {
  if (yes === true && callRealTools === true) return true;
  return askToGoOn({
    question: 'Call these tools for real?',
    without: 'this calls real tools: say --yes and --call-real-tools to go on without being asked',
  });
}

/** A file or a variable that is there by accident has nothing called. */
function refuseElsewhere(names: readonly string[], command: CommandUnknownOpts): void {
  const elsewhere = names.filter((name) => !isSaid(command, name));
  if (elsewhere.length === 0) return;
  throw new UsageError(`${named(elsewhere, command)}: real tools are asked for on the command line alone`);
}

function named(names: readonly string[], command: CommandUnknownOpts): string {
  return names
    .map((name) => command.options.find((option) => option.attributeName() === name)?.long ?? `--${name}`)
    .join(', ');
}
