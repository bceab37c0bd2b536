import { structuredPatch } from 'diff';

/** A line of two texts: in both, or in one of them. */
export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Lines that changed, with a few around them. */
export interface Hunk {
  /** The line of the later text that it begins at, from 1. */
  readonly line: number;
  readonly lines: readonly ChangedLine[];
}

/** In what two texts differ, line by line; null where they have too little in common. */
export function textChanges(before: string, after: string): readonly Hunk[] | null {
  const patch = structuredPatch('', '', ended(before), ended(after), undefined, undefined, {
    context: 3,
    maxEditLength: 4_000,
    timeout: 1_000,
  });
  if (patch === undefined) return null;
  return patch.hunks.map(({ newStart, lines }) => ({
    line: newStart,
    lines: lines.map((line) => ({ kind: kinds[line.charAt(0)] ?? 'same', text: line.slice(1) })),
  }));
}

const kinds: Readonly<Record<string, ChangedLine['kind']>> = { '+': 'added', '-': 'removed' };

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
