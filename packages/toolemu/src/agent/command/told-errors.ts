import { withoutCredentials } from '../../platform/index.ts';

/** The most characters of a line, and the most lines, that are told. */
const longestLine = 300;
const mostLines = 30;

/** The end of what a program wrote on its standard error. */
export interface KeptErrors {
  readonly text: string;
  /** Lines before it that were not kept. */
  readonly linesBefore: number;
}

/** What a program wrote on its standard error: the line that says what went wrong, and below it the end of all lines. */
export function toldErrors({ text, linesBefore }: KeptErrors): string {
  // Before lines are cut: a part of a secret would not be recognized.
  const lines = withoutCredentials(text)
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
  while (lines[0] === '') lines.shift();
  const [first] = lines;
  if (first === undefined) return '';
  if (lines.length === 1 && linesBefore === 0) return `: ${cut(first.trim())}`;
  const leftOut = linesBefore + Math.max(0, lines.length - mostLines);
  const before = leftOut === 0 ? '' : ` (${leftOut} ${leftOut === 1 ? 'line' : 'lines'} before are left out)`;
  return [`: ${cut(decisive(lines))}`, `its standard error${before}:`, ...lines.slice(-mostLines).map(cut)].join('\n');
}

/** The last line that names an error, as tracebacks end; else the last that begins at the margin; else the last. */
function decisive(lines: readonly string[]): string {
  const bare = lines.map(withoutMargin).filter((line) => line !== '' && !/^Node\.js v\d/.test(line));
  const line =
    bare.findLast((one) => /^[\w.]*(?:Error|Exception|Interrupt|Exit)(?:$|[: [(])/.test(one)) ??
    bare.findLast((one) => /^\p{L}/u.test(one)) ??
    bare.at(-1);
  return (line ?? '').trim();
}

/** Python draws a line beside the errors of a group. */
function withoutMargin(line: string): string {
  return line.replace(/^\s*\|\s/, '');
}

function cut(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
