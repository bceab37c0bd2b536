import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Connection } from '../file/connection.ts';
import { createStopwatch, joinSpans, playingOf, spansOf } from './playing.ts';
import { tables } from '../format/schema.sql.ts';

const seconds = (from: number, to: number) => ({ from: from * 1000, to: to * 1000 });

describe('the time in which a run was played', () => {
  it('goes on while a call is under way, and over gaps of up to a minute', () => {
    const spans = joinSpans([seconds(200, 210), seconds(0, 140), seconds(10, 20), seconds(300, 310)]);
    expect(spans).toEqual([seconds(0, 210), seconds(300, 310)]);
    expect(playingOf(spans)).toEqual({ seconds: 220, pauses: [{ afterSeconds: 210, seconds: 90 }] });
  });

  it('is told up to each moment, and stands still in a pause', () => {
    const played = createStopwatch(joinSpans([seconds(100, 130), seconds(1000, 1010), seconds(5000, 5001)]));
    expect([0, 100, 115, 130, 500, 1000, 1004, 5001, 9000].map((at) => played(at * 1000) / 1000)).toEqual([
      0, 0, 15, 30, 30, 30, 34, 41, 41,
    ]);
  });

  it('is none where nothing was done', () => {
    expect(playingOf(joinSpans([]))).toEqual({ seconds: 0, pauses: [] });
  });

  it('is found among more moments than are held at a time, in whatever order they were written', () => {
    using database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
    database.exec(`${tables}
      WITH RECURSIVE moments (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM moments LIMIT 25000)
      INSERT INTO calls (key, episode, role, model, epoch, ordinal, messages, tools, schema, parameters, said, reply,
        milliseconds, reused, created_at)
      SELECT value, value * 7 % 25000, 'agent', 'one', 1, 1, '[]', 1, 1, 1, '""', '{}', 5000, 0,
        strftime('%FT%TZ', 30 * value + iif(value > 12000, 3600, 0), 'unixepoch')
      FROM moments`);
    const spans = spansOf(new Connection('run.toolemu', database));
    expect(spans).toEqual([seconds(25, 360_000), seconds(363_625, 753_600)]);
  });
});
