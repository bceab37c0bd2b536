/** A text with what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The lines of a selection, and what takes their place. */
export interface LinesEdit {
  readonly from: number;
  readonly to: number;
  readonly lines: string;
}

/** The lines that a selection touches, moved in by two spaces, or out. */
export function indentLines({ text, start, end }: Selected, way: 'in' | 'out'): LinesEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const last = text.indexOf('\n', Math.max(start, end - 1));
  const to = last === -1 ? text.length : last;
  const lines = text
    .slice(from, to)
    .split('\n')
    .map((line) => (way === 'in' ? `  ${line}` : line.replace(/^ {1,2}|^\t/, '')));
  return { from, to, lines: lines.join('\n') };
}
