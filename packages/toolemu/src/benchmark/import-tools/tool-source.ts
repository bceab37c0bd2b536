import { parse } from 'shell-quote';
import { BadFileError } from '../documents/bad-file-error.ts';
import { commandName } from './mcp/command-name.ts';

const source = 'mcp:';

/** Where tools come from. */
export type ToolSource =
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'server'; readonly url: URL }
  | { readonly kind: 'openapi'; readonly location: string }
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'file'; readonly path: string };

/** Reads `mcp:COMMAND`, `mcp:URL`, `openapi:PATH or URL`, a URL or a path. Throws `BadFileError`. */
export function readToolSource(text: string): ToolSource {
  if (text.startsWith('openapi:')) return { kind: 'openapi', location: text.slice('openapi:'.length) };
  if (isWebAddress(text)) return { kind: 'url', url: urlOf(text) };
  if (!text.startsWith('mcp:')) return { kind: 'file', path: text };
  const rest = text.slice('mcp:'.length).trim();
  return isWebAddress(rest) ? { kind: 'server', url: urlOf(rest) } : { kind: 'command', words: commandWords(rest) };
}

/** Whether a text is a URL of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A source as it may be shown and kept: tokens stand in queries, in arguments and before hosts. */
export function shownSource(text: string): string {
  const source = readToolSource(text);
  switch (source.kind) {
    case 'command':
      return `mcp:${source.words[0]}`;
    case 'server':
      return `mcp:${shownUrl(source.url)}`;
    case 'url':
      return shownUrl(source.url);
    case 'openapi':
      return isWebAddress(source.location) ? shownUrl(urlOf(source.location)) : source.location;
    case 'file':
      return source.path;
  }
}

/** A source as it is spoken of: as {@link shownSource}, a command with the script or package that it starts. */
export function namedSource(text: string): string {
  const source = readToolSource(text);
  if (source.kind !== 'command') return shownSource(text);
  const [command = '', ...args] = source.words;
  const name = commandName(command, args);
  return name === command ? `mcp:${command}` : `mcp:${command} ${name}`;
}

/** A URL without user, password, query and fragment. */
export function shownUrl({ origin, pathname }: URL): string {
  return origin + pathname;
}

function urlOf(text: string): URL {
  const url = URL.parse(text);
  if (url !== null) return url;
  throw new BadFileError({
    file: text,
    path: '$',
    problem: 'this is no address',
    remedy: 'write it as https://host/path',
  });
}

/**
 * The words of a command, which is started without a shell: quotes and backslashes are read, variables are left as
 * they stand; or a JSON array of words. Throws `BadFileError` where only a shell could carry it out.
 */
export function commandWords(command: string): string[] {
  const words = command.startsWith('[') ? jsonWords(command) : shellWords(command);
  if (words === null) {
    throw bad(
      'the command is for a shell, and is started without one',
      'put what is meant as it stands in quotes, or write mcp:["COMMAND", "ARGUMENT"]',
    );
  }
  if (words[0] === undefined || words[0] === '') {
    throw bad('no command is named', 'write it as mcp:COMMAND ARGUMENTS, or mcp:https://...');
  }
  return words;
}

function jsonWords(command: string): string[] {
  let words: unknown;
  try {
    words = JSON.parse(command);
  } catch (error) {
    throw bad(`the command is not JSON: ${(error as Error).message}`, 'write it as mcp:["COMMAND", "ARGUMENT"]');
  }
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw bad('the command holds more than texts', 'write it as mcp:["COMMAND", "ARGUMENT"]');
}

/**
 * Words as a shell splits them: quotes and backslashes are read, variables and patterns stay as they stand. Null where
 * only a shell could carry the text out.
 */
export function shellWords(text: string): string[] | null {
  const words = parse(text, (name) => `$${name}`).map((word) => {
    if (typeof word === 'string') return word;
    return 'op' in word && word.op === 'glob' ? word.pattern : null;
  });
  return words.every((word) => word !== null) ? words : null;
}

function bad(problem: string, remedy: string): BadFileError {
  return new BadFileError({ file: source, path: '$', problem, remedy });
}
