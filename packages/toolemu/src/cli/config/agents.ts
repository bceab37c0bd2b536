import type { AgentSpec, ModelProxy } from '../../contract/index.ts';
import path from 'node:path';
import { loadPlayer, ModuleError, whyNoProgram } from '../../agent/index.ts';
import { shellWords } from '../../benchmark/import-tools/index.ts';
import {
  type AgentEntry,
  type CommandEntry,
  controls,
  externalAgentSpec,
  modelAgents,
  type ModuleEntry,
  personAgent,
} from '../../run/index.ts';
import { commandMark, moduleMark } from '../options/agent-names.ts';
import type { LoadedConfig } from './define-config.ts';
import { UsageError } from '../terminal/failure.ts';
import { keepOutputForResults } from '../terminal/output.ts';
import { checkTerminal } from '../terminal/person.ts';

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
  for (const { name, external } of agents) {
    const missing = external?.kind === 'command' ? whyNoProgram(external.command) : null;
    if (missing !== null) throw new UsageError(`the agent ${name}: ${missing}`);
    if (external?.kind === 'command' && external.proxy !== undefined) await checkProxy(name, external.proxy);
    if (external?.kind !== 'module') continue;
    keepOutputForResults();
    try {
      await loadPlayer(external);
    } catch (error) {
      if (error instanceof ModuleError) throw new UsageError(`the agent ${name}: ${error.message}`);
      throw error;
    }
  }
}

async function checkProxy(name: string, { model }: ModelProxy): Promise<void> {
  const { findUpstream } = await import('../../gateway/index.ts');
  try {
    findUpstream(model, process.env);
  } catch (error) {
    throw new UsageError(`the agent ${name}: proxy: ${(error as Error).message}`);
  }
}

function agentFrom(text: string, config: LoadedConfig | null): string | AgentSpec {
  if (text.startsWith(commandMark)) return externalAgentSpec(text, commandEntry(text.slice(commandMark.length).trim()));
  if (text.startsWith(moduleMark)) return externalAgentSpec(text, moduleEntry(text.slice(moduleMark.length)));
  if (text === personAgent.kind) return personAgent;
  if (builtIn.includes(text)) return text;
  const entries = config?.agents ?? {};
  const entry = Object.hasOwn(entries, text) ? entries[text] : undefined;
  if (config?.families?.agents.has(text) === true) return text;
  if (entry !== undefined && config !== null) return configured(entry, text, config.file);
  const own = [...Object.keys(entries), ...(config?.families?.agents.keys() ?? [])];
  const names = [...new Set([...builtIn, personAgent.kind, ...own])].join(', ');
  throw new UsageError(`there is no agent "${text}"; there are ${names}, command:WORDS and module:FILE#EXPORT`);
}

/** A function or agent of the configuration file is an export of it, so that the run file says where it is. */
function configured(entry: AgentEntry, name: string, file: string): AgentSpec {
  const folder = path.dirname(file);
  if (isEntry(entry)) return externalAgentSpec(name, entry, folder);
  return externalAgentSpec(name, { module: file, export: `default.agents.${name}` }, folder);
}

function isEntry(entry: AgentEntry): entry is CommandEntry | ModuleEntry {
  return typeof entry === 'object' && !('play' in entry) && ('command' in entry || 'module' in entry);
}

function commandEntry(text: string): CommandEntry {
  const words = text.startsWith('[') ? jsonWords(text) : shellWords(text);
  if (words === null) {
    throw new UsageError(
      `"${commandMark}${text}" is for a shell, and is started without one: put what is meant as it stands in quotes, or write command:["PROGRAM", "ARGUMENT"]`,
    );
  }
  if (words[0] === undefined || words[0] === '')
    throw new UsageError("no program is named: write --agent 'command:PROGRAM ARGUMENTS'");
  const instruction = words.some((word) => word.includes('{instruction}')) ? 'argument' : 'stdin';
  return { command: words, instruction };
}

function moduleEntry(text: string): ModuleEntry {
  const mark = text.lastIndexOf('#');
  const [file, name] = mark === -1 ? [text, 'default'] : [text.slice(0, mark), text.slice(mark + 1)];
  if (file === '' || name === '')
    throw new UsageError(`"${moduleMark}${text}" must be ${moduleMark}FILE or ${moduleMark}FILE#EXPORT`);
  return { module: file, export: name };
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
