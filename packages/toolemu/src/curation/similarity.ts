import { l as rougeL } from 'js-rouge';

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
  if (wordsOf(text).length === 0 || wordsOf(other).length === 0) return 0;
  return rougeL(text, other, { segmenter: (whole) => [whole], tokenizer: wordsOf });
}

/** ROUGE's own words: letters and digits, without regard to case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
