import { asksQuestion, spokenIn } from './asks.ts';

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
 * Whether a text declines the task in words: the speaker cannot, will not or did not act, or is sorry. A heuristic for
 * English. It only decides whether an episode without a tool call is marked as "no action".
 */
export function refusesInWords(text: string): boolean {
  return says(text, refusals);
}

const requests = [
  /\bplease\b/,
  /\blet me know\b/,
  /\b(?:tell|give|send|show) me\b/,
  /\b(?:provide|specify|confirm|clarify|share|choose|select|indicate|reply|supply) (?:me |us )?(?:with |the |a |an |your |which |what |whether |that |to |one |any |exact )/,
  /\b(?:i|we)(?:'ll| will| would|'d)? (?:also )?(?:need|require)\b/,
  /\b(?:can|could|would|do|should) you\b/,
];

/**
 * Whether a text asks the user for something: a question, or a request without a question mark ("please provide the
 * account"). Wider than `asksQuestion`, and a heuristic with the same single use as `refusesInWords`.
 */
export function requestsInWords(text: string): boolean {
  return asksQuestion(text) || says(text, requests);
}

function says(text: string, patterns: readonly RegExp[]): boolean {
  const spoken = spokenIn(text).replaceAll(/[’ʼ]/g, "'").toLowerCase();
  return patterns.some((pattern) => pattern.test(spoken));
}
