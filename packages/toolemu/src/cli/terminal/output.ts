import { Console } from 'node:console';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { inspect } from 'node:util';
import { withoutSecrets } from '../../platform/secrets.ts';
import type { Palette } from '../../report/index.ts';
import { visible, visibleJson } from '../../words/index.ts';

/** Parameters of our own color codes. Nobody else knows them, so a code that came with a text is never taken for ours. */
const ownMark = Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';');
const ownCode = new RegExp(`\\u001b\\[${ownMark};(\\d+)m`);

/** Colors for results: on a terminal only, and never if NO_COLOR is set. */
export const colours: Palette = paletteOf(process.stdout.isTTY === true && process.env.NO_COLOR === undefined);

/** The palette that {@link printable} obeys. Without colors, texts stay as they are. */
export function paletteOf(hasColors: boolean): Palette {
  const painter = (name: keyof Palette) => {
    const [open = 0, close = 0] = inspect.colors[name] ?? [];
    return (text: string): string => (hasColors ? `${codeOf(open)}${text}${codeOf(close)}` : text);
  };
  return {
    bold: painter('bold'),
    dim: painter('dim'),
    red: painter('red'),
    green: painter('green'),
    yellow: painter('yellow'),
    cyan: painter('cyan'),
  };
}

function codeOf(code: number): string {
  return `\u001b[${ownMark};${code}m`;
}

/**
 * Text as it may be written to a terminal: known secrets and hidden characters are replaced, and the colors of
 * {@link paletteOf} are the only codes.
 */
export function printable(text: string): string {
  return withoutSecrets(text)
    .split(ownCode)
    .map((part, at) => (at % 2 === 0 ? visible(part) : `\u001b[${part}m`))
    .join('');
}

/** Writes text of the result. False if the reader is slow, as from `Writable.write`. */
export function writeResult(text: string): boolean {
  return process.stdout.write(printable(text));
}

/** Writes text about the work. */
export function writeNote(text: string): boolean {
  return process.stderr.write(printable(text));
}

/** Prints a line of the result, on stdout. */
export function print(line: string): void {
  writeResult(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(visibleJson(value, 2));
}

/** Prints a line about the work, on stderr. */
export function note(line: string): void {
  writeNote(`${line}\n`);
}

const pieceLength = 65_536;

/** Prints texts as they come, and waits for a slow reader, so that few are kept in memory. */
export async function printAll(texts: Iterable<string>): Promise<void> {
  for (const piece of inPieces(texts)) {
    if (!writeResult(piece)) await once(process.stdout, 'drain');
  }
}

/** Prints values as one JSON array, in the form of `printJson`. */
export function printJsonList(values: Iterable<unknown>): Promise<void> {
  return printAll(listed(values));
}

function* listed(values: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  for (const value of values) {
    yield `${isFirst ? '[' : ','}\n  ${visibleJson(value, 2).replaceAll('\n', '\n  ')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** How this program was called, for commands that a user may copy. */
export const self = process.env.npm_command === 'exec' ? 'npx toolemu' : 'toolemu';

/** Sends what users' own modules print to stderr: stdout is for results. */
export function keepOutputForResults(): void {
  globalThis.console = new Console(process.stderr);
}
