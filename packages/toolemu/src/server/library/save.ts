import { lstatSync } from 'node:fs';
import path from 'node:path';
import { formatIssue } from '../../benchmark/index.ts';
import type { Json } from '../../contract/index.ts';
import { moveToFreeName, writeNew } from '../../store/index.ts';
import { ServerError } from '../http/server-error.ts';
import { readSent } from './check-sent.ts';
import { ownFolder } from './folder-files.ts';
import { type Kept, type Library, openLibrary } from './library.ts';
import { refusalOf } from './refusal.ts';

/** A toolkit or a case that is to be saved under a name. */
export interface Saving {
  readonly kind: 'toolkit' | 'case';
  readonly name: string;
  readonly value: Json;
  readonly replace: boolean;
}

/**
 * Saves a toolkit or a case to a file of the folder, whole or not at all: to the file that holds it, or to a new one that
 * is named for it. Throws where its shape is not right, where it is built in, and where a file would be lost.
 */
export async function saveToFolder(folder: string, saving: Saving): Promise<{ file: string; replaced: boolean }> {
  const library = await openLibrary(folder);
  const { value, replace } = saving;
  refuseShape(saving, library);
  const refusal = await refusalOf(saving, library);
  if (refusal !== null) throw new ServerError(refusal.status, `${refusal.issue.message}: ${refusal.issue.remedy}`);
  const file = fileOf(folder, saving, library);
  const shown = path.relative(folder, file).split(path.sep).join('/');
  const replaced = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (!writeNew(file, `${JSON.stringify(value, null, 2)}\n`, { replace }))
    throw new ServerError(409, `there is a file ${shown} already: say that it may be replaced`);
  return { file: shown, replaced };
}

/** Moves the file of a toolkit or a case to the folder .trash, and gives its path within the folder. */
export function trashKept(folder: string, { source, path: file }: Kept<unknown>, what: string): string {
  if (source.file === null) throw new ServerError(403, `${what} is built in and cannot be deleted`);
  if (!source.isAlone) {
    throw new ServerError(403, `${what} is one of several in ${source.file}: change that file in an editor`);
  }
  const to = moveToFreeName(file, ownFolder(folder, '.trash'), path.basename(file));
  return path.relative(folder, to).split(path.sep).join('/');
}

function refuseShape({ kind, name, value }: Saving, library: Library): void {
  const sent = readSent(value, library);
  const [issue] = sent.issues;
  if (issue !== undefined) {
    const more = sent.issues.length === 1 ? '' : ` (and ${sent.issues.length - 1} more)`;
    throw new ServerError(400, `this cannot be saved: ${formatIssue({ ...issue, file: `the ${kind}` })}${more}`);
  }
  if (sent.kind !== kind) throw new ServerError(400, `this is no ${kind}`);
  if (sent.name !== name) throw new ServerError(400, `the ${kind} calls itself "${sent.name}", not "${name}"`);
}

/** The file that holds it alone now, or the one that its name makes. The name was checked: it is no way to elsewhere. */
function fileOf(folder: string, { kind, name }: Saving, { toolkits, cases }: Library): string {
  const kept =
    kind === 'toolkit'
      ? toolkits.find(({ value }) => value.name === name)
      : cases.find(({ value }) => value.id === name);
  if (kept === undefined)
    return path.join(ownFolder(folder, kind === 'toolkit' ? 'toolkits' : 'cases'), `${name}.json`);
  return kept.path;
}
