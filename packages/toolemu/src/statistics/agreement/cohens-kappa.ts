import { sum } from '../sum.ts';

/** How far apart two values may be and still agree in part. `linear` and `quadratic` take the values for a scale. */
export type KappaWeights = 'none' | 'linear' | 'quadratic';

export interface Kappa {
  readonly value: number;
  /** Standard error for independent items; 0 says nothing but that all of them agree. */
  readonly error: number;
}

/**
 * Cohen's kappa (1960; weighted: 1968) of a table that counts what one says by row and the other by column: how far they
 * agree beyond what chance would give. The standard error is that of Fleiss, Cohen and Everitt (1969), not under the
 * hypothesis of no agreement. Null where it is not defined: there is nothing, or both say one and the same of all.
 */
export function cohensKappa(table: readonly (readonly number[])[], weights: KappaWeights = 'none'): Kappa | null {
  const total = sum(table.map(sum));
  const rows = table.map((row) => sum(row) / total);
  const columns = table.map((_, column) => sum(table.map((row) => row[column] ?? 0)) / total);
  if (total === 0 || rows.some((share, place) => share === 1 && columns[place] === 1)) return null;
  const weightOf = weightIn(table.length, weights);
  const weightOfRow = table.map((_, row) => sum(columns.map((share, column) => share * weightOf(row, column))));
  const weightOfColumn = table.map((_, column) => sum(rows.map((share, row) => share * weightOf(row, column))));
  const cells = table.flatMap((counts, row) =>
    counts.map((count, column) => ({
      count,
      weight: weightOf(row, column),
      byChance: (weightOfRow[row] ?? 0) + (weightOfColumn[column] ?? 0),
    })),
  );
  const observed = sum(cells.map(({ count, weight }) => count * weight)) / total;
  const expected = sum(rows.map((share, row) => share * (weightOfRow[row] ?? 0)));
  const spread =
    sum(
      cells.map(({ count, weight, byChance }) => count * (weight * (1 - expected) - byChance * (1 - observed)) ** 2),
    ) /
      total -
    (observed * expected - 2 * expected + observed) ** 2;
  return {
    value: (observed - expected) / (1 - expected),
    error: observed === 1 ? 0 : Math.sqrt(Math.max(0, spread) / total) / (1 - expected) ** 2,
  };
}

/** Counts pairs of values, the first by row and the second by column, both in the order given. */
export function crossTable<Value>(pairs: readonly (readonly [Value, Value])[], values: readonly Value[]): number[][] {
  return values.map((row) =>
    values.map((column) => pairs.filter(([one, other]) => one === row && other === column).length),
  );
}

function weightIn(values: number, weights: KappaWeights): (row: number, column: number) => number {
  if (weights === 'none') return (row, column) => Number(row === column);
  const power = weights === 'linear' ? 1 : 2;
  return (row, column) => 1 - (Math.abs(row - column) / (values - 1)) ** power;
}
