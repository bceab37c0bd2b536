/** A stretch of text that looks like a JSON object. `closed` says whether its braces balance. */
export interface ObjectSpan {
  readonly start: number;
  readonly end: number;
  readonly closed: boolean;
}

const objectStart = /\{\s*(?:\\?["'“”}]|[A-Za-z_$][\w$]*\s*:|$)/g;

/** Finds the outermost objects of a text, from left to right. A last one that is cut off extends to the end. */
export function findObjects(text: string): ObjectSpan[] {
  const spans: ObjectSpan[] = [];
  objectStart.lastIndex = 0;
  for (let found = objectStart.exec(text); found !== null; found = objectStart.exec(text)) {
    const start = found.index;
    const end = endOfObject(text, start);
    if (end === null) {
      spans.push({ start, end: text.length, closed: false });
      break;
    }
    spans.push({ start, end, closed: true });
    objectStart.lastIndex = end;
  }
  return spans;
}

/** Returns the end of the object that opens at `start`, or null if its braces never balance. Ignores braces in strings. */
function endOfObject(text: string, start: number): number | null {
  // Only an object that does not start like JSON can have strings in single quotes.
  const quotes = /^\{\s*\\?["“”]/.test(text.slice(start, start + 100)) ? '"' : `"'`;
  let depth = 0;
  let quote: string | null = null;
  for (let index = start; index < text.length; index += 1) {
    const letter = text[index] as string;
    if (letter === '\\') {
      index += 1;
    } else if (quote !== null) {
      if (letter === quote) quote = null;
    } else if (quotes.includes(letter)) {
      quote = letter;
    } else if (letter === '{' || letter === '}') {
      depth += letter === '{' ? 1 : -1;
      if (depth === 0) return index + 1;
    }
  }
  return null;
}
