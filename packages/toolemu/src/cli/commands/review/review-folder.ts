import { readdirSync } from 'node:fs';
import path from 'node:path';
import { formatIssue, type Known, knownOf, loadBuiltin, loadFiles } from '../../../benchmark/index.ts';
import type { Draft } from '../../../contract/index.ts';
import { listDrafts } from '../../../curation/index.ts';
import { draftSortNames } from '../../../words/index.ts';
import { tellAll } from '../../play/load-told.ts';
import { isObject } from '../../../world/index.ts';
import { UsageError } from '../../terminal/failure.ts';

/** Where drafts are, where accepted ones go, and what they may refer to. */
export interface ReviewFolders {
  readonly drafts: string;
  readonly into: string;
  /** Files and folders of toolkits and cases beside those of `into` and the built-in ones. */
  readonly beside: readonly string[];
}

/** The drafts of a folder, and how many files could not be read: of these it is said why. */
export function readDrafts(folder: string): { readonly drafts: readonly Draft[]; readonly unread: number } {
  const { drafts, issues } = listDrafts(folder);
  tellAll(issues.map(formatIssue));
  return { drafts, unread: new Set(issues.map(({ file }) => file)).size };
}

/** The draft that a person names: by its id, or as `case/ID` or `toolkit/ID`. Throws {@link UsageError}. */
export function findNamed(name: string, folder: string): Draft {
  const { drafts } = readDrafts(folder);
  const byDraft = drafts.filter((draft) => draft.id === name || nameOf(draft) === name);
  // Reports name a case as it calls itself.
  const meant = byDraft.length > 0 ? byDraft : drafts.filter(({ value }) => isObject(value) && value.id === name);
  if (meant.length > 1)
    throw new UsageError(`"${name}" is a toolkit and a case: name ${meant.map(nameOf).join(' or ')}`);
  if (meant[0] !== undefined) return meant[0];
  const there = drafts.length === 0 ? 'there is none' : `there are ${drafts.map(nameOf).join(', ')}`;
  throw new UsageError(`there is no draft "${name}" in ${folder}: ${there}`);
}

/** A draft by its sort and its id. */
export function nameOf({ id, request }: Draft): string {
  return `${draftSortNames[request.kind].one}/${id}`;
}

/** The toolkits and cases that drafts may refer to: those given, those of the folder, and the built-in ones. */
export async function knownBeside({ into, beside }: ReviewFolders): Promise<Known> {
  const builtin = await loadBuiltin({ withCases: true });
  const files = [...beside, ...(['toolkits', 'cases'] as const).flatMap((name) => filesIn(path.join(into, name)))];
  const given = await loadFiles(files, knownOf([builtin]));
  tellAll(given.issues.map(formatIssue));
  return knownOf([given, builtin]);
}

function filesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .toSorted()
    .map((name) => path.join(folder, name));
}
