import type { Issue, LibrarySource } from '../../contract/index.ts';
import { isBuiltIn, type Library } from './library.ts';

/** Names of files have limits. */
const longestName = 120;

/** Why a toolkit or a case of a sound shape cannot be saved under its name. */
export interface Refusal {
  readonly status: 400 | 403;
  readonly issue: Issue;
}

interface Named {
  readonly kind: 'toolkit' | 'case';
  readonly name: string;
}

/** Why what is called so cannot be saved to the folder; null where it can. */
export async function refusalOf({ kind, name }: Named, library: Library): Promise<Refusal | null> {
  const place = { file: '', path: kind === 'toolkit' ? '$.name' : '$.id' };
  if (name.length > longestName) {
    const message = `the name is longer than ${longestName} characters`;
    return { status: 400, issue: { ...place, message, remedy: 'give it a shorter one' } };
  }
  const source = sourceOf({ kind, name }, library);
  const isOwn = source !== undefined && source.file !== null;
  if (!isOwn && (await isBuiltIn(kind, name))) {
    const message = `the ${kind} "${name}" is built in and stays as it is`;
    return { status: 403, issue: { ...place, message, remedy: 'give yours another name' } };
  }
  if (source === undefined || source.isAlone) return null;
  const message = `"${name}" is one of several in ${source.file}`;
  const remedy = 'change that file in an editor, or give this one another name';
  return { status: 403, issue: { ...place, message, remedy } };
}

/** The file of the folder that holds what is called so; null where there is none. */
export function fileOf(named: Named, library: Library): string | null {
  return sourceOf(named, library)?.file ?? null;
}

function sourceOf({ kind, name }: Named, { toolkits, cases }: Library): LibrarySource | undefined {
  return kind === 'toolkit'
    ? toolkits.find(({ value }) => value.name === name)?.source
    : cases.find(({ value }) => value.id === name)?.source;
}
