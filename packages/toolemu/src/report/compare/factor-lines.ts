import type { Comparison, Factor } from '../../contract/index.ts';

/** What a comparison is of, and what was accepted. `write` is how words of a run are written. */
export function factorLines({ factor, accepted }: Comparison, write: (text: string) => string): string[] {
  const words = (one: Factor): string => factorWords(one, write);
  return [
    factor === null ? 'factor: none; nothing that is known of them differs: a repetition' : `factor: ${words(factor)}`,
    ...(accepted.length === 0 ? [] : [`also different, accepted: ${accepted.map(words).join('; ')}`]),
  ];
}

/** A factor as a line says it: `emulator, standard against adversarial`. */
export function factorWords({ name, a, b }: Factor, write: (text: string) => string = (text) => text): string {
  return `${name}, ${write(a)} against ${write(b)}`;
}
