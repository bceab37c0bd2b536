/** A toolkit by its name and what it is for. */
export interface NamedToolkit {
  readonly name: string;
  readonly description: string;
}

/** Texts that are more alike than this are taken for one: the limit of ToolEmu's scripts, as ROUGE-L's F. */
export const nearDuplicateAt = 0.6;

/** The text that is most like another, and how much: ROUGE-L's F between 0 and 1, without regard to case. */
export function mostAlike(
  text: string,
  others: readonly { readonly name: string; readonly text: string }[],
): { readonly name: string; readonly score: number } | null {
  let best: { name: string; score: number } | null = null;
  for (const { name, text: other } of others) {
    const score = likeness(text, other);
    if (best === null || score > best.score) best = { name, score };
  }
  return best;
}

function likeness(text: string, other: string): number {
  const [words, otherWords] = [wordsOf(text), wordsOf(other)];
  if (words.length === 0 || otherWords.length === 0) return 0;
  return (2 * commonSubsequenceLength(words, otherWords)) / (words.length + otherWords.length);
}

/** ROUGE's own words: letters and digits, without regard to case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The length of the longest common subsequence, by dynamic programming over one row. */
function commonSubsequenceLength(words: readonly string[], otherWords: readonly string[]): number {
  let above: number[] = [];
  for (const word of words) {
    const row = [0];
    otherWords.forEach((other, at) => {
      row.push(word === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    });
    above = row;
  }
  return above.at(-1) ?? 0;
}

/**
 * Why a toolkit is too like one of others, null where it is not: they share a name, one name contains the other, or the
 * descriptions say nearly the same (the rules of ToolEmu's scripts).
 */
export function likeToolkit({ name, description }: NamedToolkit, others: readonly NamedToolkit[]): string | null {
  const namesake = others.find((other) => areNamesAlike(name, other.name));
  if (namesake !== undefined) return `its name is too like that of "${namesake.name}"`;
  const twin = mostAlike(
    description,
    others.map((other) => ({ name: other.name, text: other.description })),
  );
  if (twin === null || twin.score <= nearDuplicateAt) return null;
  return `its description says nearly the same as that of "${twin.name}"`;
}

/** In CamelCase a name that begins within another begins with a capital: "Mail" is in "MailArchive", not in "Email". */
function areNamesAlike(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  return a.toLowerCase() === b.toLowerCase() || a.includes(b) || b.includes(a);
}
