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
