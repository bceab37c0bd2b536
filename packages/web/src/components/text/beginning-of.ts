/** The beginning of a text of more than so many characters or some forty lines; null where it is not worth folding. */
export function beginningOf(text: string, most: number): string | null {
  const start = text.slice(0, most).split('\n', lines).join('\n');
  return start.length * 1.2 >= text.length ? null : start.toWellFormed();
}

const lines = 40;
