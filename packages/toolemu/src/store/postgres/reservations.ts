import type { Postgres } from './postgres.ts';

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

/** Reserves US dollars of the budget of a run. Once one call is refused, all are. */
export async function reserve(postgres: Postgres, { run, worker }: Spender, usd: number): Promise<Reserved> {
  return postgres.transaction(async (query): Promise<Reserved> => {
    const [row] = await query(`SELECT most, spent, state, refusal FROM toolemu.runs WHERE id = $1 FOR NO KEY UPDATE`, [
      run,
    ]);
    if (row === undefined) return { kind: 'refused', spent: 0, usd };
    if (row.state === 'budget') return JSON.parse(String(row.refusal)) as Reserved;
    const [held] = await query(
      'SELECT coalesce(sum(usd), 0)::double precision AS usd FROM toolemu.reservations WHERE run = $1',
      [run],
    );
    const [most, spent, reserved] = [Number(row.most), Number(row.spent), Number(held?.usd ?? 0)];
    if (spent + reserved + usd > most) {
      if (reserved > leastReserved) return { kind: 'wait' };
      const refused = { kind: 'refused', spent, usd } as const;
      await query(`UPDATE toolemu.runs SET state = 'budget', refusal = $2 WHERE id = $1`, [
        run,
        JSON.stringify(refused),
      ]);
      return refused;
    }
    await query(
      `INSERT INTO toolemu.reservations VALUES ($1, $2, $3)
       ON CONFLICT (run, worker) DO UPDATE SET usd = reservations.usd + excluded.usd`,
      [run, worker, usd],
    );
    return { kind: 'granted' };
  });
}

/** Sums of fractions leave a rest that is not quite zero. */
const leastReserved = 1e-9;

/** A call that was reserved for has ended, and cost so much. */
export async function release(
  postgres: Postgres,
  { run, worker }: Spender,
  { usd, cost }: { readonly usd: number; readonly cost: number },
): Promise<void> {
  await postgres.transaction(async (query) => {
    // The run first, as when it is reserved: else two that wait for each other would wait for ever.
    await query('SELECT FROM toolemu.runs WHERE id = $1 FOR NO KEY UPDATE', [run]);
    const held = await query(
      'UPDATE toolemu.reservations SET usd = greatest(0, usd - $3) WHERE run = $1 AND worker = $2 RETURNING usd',
      [run, worker, usd],
    );
    if (held.length > 0) await query('UPDATE toolemu.runs SET spent = spent + $2 WHERE id = $1', [run, cost]);
  });
}
