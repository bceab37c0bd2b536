import { JsonError, JsonScanner } from './json-scanner.ts';

/** Where in a JSON text each value begins, and where the text stops being JSON. */
export interface JsonPlaces {
  /** By path, as in `$.tools[2].name`: the place of a property is that of its name. */
  readonly places: ReadonlyMap<string, number>;
  readonly error: { readonly offset: number; readonly message: string } | null;
}

/** Finds the places of a JSON text, as far as it is JSON. */
export function findJsonPlaces(text: string): JsonPlaces {
  const scanner = new JsonScanner(text);
  try {
    scanner.value('$', 0);
    scanner.end();
    return { places: scanner.places, error: null };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { places: scanner.places, error: { offset: error.offset, message: error.message } };
  }
}

/** Where a path leads in a text: to its value, or to the nearest one around it that is there. */
export function offsetOf(path: string, places: JsonPlaces['places']): number {
  for (let shorter = path; shorter !== ''; shorter = shorter.replace(/(?:\[\d+\]|\.[^.[\]]*|[^.[\]]+|.)$/s, '')) {
    const offset = places.get(shorter);
    if (offset !== undefined) return offset;
  }
  return 0;
}

/** The line of a place in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** From where to where a line of a text goes. */
export function rangeOfLine(text: string, line: number): readonly [start: number, end: number] {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return [start, end === -1 ? text.length : end];
}
