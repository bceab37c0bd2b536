import { type Json, readJson } from '../../contract/index.ts';
import { BadFileError } from '../documents/bad-file-error.ts';

/** One line of a JSONL file. `index` counts the lines that hold something, from 0: evaluations refer to it. */
export interface JsonLine {
  readonly index: number;
  /** The path of the line's value, for errors: `line 3, $`. */
  readonly path: string;
  readonly value: Json;
}

/** The values of a JSONL text; blank lines are passed over. Throws `BadFileError` at a line that is not JSON. */
export function readJsonLines(text: string, file: string): JsonLine[] {
  const lines: JsonLine[] = [];
  for (const [number, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const path = `line ${number + 1}, $`;
    try {
      lines.push({ index: lines.length, path, value: readJson(line) });
    } catch (error) {
      throw new BadFileError({
        file,
        path,
        problem: `not JSON: ${(error as Error).message}`,
        remedy: 'mend this line, or take it out; a file that was being written when its program stopped ends so',
      });
    }
  }
  return lines;
}

/** The values as a JSONL text. */
export function writeJsonLines(values: readonly Json[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
