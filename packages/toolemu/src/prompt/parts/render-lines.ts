import type { Json } from '../../contract/index.ts';

/** Renders an object with one line for each property. */
export function renderLines(value: object): string {
  const lines = Object.entries(value).map(([name, of]) => `${JSON.stringify(name)}: ${JSON.stringify(of)}`);
  return `{${lines.join(',\n ')}}`;
}

/** A name that is given by others, as it is if it cannot be mistaken for anything else, else as a JSON string. */
export function nameOf(name: string): string {
  return /^[\w.:/-]{1,128}$/.test(name) ? name : lineOf(name).replaceAll(/[<>]/g, '_');
}

/** A value as one line of JSON, also to readers for whom more than a line feed ends it: nothing in it can begin a line. */
export function lineOf(value: Json): string {
  return JSON.stringify(value).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
