import type { AgreeOnServers } from '../../benchmark/index.ts';
import type { AgentSpec } from '../../contract/index.ts';
import { shellWord } from '../../words/index.ts';
import { type Started, startedBy } from '../../run/index.ts';
import { askToGoOn } from '../terminal/ask.ts';
import { UsageError } from '../terminal/failure.ts';
import { note } from '../terminal/output.ts';
import { contentHash, isAgreed, keepAgreement } from './agreements.ts';

/** Something that a file has started on this machine: who it is for, and its words as `--allow-command` takes them. */
export interface NamedCommand {
  readonly who: string;
  readonly words: string;
  /** Files whose content is agreed to with the words. */
  readonly files?: readonly string[];
}

/** Options that name what may be started. */
export interface CommandFlags {
  readonly allowCommand?: readonly string[] | undefined;
}

/** Words that were agreed to since this process began. */
const agreed = new Set<string>();

/** The programs and modules that may be started: those on the command line, and those that were agreed to. */
export function allowedCommands({ allowCommand = [] }: CommandFlags): string[] {
  return [...allowCommand, ...agreed];
}

/**
 * Shows the programs and modules that a file names, word for word, and asks whether they may be started, unless
 * `--allow-command` or an earlier answer says so: `--yes` does not. Throws {@link UsageError} where the answer is no, and where
 * nobody can be asked.
 */
export async function agreeOnCommands(
  commands: readonly NamedCommand[],
  { file, allow = [] }: { readonly file: string; readonly allow?: readonly string[] | undefined },
): Promise<void> {
  const isOpen = (command: NamedCommand): boolean => !allow.includes(command.words) && !isAgreed(agreementOf(command));
  const open = commands.filter(isOpen);
  for (const { words } of commands.filter((command) => !isOpen(command))) agreed.add(words);
  if (open.length === 0) return;
  note(`${file} names what is started on this machine:`);
  for (const { who, words } of open) note(`  ${who}: ${words}`);
  const options = [...new Set(open.map(({ words }) => `--allow-command ${shellWord(words)}`))].join(' ');
  const isYes = await askToGoOn({
    question: open.length === 1 ? 'Start it?' : 'Start them?',
    without: `${file} names what would be started on this machine. Read it, and allow it word for word: ${options}`,
  });
  if (!isYes) throw new UsageError(`${file}: what it names is not started`);
  keepCommands(open);
}

/** Keeps that the user agreed to these, as by writing them on the command line. */
export function keepCommands(commands: readonly NamedCommand[]): void {
  for (const command of commands) {
    agreed.add(command.words);
    keepAgreement(agreementOf(command));
  }
}

/** What agents start, to be agreed to. */
export function commandsOf(agents: readonly AgentSpec[]): NamedCommand[] {
  const files = new Map(agents.map(({ name, external }) => [name, filesOf(external)]));
  return startedBy(agents).map(({ agent, words }: Started) => ({
    who: `agent ${agent}`,
    words,
    files: files.get(agent) ?? [],
  }));
}

function filesOf(external: AgentSpec['external']): readonly string[] {
  if (external?.kind === 'module') return [external.file];
  return external?.kind === 'command' ? external.command : [];
}

/** The words of a module hold its whole path; what those of a program mean may depend on the folder. */
function agreementOf({ words, files = [] }: NamedCommand) {
  const folder = words.startsWith('module:') ? null : process.cwd();
  return { words, folder, contents: files.map(contentHash) };
}

/** Asks before servers that a configuration file names are started, as {@link agreeOnCommands} does. */
export function agreeOnServers({ allowCommand }: CommandFlags): AgreeOnServers {
  return (servers, file) =>
    agreeOnCommands(
      servers.map(({ name, words, command, gets }) => ({
        who: `MCP server ${name}${gets.length === 0 ? '' : `, which gets ${gets.join(', ')}`}`,
        words,
        files: command,
      })),
      { file, allow: allowCommand },
    );
}
