import path from 'node:path';
import { isFile, defaultTimeoutSeconds } from '../../agent/index.ts';
import type { AgentSpec, ExternalAgent } from '../../contract/index.ts';

/** A program that plays. It is started for each episode and reaches its tools over MCP. */
export interface CommandEntry {
  /** The program and its arguments; never given to a shell. */
  readonly command: readonly string[];
  /** How it is told its instruction: `stdin` where nothing is said. */
  readonly instruction?: 'stdin' | 'argument';
  /** Whether it is offered the tool `quit`. */
  readonly quits?: boolean;
  /** Seconds an episode may take: 600 where nothing is said. */
  readonly timeoutSeconds?: number;
  /**
   * The model of a program that calls it by OpenAI's API, as `provider/model`. The program is told the address of a proxy,
   * which offers the model the emulated tools and answers its calls of them: `all` of them by default, or only the
   * program's `own`, which its request offers by name.
   */
  readonly proxy?: string | { readonly model: string; readonly tools?: 'all' | 'own' };
}

/** A function or an agent of another module. */
export interface ModuleEntry {
  /** The module's file, from the folder of the configuration file, or the current one. */
  readonly module: string;
  /** Its export, `default` where nothing is said; dots lead into objects. */
  readonly export?: string;
  /** Seconds an episode may take: 600 where nothing is said. */
  readonly timeoutSeconds?: number;
}

/** An agent that is reached through a door, as a run file keeps it. Files are taken from `folder` on. */
export function externalAgentSpec(name: string, entry: CommandEntry | ModuleEntry, folder = process.cwd()): AgentSpec {
  const external = 'command' in entry ? commandAgentOf(entry, folder) : moduleAgentOf(entry, folder);
  return { name, kind: external.kind, promptStyle: null, model: null, external };
}

function commandAgentOf(
  { command: words, instruction = 'stdin', quits = false, timeoutSeconds = defaultTimeoutSeconds, proxy }: CommandEntry,
  folder: string,
): ExternalAgent {
  const agent = {
    kind: 'command',
    command: withWholePaths(words, folder),
    instruction,
    quits,
    timeoutSeconds,
  } as const;
  if (proxy === undefined) return agent;
  const { model, tools = 'all' } = typeof proxy === 'string' ? { model: proxy } : proxy;
  return { ...agent, proxy: { model, tools } };
}

function moduleAgentOf(
  { module: file, export: name = 'default', timeoutSeconds = defaultTimeoutSeconds }: ModuleEntry,
  folder: string,
): ExternalAgent {
  return { kind: 'module', file: path.resolve(folder, file), export: name, timeoutSeconds };
}

/** A program is started in a folder of its own: words that name files here say where these are. */
function withWholePaths(words: readonly string[], folder: string): string[] {
  return words.map((word, index) => {
    const isLookedUp = index === 0 && !word.includes('/');
    const file = path.resolve(folder, word);
    return !isLookedUp && isFile(file) ? file : word;
  });
}
