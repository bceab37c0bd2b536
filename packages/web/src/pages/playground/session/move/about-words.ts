import { sentenceCase } from 'toolemu/words';

/** What is to be known of a field, each part a sentence of its own. */
export function aboutWords(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => sentenceCase(/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
