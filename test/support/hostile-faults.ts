import type { HostileEnd } from './hostile-commands.ts';

/** The longest that a command may take on a file of somebody hostile, in milliseconds. */
export const longestMs = 20_000;
const mostBytes = 1024 ** 3;

/** Control, bidi and tag characters that no command may print. */
export const raw = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\u2028\u2029\u{e0000}-\u{e007f}]/u;
/** Frames of a stack, as Node prints them. */
export const stack = /^\s+at .*(?:node:internal|file:\/\/|\.[cm]?[jt]s:\d+:\d+)/m;
/** What the engine says of an error that nobody foresaw. */
const unforeseen =
  /Maximum call stack|Invalid string length|heap out of memory|Cannot read propert|is not a function|is not iterable|Cannot convert undefined/;

/** What is wrong with how a command ended; empty if nothing is. */
export function faultsOf({ code, stdout, stderr, milliseconds, peakBytes }: HostileEnd): string[] {
  const said = `${stdout}\n${stderr}`;
  return [
    ...(code === null || ![0, 1, 2, 3].includes(code) ? [`exit code ${code}: ${stderr.slice(-600)}`] : []),
    ...(raw.test(said) ? [`a raw ${JSON.stringify(raw.exec(said)?.[0])} near ${JSON.stringify(around(said))}`] : []),
    ...(stack.test(said) ? [`a stack: ${stack.exec(said)?.[0]}`] : []),
    ...(unforeseen.test(stderr) ? [`an error of the engine: ${stderr.slice(-300)}`] : []),
    ...(milliseconds > longestMs ? [`${Math.round(milliseconds)} ms`] : []),
    ...(peakBytes > mostBytes ? [`${Math.round(peakBytes / 1024 ** 2)} MB`] : []),
  ];
}

function around(text: string): string {
  const at = raw.exec(text)?.index ?? 0;
  return text.slice(Math.max(0, at - 60), at + 20);
}
