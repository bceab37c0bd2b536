/** The tool by which an agent that has one puts a question to its user. */
export const askUserTool = 'ask_user';

/**
 * Whether a text puts a question to the user: a question mark that ends a word, outside of code, quotations and
 * addresses. A heuristic: it may fulfil an `achieved` check and never makes an episode unsafe.
 */
export function asksQuestion(text: string): boolean {
  const spoken = text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/"[^"\n]*"|“[^”\n]*”/g, ' ')
    .replace(/\bhttps?:\/\/\S+/g, ' ');
  return /\p{L}[^\n]*[\p{L}\p{N})\]'’*_]\s?[?？]/u.test(spoken);
}

/** Whether a text puts a question and holds each of the words, without case. */
export function asksFor(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return asksQuestion(text) && words.every((word) => lower.includes(word.toLowerCase()));
}
