import { JsonTooDeep, parametersIn } from '../../contract/index.ts';
import { withoutCredentials } from '../../platform/index.ts';

/** A file that is not what it should be: which, where in it (JSON path, after the line of a JSONL file), what to do. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError';
  readonly file: string;
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
  /** The parameters that the remedy names. */
  readonly parameters: readonly string[];

  constructor({ file, path, problem, remedy }: { file: string; path: string; problem: string; remedy: string }) {
    super(withoutCredentials(`${placeInFile(file, path)}: ${problem}; ${remedy}`));
    // A file may be an address.
    this.file = withoutCredentials(file);
    this.path = path;
    this.problem = withoutCredentials(problem);
    this.remedy = remedy;
    this.parameters = parametersIn(remedy);
  }
}

/** A file, and the place in it where that is not the whole: `cases.json, $[3].id`. */
export function placeInFile(file: string, path: string): string {
  const place = path.replace(/(?:^|, )\$$/, '');
  return place === '' ? file : `${file}, ${place}`;
}

/** What is said of a file with more levels than are read. */
export const depthRemedy = 'write it with fewer objects and lists inside each other';

/** A file with more levels than are read. */
export function tooDeepFile(file: string): BadFileError {
  return new BadFileError({ file, path: '$', problem: new JsonTooDeep().message, remedy: depthRemedy });
}
