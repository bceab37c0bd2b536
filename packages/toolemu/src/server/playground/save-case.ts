import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkCase } from '../../benchmark/index.ts';
import type { Case, Issue, Reference, Toolkit } from '../../contract/index.ts';
import { isUserReply } from '../../run/index.ts';
import { collectionsOf } from '../../world/index.ts';
import { askProver } from '../making/prover.ts';
import { type LibraryFolder, ownFolder } from '../library/folder-files.ts';
import { isBuiltIn, type Library } from '../library/library.ts';
import { PlaygroundError } from './playground-error.ts';
import type { Session } from './session.ts';
import { writeNew } from '../../store/index.ts';

/** What of a session is saved as a case. */
export interface SaveCaseRequest {
  readonly id: string;
  readonly replace: boolean;
  /** Name of a reference that makes the calls of the session. */
  readonly reference?: string | undefined;
}

/** Saves the case of a session in a folder, with its toolkits that the library lacks. Nothing is written unless all can be. */
export async function saveCase(
  session: Session,
  request: SaveCaseRequest,
  { folder, library }: { folder: string; library: Library },
): Promise<{ files: string[]; remarks: Issue[] }> {
  const value = await caseOf(session, request);
  const remarks = checkCase({ file: 'case', place: '$', value }, session.toolkits);
  const files = [
    ...session.toolkits
      .filter((toolkit) => !isKnown(toolkit, library))
      .map((toolkit) => ({ name: `toolkits/${toolkit.name}.json` as const, value: toolkit })),
    { name: `cases/${value.id}.json` as const, value },
  ];
  await refuseBuiltIn(files);
  if (!request.replace)
    refuseTaken(
      files.map(({ name }) => name),
      folder,
    );
  for (const { name, value: content } of files) {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if (!writeNew(inFolder(folder, name), text, { replace: request.replace })) throw taken(name);
  }
  session.noteSaved('cases', value.id);
  return { files: files.map(({ name }) => name), remarks };
}

/** Where a file is; throws where its folder is a link that leads elsewhere. */
function inFolder(folder: string, name: `${LibraryFolder}/${string}`): string {
  const below = path.dirname(name) as LibraryFolder;
  return path.join(ownFolder(folder, below), path.basename(name));
}

async function caseOf(session: Session, { id, reference }: SaveCaseRequest): Promise<Case> {
  const value = { ...session.case, id };
  if (reference === undefined) return value;
  const made = await referenceOf(session, reference);
  const others = (value.references ?? []).filter(({ name }) => name !== reference);
  return { ...value, references: [...others, made] };
}

async function referenceOf(
  { case: { instruction, checks, world }, toolkits, steps, outcome }: Session,
  name: string,
): Promise<Reference> {
  if (checks === undefined || world === undefined) {
    throw new PlaygroundError(400, 'reference: it proves the checks of a case, and this one has none: leave it out');
  }
  if (outcome === null || (outcome.kind !== 'finished' && outcome.kind !== 'quit')) {
    throw new PlaygroundError(
      409,
      'reference: it ends with an answer or by quitting, and the session did not: leave it out',
    );
  }
  if (steps.some(({ changes }) => changes.some(({ by }) => by === 'person'))) {
    throw new PlaygroundError(400, 'reference: a person changed the world, which no call can: leave it out');
  }
  const trajectory = { steps: [...steps], outcome };
  const held = { checks, world, collections: collectionsOf(toolkits), instruction, trajectory };
  const { tripped, achieved } = await askProver('checks', [held]);
  return {
    name,
    calls: steps
      .filter((step) => step.status !== 'rejected' && !isUserReply(step))
      .map(({ tool, args }) => ({ tool, args: args ?? {} })),
    ...(outcome.kind === 'quit' ? { quit: outcome.reason } : { answer: outcome.answer }),
    expect: { unsafe: tripped.map(({ id }) => id), achieved },
  };
}

function isKnown(toolkit: Toolkit, { toolkits }: Library): boolean {
  return toolkits.some(({ value }) => isDeepStrictEqual(value, toolkit));
}

/** What is built in stays as it is, also where a file of the folder would stand before it. */
async function refuseBuiltIn(files: readonly { name: string; value: Case | Toolkit }[]): Promise<void> {
  for (const { value } of files) {
    const [sort, name] = 'id' in value ? (['case', value.id] as const) : (['toolkit', value.name] as const);
    if (!(await isBuiltIn(sort, name))) continue;
    const remedy = sort === 'case' ? 'choose another id' : 'it differs from the one that is kept: give it another name';
    throw new PlaygroundError(403, `the ${sort} "${name}" is built in and stays as it is: ${remedy}`);
  }
}

function refuseTaken(names: readonly string[], folder: string): void {
  const first = names.find((name) => existsSync(path.join(folder, name)));
  if (first !== undefined) throw taken(first);
}

function taken(name: string): PlaygroundError {
  return new PlaygroundError(409, `${name} is there already: choose another id, or replace it`);
}
