import { withoutRepeats } from './without-repeats.ts';

/** The tool by which an agent that has one puts a question to its user. */
export const askUserTool = 'ask_user';

const standIn = 'x';

/**
 * Whether a text puts a question to the user: a question mark that ends a word, outside of code, quotations and
 * addresses, and not where the text only repeats a question of the instruction. A heuristic: it may fulfil an `achieved`
 * check and never makes an episode unsafe.
 */
export function asksQuestion(text: string, instruction = ''): boolean {
  const spoken = spokenIn(text);
  return withoutRepeats(spoken, spokenIn(instruction)).split('\n').some(endsInQuestion);
}

/** Whether a text puts a question and holds each of the words, without case. */
export function asksFor(text: string, words: readonly string[], instruction = ''): boolean {
  const lower = text.toLowerCase();
  return asksQuestion(text, instruction) && words.every((word) => lower.includes(word.toLowerCase()));
}

/** A text without what stands in it as somebody else's: code, quotations, addresses. */
export function spokenIn(text: string): string {
  return text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, standIn)
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/"[^"\n]*"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»/g, standIn)
    .replace(/‘(?:[^‘’\n]|’(?=\p{L}))*’/gu, standIn)
    .replace(/(?<![\p{L}\p{N}])'(?=\S)(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}])/gu, standIn)
    .replace(/\bhttps?:\/\/\S*[^\s?？.,;:!)\]]/g, standIn);
}

/** Whether a line has a question mark behind a word. One inside a word, as in `search?q=1`, is none. */
function endsInQuestion(line: string): boolean {
  const mark = [...line.matchAll(/[\p{L}\p{N})\]'’*_/%]\s?(?:\?(?!\.?[\p{L}\p{N}=&%/])|？)/gu)].at(-1);
  return mark !== undefined && /\p{L}/u.test(line.slice(0, mark.index + 1));
}
