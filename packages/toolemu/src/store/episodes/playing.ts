import type { PlayTime } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import { guarded } from '../run-file-error.ts';
import { numeric, text } from '../values.ts';

/** From one moment to another, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const longestGapMs = 60_000;

/** The spans in which a run was played: calls and results with no more than a minute between them; null where calls have no times. */
export function spansOf(connection: Connection): Span[] | null {
  if (connection.get(untimedSql) !== undefined) return null;
  let joined: Span[] = [];
  let waiting: Span[] = [];
  for (const row of connection.iterate(momentsSql)) {
    waiting.push(guarded(connection.path, () => spanIn(row)));
    if (waiting.length < joinedAtATime) continue;
    joined = joinSpans([...joined, ...waiting]);
    waiting = [];
  }
  return joinSpans([...joined, ...waiting]);
}

function spanIn({ created_at: at, milliseconds }: Row): Span {
  const to = momentOf(text(at));
  return { from: to - numeric(milliseconds), to };
}

/** Moments of which no more than these are held: a run may have millions. */
const joinedAtATime = 10_000;

const untimedSql = `SELECT 1 FROM calls INDEXED BY calls_of_episode WHERE reused = 0 AND created_at IS NULL LIMIT 1`;

const momentsSql = `SELECT created_at, milliseconds FROM calls INDEXED BY calls_of_episode WHERE reused = 0
  UNION ALL SELECT created_at, 0.0 FROM evaluations`;

/** A time as it is written, in milliseconds. Throws SyntaxError. */
export function momentOf(written: string): number {
  const moment = Date.parse(written);
  if (Number.isNaN(moment)) throw new SyntaxError('a time is not a time');
  return moment;
}

/** What overlaps or lies close together becomes one span. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last === undefined || span.from - last.to > longestGapMs) joined.push(span);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return joined;
}

/** Spans as time that was played, and the pauses between them. */
export function playingOf(spans: readonly Span[]): PlayTime {
  const played = createStopwatch(spans);
  return {
    seconds: played(spans.at(-1)?.to ?? 0) / 1000,
    pauses: spans.slice(1).map(({ from }, before) => {
      const start = spans[before]?.to ?? from;
      return { afterSeconds: played(start) / 1000, seconds: (from - start) / 1000 };
    }),
  };
}

/** Tells how many milliseconds were played up to a moment. */
export function createStopwatch(spans: readonly Span[]): (moment: number) => number {
  let sum = 0;
  const befores = spans.map(({ from, to }) => {
    const before = sum;
    sum += to - from;
    return { from, to, before };
  });
  return (moment) => {
    const span = befores.findLast(({ from }) => from <= moment);
    return span === undefined ? 0 : span.before + Math.min(moment, span.to) - span.from;
  };
}
