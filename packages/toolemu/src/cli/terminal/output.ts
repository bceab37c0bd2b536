import { Console } from 'node:console';
import pc from 'picocolors';

/** Colours for results: on a terminal only, and never where NO_COLOR is set. */
export const colours = pc.createColors(process.stdout.isTTY === true && process.env.NO_COLOR === undefined);

/** Prints a line of the result, on stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints a line about the work, on stderr. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** How this program was called, for commands that a user may copy. */
export const self = process.env.npm_command === 'exec' ? 'npx toolemu' : 'toolemu';

/** Has what modules of a user's own print go where this program tells: its output is for results. */
export function keepOutputForResults(): void {
  globalThis.console = new Console(process.stderr);
}
