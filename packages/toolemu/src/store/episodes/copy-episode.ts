import type { Connection } from '../file/connection.ts';

/** Copies an episode as it stands, with its steps and every result it ever had. Throws where it is there already. */
export function copyEpisode(from: Connection, into: Connection, id: string): void {
  into.transaction(() => {
    for (const episode of from.all(`SELECT number, ${episodeColumns} FROM episodes WHERE id = ?`, id)) {
      const number = into.run(
        `INSERT INTO episodes (${episodeColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...valuesOf(episode, episodeColumns),
      );
      copyRows({ from, into, table: 'steps', columns: 'step, value', earlier: Number(episode.number), number });
      const columns = 'evaluator, value, current, created_at';
      copyRows({ from, into, table: 'evaluations', columns, earlier: Number(episode.number), number });
    }
  });
}

const episodeColumns = 'id, case_id, agent, epoch, outcome, source, verdict';

function copyRows({
  from,
  into,
  table,
  columns,
  earlier,
  number,
}: {
  readonly from: Connection;
  readonly into: Connection;
  readonly table: 'steps' | 'evaluations';
  readonly columns: string;
  readonly earlier: number;
  readonly number: number;
}): void {
  const marks = columns.split(', ').map(() => '?');
  for (const row of from.all(`SELECT ${columns} FROM ${table} WHERE episode = ? ORDER BY rowid`, earlier)) {
    into.run(
      `INSERT INTO ${table} (episode, ${columns}) VALUES (?, ${marks.join(', ')})`,
      number,
      ...valuesOf(row, columns),
    );
  }
}

function valuesOf(row: ReturnType<Connection['all']>[number], columns: string) {
  return columns.split(', ').map((column) => row[column] ?? null);
}
