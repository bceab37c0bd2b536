import { type EpisodePlan, type QueueStatus, queueStatusSchema } from '../../contract/index.ts';
import type { Query } from './postgres.ts';

/** A task that is played for longer than this many seconds may be stuck. */
const longSeconds = 600;

/** What goes on in a queue. Workers that left are told for an hour. */
export async function readStatus(query: Query): Promise<QueueStatus> {
  const [workers, runs, stuck] = [await query(workersSql), await query(runsSql), await query(stuckSql, [longSeconds])];
  return queueStatusSchema.parse({
    workers: workers.map(({ calls, ...worker }) => ({ ...worker, calls: Number(calls) })),
    runs: runs.map(({ waiting, playing, done, setAside, drained, ...run }) => ({
      ...run,
      tasks: { waiting, playing, done, setAside, drained },
    })),
    stuck: stuck.map(({ plans, state: _state, ...task }) => ({
      ...task,
      epoch: (JSON.parse(String(plans)) as EpisodePlan[])[0]?.epoch ?? 1,
    })),
  });
}

const ago = (column: string): string => `extract(epoch FROM clock_timestamp() - ${column})::double precision`;

const workersSql = `SELECT id, host, pid, version, reason,
    CASE WHEN gone_at IS NOT NULL THEN 'gone'
         WHEN seen_at < clock_timestamp() - make_interval(secs => patience / 2) THEN 'silent' ELSE 'here' END AS state,
    ${ago('seen_at')} AS "seenSecondsAgo", ${ago('begun_at')} AS "uptimeSeconds", calls,
    (SELECT count(*)::integer FROM toolemu.leases WHERE worker = id AND ended_at IS NULL) AS playing
  FROM toolemu.workers WHERE gone_at IS NULL OR gone_at > clock_timestamp() - interval '1 hour' ORDER BY begun_at`;

const runsSql = `SELECT runs.id, name, version, runs.state, ${ago('drained_at')} AS "coordinatorSeenSecondsAgo",
    CASE WHEN most IS NULL THEN NULL ELSE spent END AS "spentUsd", most AS "maxCostUsd",
    count(*) FILTER (WHERE tasks.state = 'waiting')::integer AS waiting,
    count(*) FILTER (WHERE tasks.state = 'playing')::integer AS playing,
    count(*) FILTER (WHERE tasks.state = 'done')::integer AS done,
    count(*) FILTER (WHERE tasks.state = 'aside')::integer AS "setAside",
    count(*) FILTER (WHERE drained)::integer AS drained,
    (SELECT count(*)::double precision / 5 FROM toolemu.leases
      WHERE leases.run = runs.id AND ending = 'done' AND ended_at > clock_timestamp() - interval '5 minutes') AS "tasksPerMinute",
    (SELECT count(*)::integer FROM toolemu.leases WHERE leases.run = runs.id AND ending = 'lost') AS lost
  FROM toolemu.runs JOIN toolemu.tasks ON tasks.run = runs.id GROUP BY runs.id ORDER BY created_at`;

const stuckSql = `SELECT * FROM (
    SELECT tasks.run, tasks.state, case_id AS "caseId", plans, open.worker, coalesce(${ago('open.begun_at')}, 0) AS "playedSeconds", reason,
      (SELECT count(*)::integer FROM toolemu.leases
        WHERE leases.run = tasks.run AND task = tasks.number AND (ending = 'lost' OR ending LIKE 'failed%')) AS tries
    FROM toolemu.tasks LEFT JOIN toolemu.leases AS open ON open.run = tasks.run AND open.task = tasks.number AND open.ended_at IS NULL
  ) AS task WHERE state <> 'done' AND ("playedSeconds" > $1 OR tries > 0) ORDER BY tries DESC, "playedSeconds" DESC LIMIT 10`;
