import type { Postgres } from './postgres.ts';
import { LeaseLostError } from './postgres-store.ts';

/** Whether a call may be made under the budget of its run. */
export type Reserved =
  | { readonly kind: 'granted' }
  /** Calls in flight hold what is left: it may be free soon. */
  | { readonly kind: 'wait' }
  /** As when the first call was refused: what was spent then, and what that call may have cost. */
  | { readonly kind: 'refused'; readonly spent: number; readonly usd: number };

/** A worker and the run whose budget it spends. */
export interface Spender {
  readonly run: string;
  readonly worker: string;
}

/** What is set aside for one call, in US dollars. */
export interface Reservation {
  readonly id: string;
  readonly usd: number;
}

/**
 * Reserves US dollars of the budget of a run. Once one call is refused, all are. Throws {@link LeaseLostError} where the
 * worker is taken for gone.
 */
export async function reserve(
  postgres: Postgres,
  { run, worker }: Spender,
  { id, usd }: Reservation,
): Promise<Reserved> {
  return postgres.transaction(async (query): Promise<Reserved> => {
    const [row] = await query(`SELECT most, spent, state, refusal FROM toolemu.runs WHERE id = $1 FOR NO KEY UPDATE`, [
      run,
    ]);
    if (row === undefined) return { kind: 'refused', spent: 0, usd };
    const [held] = await query(
      'SELECT coalesce(sum(usd), 0)::double precision AS usd, bool_or(id = $2) AS there FROM toolemu.reservations WHERE run = $1',
      [run, id],
    );
    // It was granted by a statement whose answer was lost.
    if (held?.there === true) return { kind: 'granted' };
    if (row.state === 'budget') return JSON.parse(String(row.refusal)) as Reserved;
    const [most, spent, inFlight] = [Number(row.most), Number(row.spent), Number(held?.usd ?? 0)];
    if (spent + inFlight + usd > most) {
      if (inFlight > 0) return { kind: 'wait' };
      const refused = { kind: 'refused', spent, usd } as const;
      await query(`UPDATE toolemu.runs SET state = 'budget', refusal = $2 WHERE id = $1`, [
        run,
        JSON.stringify(refused),
      ]);
      return refused;
    }
    const [reserved] = await query(
      `INSERT INTO toolemu.reservations (run, worker, id, usd)
       SELECT $1, id, $3, $4 FROM toolemu.workers WHERE id = $2 AND gone_at IS NULL FOR SHARE RETURNING id`,
      [run, worker, id, usd],
    );
    // What it reserved was counted when it was taken for gone, and would never be again.
    if (reserved === undefined) throw new LeaseLostError(`the worker ${worker} is taken for gone`);
    return { kind: 'granted' };
  });
}

/** A call that was reserved for has ended, and cost so much. Of a lost worker it counted as spent already. */
export async function release(
  postgres: Postgres,
  run: string,
  { id, cost }: Pick<Reservation, 'id'> & { readonly cost: number },
): Promise<void> {
  await postgres.transaction(async (query) => {
    // The run first, as when it is reserved: else two that wait for each other would wait for ever.
    await query('SELECT FROM toolemu.runs WHERE id = $1 FOR NO KEY UPDATE', [run]);
    const held = await query('DELETE FROM toolemu.reservations WHERE run = $1 AND id = $2 RETURNING id', [run, id]);
    if (held.length > 0) await query('UPDATE toolemu.runs SET spent = spent + $2 WHERE id = $1', [run, cost]);
  });
}
