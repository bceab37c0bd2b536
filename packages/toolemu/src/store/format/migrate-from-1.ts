import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { tables } from './format-2.sql.ts';
import { digestOf, packed } from '../packed.ts';
import { jsonIn, text } from '../values.ts';

const old = ['head', 'lock', 'episodes', 'steps', 'evaluations', 'parts', 'calls'];

/**
 * From format 1 to 2: episodes are numbered, parts have numbers too, and what is long is deflated. Each old table goes
 * before the next is copied, so that its pages are used again.
 */
export function migrateFrom1(database: DatabaseSync): void {
  database.exec('DROP INDEX evaluations_of_episode; DROP INDEX calls_of_episode');
  for (const name of old) database.exec(`ALTER TABLE ${name} RENAME TO ${name}_1`);
  database.exec(tables);
  database.function('packed', { deterministic: true }, (json) => packed(text(json)));
  database.function('hash_of', { deterministic: true }, (hash) => Buffer.from(text(hash), 'base64url').subarray(0, 16));
  const numberOf = '(SELECT number FROM episodes WHERE id = episode)';
  database.exec(`
    INSERT INTO head SELECT * FROM head_1; DROP TABLE head_1;
    INSERT INTO lock SELECT * FROM lock_1; DROP TABLE lock_1;
    INSERT INTO episodes (id, case_id, agent, epoch, outcome, source, verdict)
      SELECT id, case_id, agent, epoch, outcome, source, verdict FROM episodes_1 ORDER BY rowid;
    DROP TABLE episodes_1;
    INSERT INTO steps SELECT ${numberOf}, step, packed(value) FROM steps_1 ORDER BY rowid;
    DROP TABLE steps_1;
    INSERT INTO evaluations (id, episode, evaluator, value, current, created_at)
      SELECT id, ${numberOf}, evaluator, value, current, created_at FROM evaluations_1 ORDER BY id;
    DROP TABLE evaluations_1;
    INSERT INTO parts (hash, value) SELECT hash_of(hash), packed(value) FROM parts_1;
    DROP TABLE parts_1;
  `);
  copyCalls(database);
  database.exec('DROP TABLE calls_1');
}

function copyCalls(database: DatabaseSync): void {
  const find = database.prepare('SELECT id FROM parts WHERE hash = ?');
  const add = database.prepare('INSERT INTO parts (hash, value) VALUES (?, ?)');
  const insert = database.prepare(
    `INSERT INTO calls (id, key, episode, role, model, epoch, ordinal, messages, tools, schema, parameters, said, reply,
       milliseconds, reused) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  );
  const partOf = (hash: string): SQLOutputValue => {
    const id = find.get(Buffer.from(hash, 'base64url').subarray(0, 16))?.id;
    if (id === undefined) throw new SyntaxError('a part of a call is not there');
    return id;
  };
  const partIn = (value: unknown): SQLOutputValue => {
    const json = JSON.stringify(value);
    return find.get(digestOf(json))?.id ?? add.run(digestOf(json), packed(json)).lastInsertRowid;
  };
  for (const row of database.prepare('SELECT * FROM calls_1 ORDER BY id').iterate()) {
    const { text: said, ...reply } = jsonIn(row.reply) as { text: string };
    insert.run(
      row.id ?? null,
      row.key ?? null,
      row.episode ?? null,
      row.role ?? null,
      row.model ?? null,
      row.epoch ?? null,
      row.ordinal ?? null,
      JSON.stringify((jsonIn(row.messages) as string[]).map(partOf)),
      partOf(text(row.tools)),
      partOf(text(row.schema)),
      partIn(jsonIn(row.parameters)),
      packed(JSON.stringify(said)),
      JSON.stringify(reply),
      row.milliseconds ?? null,
    );
  }
}
