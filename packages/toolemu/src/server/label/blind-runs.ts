import { hash } from 'node:crypto';
import type { BlindRun } from '../../contract/index.ts';
import { type RunFile, RunFileError } from '../../store/index.ts';
import { roundOf } from '../../study/index.ts';
import type { Context } from '../context.ts';
import { findRuns } from '../workspace/find-runs.ts';
import { ServerError } from '../http/server-error.ts';

/** A run of the folder under the id by which those know it who label. */
export interface KnownRun extends BlindRun {
  /** Its id in the folder. */
  readonly name: string;
}

/** The id of a run for those who label, from its id in the folder. */
export function blindRunId(name: string): string {
  return hash('sha256', JSON.stringify(['label', name])).slice(0, 12);
}

/** The runs of the folder that can be read, numbered from the oldest on. The list of runs says why others cannot be. */
export function knownRuns(context: Context): KnownRun[] {
  return [...factsOf(context)]
    .map(([name, facts]) => ({ name, run: blindRunId(name), ...facts }))
    .toSorted((one, other) => one.playedAt - other.playedAt || (one.run < other.run ? -1 : 1))
    .map(({ name, run, playedAt, round }, at) => ({ name, run, number: at + 1, day: dayOf(playedAt), round }));
}

/** What work on a run gives; where it cannot be done the reason does not name the run. Throws where there is none. */
export function inBlindRun<T>(
  run: string,
  { folder, open, fileOf }: Context,
  work: (file: RunFile, name: string) => T,
): T {
  const name = [...findRuns(folder).keys()].find((one) => blindRunId(one) === run);
  if (name === undefined)
    throw new ServerError(404, 'there is no such run to label: go back to the list and choose one');
  try {
    using file = open(name);
    return work(file, name);
  } catch (error) {
    if (!(error instanceof RunFileError)) throw error;
    throw new ServerError(409, error.message.replaceAll(fileOf(name), 'this run'));
  }
}

/** When a run was played, and which round of a study it is. */
interface Facts {
  readonly playedAt: number;
  readonly round: number | null;
}

/** The facts of each run. Only files that have changed are opened again. */
function factsOf(context: Context): Map<string, Facts> {
  const before = kept.get(context);
  const now = [...findRuns(context.folder).values()].flatMap(({ run, signature }) => {
    const known = before?.get(run);
    const facts = known?.signature === signature ? known.facts : factsIn(run, context);
    return facts === null ? [] : [[run, { signature, facts }] as const];
  });
  kept.set(context, new Map(now));
  return new Map(now.map(([run, { facts }]) => [run, facts]));
}

const kept = new WeakMap<Context, ReadonlyMap<string, { readonly signature: string; readonly facts: Facts }>>();

function factsIn(name: string, { open }: Context): Facts | null {
  try {
    using file = open(name);
    return { playedAt: Date.parse(file.manifest.createdAt), round: roundOf(file.manifest)?.round ?? null };
  } catch {
    return null;
  }
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
