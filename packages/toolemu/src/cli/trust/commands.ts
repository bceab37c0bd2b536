import { statSync } from 'node:fs';
import path from 'node:path';
import type { AgreeOnServers } from '../../benchmark/index.ts';
import type { AgentSpec } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { shellWord, wholeLine } from '../../words/index.ts';
import { startedBy } from '../../run/index.ts';
import { askToGoOn } from '../terminal/ask.ts';
import { UsageError } from '../terminal/failure.ts';
import { note } from '../terminal/output.ts';
import { contentHash, isAgreed, keepAgreement, refuseMasked } from './agreements.ts';

/** Something that a file has started on this machine: who it is for, and its words as `--allow-command` takes them. */
export interface NamedCommand {
  readonly who: string;
  /** An agent gets every variable of the environment; a server gets few, and an address none that is not named. */
  readonly kind: 'agent' | 'server';
  readonly words: string;
  /** Files whose content is agreed to with the words, where they are code. */
  readonly files: readonly string[];
  /** What else is agreed to with the words. */
  readonly hash?: string;
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
  const asked = commands.map((command) => ({ ...command, agreement: agreementOf(command) }));
  const open = asked.filter(({ words, agreement }) => !allow.includes(words) && !isAgreed(agreement));
  keepCommands(asked.filter((one) => !open.includes(one)));
  if (open.length === 0) return;
  for (const { who, words } of open) {
    refuseMasked(file, `${who}: ${words}`);
    // A line break would show as another line, and escapes cannot be typed.
    if (/\p{Cc}/u.test(words))
      throw new UsageError(`${file}: ${wholeLine(who)}: its words contain control characters, so it is not started`);
  }
  const unused = allow.filter((words) => commands.every((one) => one.words !== words));
  for (const words of unused) note(`--allow-command ${shellWord(words)}: ${file} names no such command`);
  note(`${file} names what is started or asked:`);
  for (const { who, words } of open) note(`  ${wholeLine(who)}: ${wholeLine(words)}`);
  const options = [...new Set(open.map(({ words }) => `--allow-command ${shellWord(words)}`))].join(' ');
  const isYes = await askToGoOn({
    question: open.length === 1 ? 'Start it?' : 'Start them?',
    without: `${file} names what would be started or asked. Read it, and allow it word for word: ${options}`,
  });
  if (!isYes) throw new UsageError(`${file}: what it names is not started`);
  const isChanged = open.some((one) => hashOf(agreementOf(one)) !== hashOf(one.agreement));
  if (isChanged) throw new UsageError(`${file}: a file of what it names was changed meanwhile, so it is not started`);
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
  return startedBy(agents).map(({ agent, ...started }) => ({ who: `agent ${agent}`, kind: 'agent', ...started }));
}

/** What words mean depends on the folder, but for those of a module, which hold its whole path. */
function agreementOf({ kind, words, files, hash = '' }: NamedCommand) {
  const folder = words.startsWith('module:/') ? null : process.cwd();
  const first = files.slice(words.startsWith('module:') ? 0 : 1).find((file) => isFile(path.resolve(file)));
  return {
    kind,
    words,
    folder,
    hash,
    contents: files.flatMap((file) => codeOf(file, { isFirst: file === first })).map(contentHash),
  };
}

/**
 * The files of code that a word names: itself, what an interpreter finds by it without its ending or in a folder (`node ./server`,
 * `node .`, `python -m server`), and what `npx` and its like run by this name from installed packages.
 */
function codeOf(word: string, { isFirst }: { readonly isFirst: boolean }): string[] {
  const file = path.resolve(word);
  const module = path.resolve(word.replaceAll('.', '/'));
  const found = [
    ...endings.map((ending) => `${file}${ending}`),
    ...entries.map((entry) => path.join(file, entry)),
    `${module}.py`,
    ...foldersOf(file).flatMap((folder) => installedIn(folder, file)),
  ];
  return [...(isCode(file, isFirst) ? [file] : []), ...new Set(found.filter(isFile))];
}

const endings = ['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '.json', '.node', '.py', '.rb', '.sh'];
const entries = ['package.json', 'index.js', 'index.cjs', 'index.mjs', 'index.ts', '__main__.py', '__init__.py'];

/** Where a folder has the program of a package, and what the package says of it. */
function installedIn(folder: string, file: string): string[] {
  const packages = path.join(folder, 'node_modules');
  // A version may follow: name@1.2, @scope/name@1.2.
  const name = path.relative(folder, file).replace(/(?<=[^/])@[^/]*$/, '');
  return [path.join(packages, '.bin', path.basename(name)), path.join(packages, name, 'package.json')];
}

/** The folder of a file, and those it is in. */
function foldersOf(file: string): string[] {
  const folder = path.dirname(file);
  return folder === path.dirname(folder) ? [folder] : [folder, ...foldersOf(folder)];
}

/**
 * Whether a word names a file that is code: by its ending, because it can be executed, or because it is the first file after the
 * program (`bash agent`). Any other file may be what the program writes.
 */
function isCode(file: string, isFirst: boolean): boolean {
  if (!isFile(file)) return false;
  const ending = path.extname(file).toLowerCase();
  if (codeEndings.has(ending) || (statSync(file).mode & 0o111) !== 0) return true;
  return isFirst && !dataEndings.has(ending);
}

const codeEndings: ReadonlySet<string> = new Set(
  'js cjs mjs jsx ts cts mts tsx py rb sh pl php lua jar wasm'.split(' ').map((ending) => `.${ending}`),
);
const dataEndings: ReadonlySet<string> = new Set(
  'txt log md csv json jsonl yaml yml toml db sqlite toolemu'.split(' ').map((ending) => `.${ending}`),
);

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    // A word may be a text that is too long for the name of a file.
    return false;
  }
}

/** Asks before servers that a configuration file names are started, as {@link agreeOnCommands} does. */
export function agreeOnServers({ allowCommand }: CommandFlags): AgreeOnServers {
  return (servers, file) =>
    agreeOnCommands(
      servers.map(({ name, words, files, gets, hash }) => ({
        who: `MCP server ${name}${gets.length === 0 ? '' : `, which gets ${gets.join(', ')}`}`,
        kind: 'server',
        words,
        files,
        hash,
      })),
      { file, allow: allowCommand },
    );
}
