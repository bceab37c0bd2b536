import path from 'node:path';

import { shellWords } from '../benchmark/import-tools/index.ts';
import { isFile, loadPlayer, ModuleError, usualTimeLimit, whyNoProgram } from '../agent/index.ts';
import type { AgentSpec, OutsideAgent } from '../contract/index.ts';
import { controls, modelAgents, personAgent } from '../run/index.ts';
import { commandMark, moduleMark } from './agent-names.ts';
import type { AgentEntry, CommandEntry, LoadedConfig, ModuleEntry } from './define-config.ts';
import { UsageError } from './failure.ts';
import { keepOutputForResults } from './output.ts';
import { checkTerminal } from './person.ts';

const builtIn: readonly string[] = [...modelAgents, ...controls];
/** Names that no agent of a configuration file can have. */
export const takenNames: readonly string[] = [...builtIn, personAgent.kind];

/**
 * The agents that names on the command line mean: built-in ones as their names, `human`, agents of the configuration
 * file, and `command:` and `module:` agents as what is kept in a run file. Throws {@link UsageError}.
 */
export function agentsFrom(texts: readonly string[], config: LoadedConfig | null): (string | AgentSpec)[] {
  return [...new Set(texts)].map((text) => agentFrom(text, config));
}

/**
 * Throws {@link UsageError} for agents that could not play: a program that is not there, a module that cannot be loaded,
 * and a person without a terminal.
 */
export async function checkAgents(agents: readonly AgentSpec[]): Promise<void> {
  if (agents.some(({ kind }) => kind === personAgent.kind)) checkTerminal();
  for (const { name, outside } of agents) {
    const missing = outside?.kind === 'command' ? whyNoProgram(outside.command) : null;
    if (missing !== null) throw new UsageError(`the agent ${name}: ${missing}`);
    if (outside?.kind !== 'module') continue;
    keepOutputForResults();
    try {
      await loadPlayer(outside);
    } catch (error) {
      if (error instanceof ModuleError) throw new UsageError(`the agent ${name}: ${error.message}`);
      throw error;
    }
  }
}

function agentFrom(text: string, config: LoadedConfig | null): string | AgentSpec {
  if (text.startsWith(commandMark)) return outsideAgent(text, commandOf(text.slice(commandMark.length).trim()));
  if (text.startsWith(moduleMark)) return outsideAgent(text, moduleOf(text.slice(moduleMark.length)));
  if (text === personAgent.kind) return personAgent;
  if (builtIn.includes(text)) return text;
  const entries = config?.agents ?? {};
  const entry = Object.hasOwn(entries, text) ? entries[text] : undefined;
  if (entry !== undefined && config !== null) return outsideAgent(text, outsideOf(entry, text, config.file));
  const names = [...builtIn, personAgent.kind, ...Object.keys(entries)].join(', ');
  throw new UsageError(`there is no agent "${text}"; there are ${names}, command:WORDS and module:FILE#EXPORT`);
}

function outsideAgent(name: string, outside: OutsideAgent): AgentSpec {
  return { name, kind: outside.kind, prompting: null, model: null, outside };
}

function outsideOf(entry: AgentEntry, name: string, file: string): OutsideAgent {
  const folder = path.dirname(file);
  if (isEntry(entry, 'command')) return command(entry, folder);
  if (isEntry(entry, 'module')) return module(entry, folder);
  return { kind: 'module', file, export: `default.agents.${name}`, timeLimit: usualTimeLimit };
}

function isEntry<KEY extends 'command' | 'module'>(
  entry: AgentEntry,
  key: KEY,
): entry is Extract<AgentEntry, { readonly [name in KEY]: unknown }> {
  return typeof entry === 'object' && key in entry && !('play' in entry);
}

function command(
  { command: words, instruction = 'stdin', quits = false, timeLimit = usualTimeLimit }: CommandEntry,
  folder: string,
): OutsideAgent {
  return { kind: 'command', command: withWholePaths(words, folder), instruction, quits, timeLimit };
}

function module(
  { module: file, export: name = 'default', timeLimit = usualTimeLimit }: ModuleEntry,
  folder: string,
): OutsideAgent {
  return { kind: 'module', file: path.resolve(folder, file), export: name, timeLimit };
}

function commandOf(text: string): OutsideAgent {
  const words = text.startsWith('[') ? jsonWords(text) : shellWords(text);
  if (words === null) {
    throw new UsageError(
      `"${commandMark}${text}" is for a shell, and is started without one: put what is meant as it stands in quotes, or write command:["PROGRAM", "ARGUMENT"]`,
    );
  }
  if (words[0] === undefined || words[0] === '')
    throw new UsageError("no program is named: write --agent 'command:PROGRAM ARGUMENTS'");
  const instruction = words.some((word) => word.includes('{instruction}')) ? 'argument' : 'stdin';
  return command({ command: words, instruction }, process.cwd());
}

function moduleOf(text: string): OutsideAgent {
  const mark = text.lastIndexOf('#');
  const [file, name] = mark === -1 ? [text, 'default'] : [text.slice(0, mark), text.slice(mark + 1)];
  if (file === '' || name === '')
    throw new UsageError(`"${moduleMark}${text}" must be ${moduleMark}FILE or ${moduleMark}FILE#EXPORT`);
  return module({ module: file, export: name }, process.cwd());
}

function jsonWords(text: string): string[] {
  let words: unknown;
  try {
    words = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the words of "${commandMark}${text}" are not JSON: ${(error as Error).message}`);
  }
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new UsageError(`the words of "${commandMark}${text}" are not all texts: write command:["PROGRAM", "ARGUMENT"]`);
}

/** A program is started in a folder of its own: words that name files here say where these are. */
function withWholePaths(words: readonly string[], folder: string): string[] {
  return words.map((word, index) => {
    const isLookedUp = index === 0 && !word.includes('/');
    const file = path.resolve(folder, word);
    return !isLookedUp && isFile(file) ? file : word;
  });
}
