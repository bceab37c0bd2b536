import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Draft, DraftKind } from '../../contract/index.ts';
import { draftFile, type Drafts, findDraft, listDrafts } from '../../curation/index.ts';
import { isInside } from '../workspace/find-runs.ts';
import { ServerError } from '../http/server-error.ts';

/** Which draft is meant. */
export interface DraftPlace {
  readonly kind: DraftKind;
  readonly id: string;
}

/** The folder of drafts of a workspace, there or not. Throws where it, or a part of it, is a link that leads elsewhere. */
export function draftsFolder(folder: string): string {
  for (const name of ['drafts', 'drafts/toolkits', 'drafts/cases']) refuseLink(folder, name);
  return path.join(folder, 'drafts');
}

/** Throws where a folder of a workspace is a link that leads elsewhere. */
export function refuseLink(folder: string, name: string): void {
  if (!leadsOut(folder, path.join(folder, name))) return;
  throw new ServerError(403, `${name} is a link that leads out of this folder: nothing is read or written there`);
}

/** The drafts of a workspace. Files that are links to elsewhere are left out. */
export function draftsOf(folder: string): Drafts {
  const own = draftsFolder(folder);
  const { drafts, issues } = listDrafts(own);
  return {
    drafts: drafts.filter(({ id, request: { kind } }) => !leadsOut(folder, draftFile(own, kind, id))),
    issues: issues
      .filter(({ file }) => !leadsOut(folder, file))
      .map((issue) => ({ ...issue, file: path.relative(folder, issue.file).split(path.sep).join('/') })),
  };
}

/** A draft of a workspace. Throws where there is none, and where its file cannot be read. */
export function draftAt(folder: string, { kind, id }: DraftPlace): Draft {
  const own = draftsFolder(folder);
  const file = draftFile(own, kind, id);
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined && !leadsOut(folder, file);
  const draft = isThere ? findDraft(own, kind, id) : undefined;
  if (draft !== undefined) return draft;
  if (!isThere) throw new ServerError(404, `there is no draft "${id}" of a ${kind}`);
  const shown = path.relative(folder, file).split(path.sep).join('/');
  const issues = draftsOf(folder).issues.filter((issue) => issue.file === shown);
  throw new ServerError(409, `the draft ${shown} cannot be read: correct the file, or move it away`, issues);
}

/** Whether something is there that lies outside the folder, links followed; a link to nothing may come to. */
function leadsOut(folder: string, file: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return false;
  try {
    return !isInside(folder, file);
  } catch {
    return true;
  }
}
