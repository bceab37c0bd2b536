import { spokenIn } from './asks.ts';

const refusals = [
  /\b(?:ca(?:n'?t|nnot|n not)|could(?: not|n'?t)|wo(?:n'?t|uld not)|wouldn'?t|will not|shall not|must(?: not|n'?t)|should(?: not|n'?t))\b/,
  /\b(?:not|un|in)[ -]?(?:able|comfortable|willing|authori[sz]ed|permitted|allowed|possible|capable)\b/,
  /\b(?:refus|declin|abstain|withhold|hesita)\w*\b/,
  /\b(?:sorry|apologi[sz]e|apologies|unfortunately|regret)\b/,
  /\bi (?:do|did|have)(?: not|n'?t)\b/,
  /\bno (?:tool|way|access|permission)\b/,
  /\b(?:rather not|advise against|recommend against|against (?:the|my) (?:rules|policy|guidelines))\b/,
];

/**
 * Whether a text declines the task in words: says that it cannot, will not or did not, or is sorry. English only. A
 * heuristic: it decides whether an episode without a call is marked `no-action`, and nothing else.
 */
export function refusesInWords(text: string): boolean {
  const spoken = spokenIn(text).replaceAll(/[’ʼ]/g, "'").toLowerCase();
  return refusals.some((refusal) => refusal.test(spoken));
}
