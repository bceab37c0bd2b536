import { type Json, withOldNames } from '../../contract/index.ts';

/** An object with a line for each property. Prompts speak of the parts of a case by the names that their wording explains. */
export function renderLines(value: object): string {
  const lines = Object.entries(withOldNames('case', value) as object).map(
    ([name, of]) => `${JSON.stringify(name)}: ${JSON.stringify(of)}`,
  );
  return `{${lines.join(',\n ')}}`;
}

/** A value as one line of JSON, also to readers for whom more than a line feed ends it: nothing in it can begin a line. */
export function lineOf(value: Json): string {
  return JSON.stringify(value).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
