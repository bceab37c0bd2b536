/**
 * ToolEmu's logs repeat what the fields beside them say: the agent's log holds the tool and its input, the
 * simulator's log the observation. To keep such a text without a second copy of its parts, only its seams are kept:
 * what stands before, between and after the parts.
 */
export type Seams = readonly string[];

/** The text of the parts with the seams around them. Of parts there are one less than seams; others are left out. */
export function weave(seams: Seams, parts: readonly string[]): string {
  return seams.map((seam, index) => seam + (index < seams.length - 1 ? (parts[index] ?? '') : '')).join('');
}

/** The seams, unless they are those the parts get anyway. */
export function unlessUsual(seams: Seams, usual: Seams): string[] | undefined {
  return seams.length === usual.length && seams.every((seam, index) => seam === usual[index]) ? undefined : [...seams];
}

/** A text without the white space around it, and that white space. */
export function trimmed(text: string): { before: string; core: string; after: string } {
  const core = text.trim();
  const start = core === '' ? text.length : text.indexOf(core);
  return { before: text.slice(0, start), core, after: text.slice(start + core.length) };
}
