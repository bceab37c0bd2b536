import { deleteRun, holdsTables, Postgres, QueueError, readRuns, stopRun } from '../store/postgres/index.ts';

/** What became of a run that nobody is to play any more. */
export interface Cancelled {
  readonly id: string;
  readonly name: string;
  /** Tasks that were played and are not in the run file yet. */
  readonly undrained: number;
  readonly isDropped: boolean;
}

/** All that was played of a run is deleted at once. */
const longestDropMs = 1_800_000;

/**
 * Has nobody play a run any more. What was played of it stays until its coordinator has taken it into the run file; with
 * `drop` it is deleted. Throws {@link QueueError} where there is no such run.
 */
export async function cancelRun(url: string, run: string, { drop }: { readonly drop: boolean }): Promise<Cancelled> {
  await using postgres = await Postgres.open(url, { connections: 1, isPatient: false });
  const runs = (await holdsTables(postgres)) ? await readRuns(postgres.query) : [];
  const [found, ...others] = runs.filter(({ id, name }) => id === run || name === run);
  if (found === undefined || others.length > 0) {
    const names = runs.map(({ id, name }) => `${id} (${name})`).join(', ');
    const why =
      found === undefined
        ? `there is no run ${run} in the queue`
        : `several runs are called ${run}: name one by its id`;
    throw new QueueError(runs.length === 0 ? 'no run is in the queue' : `${why}; there are ${names}`);
  }
  await stopRun(postgres.query, found.id, 'canceled');
  if (drop) await deleteRun(postgres.within(longestDropMs), found.id);
  return { id: found.id, name: found.name, undrained: found.over - found.drained, isDropped: drop };
}
