/** A number with its noun, as in "1 case", "2 cases". */
export function plural(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}
