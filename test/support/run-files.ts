import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { CallRecord, Episode, Evaluation } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';

/** An episode with its evaluations by their evaluators, who answer in any order. */
export type KeptEpisode = Omit<Episode, 'evaluations'> & { readonly evaluations: ReadonlyMap<string, Evaluation> };

/** The finished episodes of a run file, by their ids and in their order: they end in any order. */
export function episodesIn(file: string): ReadonlyMap<string, KeptEpisode> {
  using read = RunFile.read(file);
  const kept = read
    .episodes()
    .map(({ evaluations, ...rest }): [string, KeptEpisode] => [
      rest.plan.id,
      { ...rest, evaluations: new Map(evaluations.map((evaluation) => [evaluation.evaluator, evaluation])) },
    ]);
  return new Map(kept.sort(([a], [b]) => a.localeCompare(b)));
}

/** The recorded calls of a run file. */
export function callsIn(file: string): readonly CallRecord[] {
  using read = RunFile.read(file);
  return [...read.calls()];
}

/** Copies a run file as its writer left it, so that looking at it changes nothing for the next one. */
export async function copyRunFile(file: string, to: string): Promise<void> {
  await copyFile(file, to);
  if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${to}-wal`);
}

/** What SQLite says of a file's soundness: `ok` where all is well. */
export function integrityOf(file: string): unknown {
  const database = new DatabaseSync(file);
  try {
    return database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  } finally {
    database.close();
  }
}
