/** Whether a text holds the words of a quote. "..." stands for words that were left out; the parts stand in their order. */
export function holdsQuote(text: string, quote: string): boolean {
  const whole = plain(text);
  let from = 0;
  for (const part of partsOf(quote)) {
    const at = whole.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** Whether a quote has no words. */
export function isEmptyQuote(quote: string): boolean {
  return partsOf(quote).every((part) => part === '');
}

function partsOf(quote: string): string[] {
  return plain(quote)
    .split(/\.\.\.|…/)
    .map((part) => part.trim());
}

/** Text without what is lost when words are copied: case, spaces, kinds of quotation marks, Markdown. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019\u201c\u201d"'`*_\\]/g, '')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
