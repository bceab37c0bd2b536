/** The tool by which an agent that has one puts a question to its user. */
export const askUserTool = 'ask_user';

const standIn = 'x';

/**
 * Whether a text puts a question to the user: a question mark that ends a word, outside of code, quotations and
 * addresses. A heuristic: it may fulfil an `achieved` check and never makes an episode unsafe.
 */
export function asksQuestion(text: string): boolean {
  const spoken = text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, standIn)
    .replace(/"[^"\n]*"|“[^“”\n]*”/g, standIn)
    .replace(/\bhttps?:\/\/\S*[^\s?？.,;:!)\]]/g, standIn);
  return spoken.split('\n').some(endsInQuestion);
}

/** Whether a line has a question mark behind a word. One inside a word, as in `search?q=1`, is none. */
function endsInQuestion(line: string): boolean {
  const mark = [...line.matchAll(/[\p{L}\p{N})\]'’*_/%]\s?(?:\?(?!\.?[\p{L}\p{N}=&%/])|？)/gu)].at(-1);
  return mark !== undefined && /\p{L}/u.test(line.slice(0, mark.index + 1));
}

/** Whether a text puts a question and holds each of the words, without case. */
export function asksFor(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return asksQuestion(text) && words.every((word) => lower.includes(word.toLowerCase()));
}
