import fastStringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** A table of texts for a terminal. Cells may have several lines and be painted as a whole. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where the texts of each column stand (default: left). */
  readonly alignments?: readonly ('left' | 'right')[];
  /** Whether a rule separates the rows (default: only the head from them). */
  readonly hasRules?: boolean;
  /** Columns, by number, whose texts are wrapped at so many characters. */
  readonly wrapAt?: Readonly<Record<number, number>>;
}

/** A table with box-drawing borders. Widths are columns of the terminal: wide characters take two. */
export function renderTextTable({ head, rows, alignments = [], hasRules = false, wrapAt = {} }: TextTable): string {
  const cells = [head, ...rows].map((row) =>
    head.map((_, column) => linesOf(row[column] ?? '', wrapAt[column] ?? Number.POSITIVE_INFINITY)),
  );
  const widths = head.map((_, column) =>
    Math.max(...cells.flatMap((row) => (row[column] ?? []).map((line) => fastStringWidth(line)))),
  );
  const rule = (left: string, cross: string, right: string): string =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(cross)}${right}`;
  const blocks = cells.map((row) => rowLines(row, widths, alignments));
  const between = rule('├', '┼', '┤');
  return [
    rule('┌', '┬', '┐'),
    ...blocks.flatMap((lines, at) => (at === 1 || (hasRules && at > 1) ? [between, ...lines] : lines)),
    rule('└', '┴', '┘'),
  ].join('\n');
}

function rowLines(
  row: readonly (readonly string[])[],
  widths: readonly number[],
  alignments: readonly ('left' | 'right')[],
): string[] {
  const height = Math.max(...row.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const texts = row.map((lines, column) => {
      const text = lines[line] ?? '';
      const blanks = ' '.repeat((widths[column] ?? 0) - fastStringWidth(text));
      return alignments[column] === 'right' ? ` ${blanks}${text} ` : ` ${text}${blanks} `;
    });
    return `│${texts.join('│')}│`;
  });
}

const escape = '\u001b';
const paint = `((?:${escape}\\[[\\d;]+m)+)`;
const painted = new RegExp(`^${paint}([^${escape}]*)${paint}$`);

/** The lines of a cell, each painted as the whole is. */
function linesOf(cell: string, width: number): string[] {
  const [, open = '', text = cell, close = ''] = painted.exec(cell) ?? [];
  return text
    .split('\n')
    .flatMap((line) => (fastStringWidth(line) <= width ? line : wrapAnsi(line, width, { hard: true }).split('\n')))
    .map((line) => `${open}${line}${close}`);
}
