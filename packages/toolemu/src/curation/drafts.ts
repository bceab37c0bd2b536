import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseShape } from '../benchmark/index.ts';
import {
  type Draft,
  draftSchema,
  type DraftKind,
  type Issue,
  type Json,
  readJson,
  withCurrentNames,
} from '../contract/index.ts';
import { readTextFile, reportOldNames } from '../platform/index.ts';
import { writeNew } from '../store/index.ts';

/** The drafts of a folder, and what is wrong with files that could not be read. */
export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly issues: readonly Issue[];
}

const folders: Readonly<Record<DraftKind, string>> = { toolkit: 'toolkits', case: 'cases' };
const ending = '.draft.json';

/** The file of a draft in a folder of drafts: `cases/ID.draft.json`. */
export function draftFile(folder: string, kind: DraftKind, id: string): string {
  return path.join(folder, folders[kind], `${id}${ending}`);
}

/** A free id for a draft, which its name makes: `notes`, `notes-2`, ... */
export function freeDraftId(folder: string, kind: DraftKind, name: string): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(draftFile(folder, kind, id))) return id;
  }
}

/** Writes a draft to its file, whole or not at all. */
export function writeDraft(folder: string, draft: Draft): void {
  const file = draftFile(folder, draft.request.kind, draft.id);
  mkdirSync(path.dirname(file), { recursive: true });
  writeNew(file, `${JSON.stringify(draft, null, 2)}\n`, { replace: true });
}

/** All drafts of a folder, toolkits first, each in the order of their ids. A folder that is not there holds none. */
export function listDrafts(folder: string): Drafts {
  const read = (['toolkit', 'case'] as const).flatMap((kind) =>
    namesIn(path.join(folder, folders[kind])).map((name) =>
      readDraftFile(path.join(folder, folders[kind], name), kind),
    ),
  );
  return {
    drafts: read.flatMap((one) => ('draft' in one ? [one.draft] : [])),
    issues: read.flatMap((one) => ('issues' in one ? one.issues : [])),
  };
}

/** A draft by its id; undefined where there is none, or none that can be read. */
export function findDraft(folder: string, kind: DraftKind, id: string): Draft | undefined {
  const file = draftFile(folder, kind, id);
  if (!existsSync(file)) return undefined;
  const read = readDraftFile(file, kind);
  return 'draft' in read ? read.draft : undefined;
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
    .toSorted();
}

function readDraftFile(file: string, kind: DraftKind): { draft: Draft } | { issues: Issue[] } {
  const remedy = 'correct the file, or move it away';
  let value: Json;
  try {
    if (!statSync(file).isFile()) throw new Error('it is no file');
    value = readJson(readTextFile(file));
  } catch (error) {
    return { issues: [{ file, path: '$', message: `cannot be read: ${(error as Error).message}`, remedy }] };
  }
  const { value: draft, oldNames } = withCurrentNames('draft', value);
  reportOldNames(file, oldNames);
  const parsed = parseShape({ file, place: '$', value: draft as Json }, draftSchema);
  if (!parsed.ok) return { issues: [...parsed.issues] };
  const { id, request } = parsed.value;
  const named = path.basename(file, ending);
  if (id !== named) {
    const message = `is "${id}", and the file is named for "${named}"`;
    return { issues: [{ file, path: '$.id', message, remedy }] };
  }
  if (request.kind !== kind) {
    const message = `is "${request.kind}", and the file is among those of ${folders[kind]}`;
    return { issues: [{ file, path: '$.request.kind', message, remedy }] };
  }
  return { draft: parsed.value };
}
