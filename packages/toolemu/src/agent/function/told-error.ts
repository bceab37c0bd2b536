import path from 'node:path';
import { fileURLToPath } from 'node:url';

const longestMessage = 1000;
const longestStack = 20_000;
const longestLine = 500;
const mostFrames = 15;
const mostCauses = 3;

/** Where the code of this package lies. */
const ownFolder = fileURLToPath(new URL('../../', import.meta.url));

interface Frame {
  /** What was called; blank for a module's own code. */
  readonly name: string;
  readonly file: string;
  readonly line: string;
  readonly column: string;
}

/**
 * What an error of a user's code says, whatever was thrown: one line that ends with the place in the user's files, and
 * below it the way there. It never throws.
 */
export function toldError(error: unknown): string {
  try {
    const { frames, place } = stackOf(error);
    const head = `${messagesOf(error)}${place === '' ? '' : ` (${place})`}`;
    return place === '' || frames.length < 2 ? head : [head, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  } catch {
    return 'what was thrown cannot be read';
  }
}

/** What an error says and where in the user's files it comes from, in one line. */
export function toldInLine(error: unknown): string {
  return toldError(error).split('\n', 1)[0] ?? '';
}

/** What an error says with its causes, in one line. */
function messagesOf(error: unknown): string {
  const messages = [ownMessage(error)];
  let at = error;
  for (let depth = 0; depth < mostCauses && at instanceof Error && at.cause !== undefined; depth += 1) {
    at = at.cause;
    const message = ownMessage(at);
    if (!messages.some((before) => before.includes(message))) messages.push(message);
  }
  return cut(messages.join(': '), longestMessage);
}

function ownMessage(error: unknown): string {
  if (!(error instanceof Error))
    return typeof error === 'string' ? inLine(error) : `it threw ${typeof error}, and no error`;
  const message = inLine(String(error.message));
  return message === '' ? inLine(String(error.name)) : message;
}

function inLine(text: string): string {
  return cut(text, 2 * longestMessage)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** The calls in a user's files and in what these use, and the first place in the files themselves. */
function stackOf(error: unknown): { frames: string[]; place: string } {
  const stack = error instanceof Error ? String(error.stack).slice(0, longestStack) : '';
  const lines = stack.split('\n').map((line) => line.slice(0, longestLine));
  const frames = lines.flatMap(frameOf).filter(({ file }) => !file.startsWith(ownFolder));
  const first = frames.find(({ file }) => !file.includes(`${path.sep}node_modules${path.sep}`));
  return {
    frames: frames.slice(0, mostFrames).map(renderFrame),
    place: first === undefined ? brokenLine(lines[0]) : `${shownPath(first.file)}:${first.line}`,
  };
}

function frameOf(line: string): Frame[] {
  const [, name = '', location = '', number = '', column = ''] =
    /^\s+at (?:([^()]*) \()?(?:async )?([^()]*):(\d+):(\d+)\)?$/.exec(line) ?? [];
  const file = fileOf(location);
  return file === null ? [] : [{ name, file, line: number, column }];
}

/** Code that cannot be read has its place above its stack. */
function brokenLine(line = ''): string {
  const [, location = '', number = ''] = /^(\S.*):(\d+)$/.exec(line) ?? [];
  const file = fileOf(location);
  return file === null ? '' : `${shownPath(file)}:${number}`;
}

/** The file of a place; null where it is in Node itself. */
function fileOf(location: string): string | null {
  if (location.startsWith('file:')) return URL.canParse(location) ? fileURLToPath(location) : null;
  return path.isAbsolute(location) ? location : null;
}

function renderFrame({ name, file, line, column }: Frame): string {
  const place = `${shownPath(file)}:${line}:${column}`;
  return name === '' ? place : `${name} (${place})`;
}

/** A path as it leads from the working folder, where it does not lead out of it. */
function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}
