import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { version as packageVersion } from '../packages/toolemu/src/cli/version.ts';
import type { Episode } from '../packages/toolemu/src/contract/index.ts';
import { coordinate, runIdOf, versionOf } from '../packages/toolemu/src/queue/index.ts';
import { plansOf, RunFile } from '../packages/toolemu/src/store/index.ts';
import {
  addRun,
  beat,
  deleteRun,
  endLease,
  enterWorker,
  loseSilentWorkers,
  type NewRun,
  Postgres,
  PostgresStore,
  prepareTables,
  readRuns,
  readRunToPlay,
  release,
  reserve,
  runsToTakeFrom,
  seeRun,
  takeTasks,
} from '../packages/toolemu/src/store/postgres/index.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { checkPlayed, createMaterial, manifestOf, type Material, playRun, temporaryFolder } from './play.ts';
import { medianFor, sigma } from './schedules.ts';
import { latencyByRole } from './script.ts';
import { startEndpoint } from './start-endpoint.ts';

const episodes = 500;
const workers = 4;
const inFlight = 5;
const secondsOfWork = 120;
/** Statements under way at the same time, where it is measured how many a second can be. */
const lanes = 16;
const manyWorkers = 1000;
const manyTasks = 10_000;
const begunTasks = 2000;
/** Tasks that one worker may have at a time, where many tasks are begun. */
const begunAtOnce = 50;
const looks = 5000;
const heartbeats = 5000;
const reservedCalls = 3000;
/** Calls in flight whose cost is reserved, of 100 workers with 8 each. */
const callsInFlight = 800;
/** The worker in whose name this process plays. */
const keeper = { worker: 'keeper', version: 'bench', patience: 600 };
const engine = { concurrency: inFlight, requestsPerMinute: null, tokensPerMinute: null, timeout: null };

/**
 * How long four workers of a queue take for 500 episodes beside one process with as many calls in flight, on PostgreSQL;
 * what a call takes there; and what the database and the coordinator bear in a second. Latencies are lognormal.
 */
export const queue: Benchmark = async (note) => {
  const material = await createMaterial(episodes);
  await using endpoint = await startEndpoint();
  const configure = () =>
    endpoint.configure({
      scripts: material.scripts,
      seed: 'queue',
      latency: {
        kind: 'lognormal',
        median: medianFor(material, { inFlight: workers * inFlight, seconds: secondsOfWork }),
        sigma,
        byRole: latencyByRole,
      },
    });
  await configure();
  const alone = await playRun({ url: endpoint.url, material, concurrency: workers * inFlight });
  checkPlayed(material, alone.episodes, (await endpoint.log()).length);
  note(`one process with ${workers * inFlight} calls in flight: ${alone.seconds.toFixed(1)} s`);
  await configure();
  const queued = await playQueued(material, endpoint.url);
  note(
    `${workers} workers with ${inFlight} each: ${queued.seconds.toFixed(1)} s, ${queued.given.toFixed(1)} s of it until all was given out`,
  );
  const { mostInFlight } = await endpoint.stats();
  note(`at most ${mostInFlight} calls in flight seen`);
  return [
    {
      name: `${workers} workers beside one process`,
      value: queued.seconds / alone.seconds,
      unit: 'times as long',
      target: { atMost: 1.1 },
    },
    { name: 'tasks put into the queue', value: episodes / queued.given, unit: 'a second' },
    { name: 'the workers beside the work shared out', value: queued.seconds / secondsOfWork, unit: 'times as long' },
    { name: 'in PostgreSQL', value: queued.bytesPerCall / 1000, unit: 'KB a call' },
    { name: 'connections', value: queued.connections / workers, unit: 'a worker, at most' },
    ...queued.database,
  ] satisfies Figure[];
};

interface Queued {
  readonly seconds: number;
  /** Until all tasks were in the queue. */
  readonly given: number;
  readonly bytesPerCall: number;
  readonly connections: number;
  /** What the database bore afterwards. */
  readonly database: Figure[];
}

async function playQueued(material: Material, url: string): Promise<Queued> {
  await using postgres = await startPostgres();
  using folder = temporaryFolder();
  const version = versionOf(packageVersion());
  const started = Array.from({ length: workers }, () => startWorker(postgres.url, folder.path));
  try {
    await Promise.all(started.map(({ isReady }) => isReady));
    const seen = { bytesPerCall: 0, connections: 0 };
    const watching = setInterval(() => void watch(postgres, seen), 1000);
    const file = RunFile.create(path.join(folder.path, 'run.toolemu'), manifestOf(material, url));
    const start = performance.now();
    let given = start;
    await coordinate({
      url: postgres.url,
      version,
      file,
      engine,
      most: null,
      patience: 30,
      signal: new AbortController().signal,
      onEvent: () => {},
      onNote: (text) => {
        if (text.includes('in the queue')) given = performance.now();
      },
    });
    const seconds = (performance.now() - start) / 1000;
    clearInterval(watching);
    const played = file.episodes();
    checkPlayed(material, played, [...file.calls()].length);
    for (const { child } of started) child.kill('SIGKILL');
    const database = await measureDatabase(postgres.url, file);
    file.close();
    return { seconds, given: (given - start) / 1000, database, ...seen };
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
  }
}

/** What a database bears, and the one process that takes a run in from it, while nobody else is at work. */
export async function measureDatabase(url: string, played: RunFile): Promise<Figure[]> {
  await using postgres = await Postgres.open(url, { connections: lanes });
  await prepareTables(postgres);
  await enterWorker(postgres.query, keeper);
  const calls = [...played.calls()].length;
  const kept = await keepAgain(postgres, played);
  const taken = await takeIn(url, played);
  const begun = await beginTasks(postgres, played);
  const beaten = await beatOften(postgres, played);
  const alone = await reserveOften(postgres, played, 0);
  const together = await reserveOften(postgres, played, callsInFlight);
  return [
    { name: 'calls made durable', value: calls / kept, unit: 'a second' },
    { name: 'calls taken into the run file', value: calls / taken.seconds, unit: 'a second' },
    { name: 'the process that takes them in', value: (taken.busySeconds / calls) * 1000, unit: 'ms of a core a call' },
    { name: 'tasks begun and ended by one worker', value: begunTasks / begun, unit: 'a second' },
    { name: `heartbeats, ${manyWorkers} workers`, value: heartbeats / beaten.seconds, unit: 'a second' },
    { name: `looks for work, ${manyWorkers} workers`, value: looks / beaten.lookedSeconds, unit: 'a second' },
    { name: `a run of ${manyTasks} tasks is counted`, value: beaten.countedSeconds * 1000, unit: 'ms' },
    { name: 'calls reserved and released', value: reservedCalls / alone, unit: 'a second' },
    { name: `the same while ${callsInFlight} are in flight`, value: reservedCalls / together, unit: 'a second' },
  ];
}

/** Does something so many times, some at the same time. Gives the seconds it took. */
async function inLanes(times: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let at = lane; at < times; at += lanes) await work(at);
    }),
  );
  return (performance.now() - start) / 1000;
}

function runOf({ manifest }: RunFile, id: string, tasks: NewRun['tasks']): NewRun {
  return { id, name: id, version: keeper.version, manifest, engine, most: null, spent: 0, tasks };
}

/** So many tasks, of which nothing was played. */
function openTasks({ manifest }: RunFile, count: number): NewRun['tasks'] {
  const plans = plansOf(manifest);
  return Array.from({ length: count }, (_, at) => ({
    plans: plans.slice(at % plans.length).slice(0, 1),
    calls: [],
  }));
}

/** Plays a run once more, as workers do that hold a case each. Gives the seconds it took to keep its calls. */
async function keepAgain(postgres: Postgres, played: RunFile): Promise<number> {
  const id = runIdOf(played.manifest);
  const episodes = played.episodes();
  const tasks = episodes.map(({ plan }) => ({ plans: [plan], calls: [] }));
  await addRun(postgres, runOf(played, id, tasks));
  const run = await readRunToPlay(postgres.query, id);
  if (run === undefined) throw new Error('the run is not in the queue');
  await seeRun(postgres.query, id, tasks.length);
  const holds = await takeTasks(postgres, { run: id, worker: keeper.worker });
  const held = await Promise.all(
    episodes.map(async (episode, task) => {
      const hold = holds[task];
      if (hold?.task !== task) throw new Error(`task ${task} was not taken`);
      const store = await PostgresStore.open({ postgres, hold, manifest: await run.manifestOf(hold) });
      return { hold, store, episode, calls: [...played.calls({ episode: episode.plan.id })] };
    }),
  );
  const seconds = await inLanes(held.length, async (task) => {
    for (const call of held[task]?.calls ?? []) await held[task]?.store.add(call);
  });
  for (const { hold, store, episode } of held) {
    await keepEpisode(store, episode);
    await endLease(postgres, hold, 'done');
  }
  return seconds;
}

async function keepEpisode(store: PostgresStore, { plan, trajectory, evaluations, verdict }: Episode): Promise<void> {
  store.startEpisode(plan);
  for (const step of trajectory.steps) store.addStep(plan.id, step);
  store.endTrajectory(plan.id, trajectory.outcome, trajectory.source);
  for (const evaluation of evaluations) store.addEvaluation(plan.id, evaluation);
  store.endEpisode(plan.id, verdict);
  await store.settled();
}

/** Takes a run in that was played whole. Gives the seconds it took, and those of a core. */
async function takeIn(url: string, played: RunFile): Promise<{ seconds: number; busySeconds: number }> {
  using folder = temporaryFolder();
  using file = RunFile.create(path.join(folder.path, 'taken.toolemu'), played.manifest);
  const now = (): { seconds: number; busySeconds: number } => {
    const { user, system } = process.cpuUsage();
    return { seconds: performance.now() / 1000, busySeconds: (user + system) / 1_000_000 };
  };
  let [start, end] = [now(), now()];
  await coordinate({
    ...keeper,
    url,
    file,
    engine,
    most: null,
    signal: new AbortController().signal,
    onEvent: ({ type }) => {
      if (type === 'run-start') start = now();
      if (type === 'episode-end') end = now();
    },
    onNote: () => {},
  });
  if ([...file.calls()].length !== [...played.calls()].length) throw new Error('not all calls were taken in');
  return { seconds: end.seconds - start.seconds, busySeconds: end.busySeconds - start.busySeconds };
}

/** Has one worker take tasks and end their leases, and play nothing. Gives the seconds it took. */
async function beginTasks(postgres: Postgres, played: RunFile): Promise<number> {
  const id = 'begun';
  await addRun(postgres, runOf(played, id, openTasks(played, begunTasks)));
  await seeRun(postgres.query, id, begunAtOnce);
  const start = performance.now();
  for (let left = begunTasks; left > 0; ) {
    const tasks = await takeTasks(postgres, { run: id, worker: keeper.worker });
    await Promise.all(tasks.map((task) => endLease(postgres, task, 'done')));
    left -= tasks.length;
  }
  const seconds = (performance.now() - start) / 1000;
  await deleteRun(postgres.query, id);
  return seconds;
}

/**
 * Has many workers say that they live, and look for work, while many tasks are open. Gives the seconds both took, and
 * those of counting the tasks.
 */
async function beatOften(
  postgres: Postgres,
  played: RunFile,
): Promise<{ seconds: number; lookedSeconds: number; countedSeconds: number }> {
  const workerOf = (at: number): string => `worker-${at % manyWorkers}`;
  await inLanes(manyWorkers, (at) => enterWorker(postgres.query, { ...keeper, worker: workerOf(at) }));
  await addRun(postgres, runOf(played, 'open', openTasks(played, manyTasks)));
  await postgres.query('ANALYZE');
  const seconds = await inLanes(heartbeats, async (at) => {
    await beat(postgres.query, { worker: workerOf(at), calls: at });
    await loseSilentWorkers(postgres);
  });
  const lookedSeconds = await inLanes(looks, (at) =>
    runsToTakeFrom(postgres.query, { worker: workerOf(at), version: keeper.version }),
  );
  const start = performance.now();
  await readRuns(postgres.query, 'open');
  return { seconds, lookedSeconds, countedSeconds: (performance.now() - start) / 1000 };
}

/** Reserves and releases what calls cost, while that of others is reserved. Gives the seconds it took. */
async function reserveOften(postgres: Postgres, played: RunFile, others: number): Promise<number> {
  const run = `budget-${others}`;
  const usd = 0.01;
  await addRun(postgres, { ...runOf(played, run, []), most: 1_000_000 });
  const take = (id: string) => reserve(postgres, { run, worker: keeper.worker }, { id, usd });
  await inLanes(others, () => take(randomUUID()));
  return inLanes(reservedCalls, async () => {
    const id = randomUUID();
    await take(id);
    await release(postgres, run, { id, cost: usd });
  });
}

type Watched = { -readonly [K in 'bytesPerCall' | 'connections']: Queued[K] };

async function watch(
  postgres: { query(text: string): Promise<Record<string, unknown>[]> },
  seen: Watched,
): Promise<void> {
  const [row] = await postgres.query(`SELECT
    (SELECT sum(pg_column_size(value)) FROM toolemu.parts)::float8 AS parts,
    (SELECT sum(pg_column_size(record)) FROM toolemu.calls)::float8 AS kept,
    (SELECT count(*) FROM toolemu.calls)::float8 AS count,
    (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())::float8 AS connections`);
  const { parts, kept, count, connections } = row as Record<string, number | null>;
  if ((count ?? 0) > 100) seen.bytesPerCall = ((parts ?? 0) + (kept ?? 0)) / (count ?? 1);
  seen.connections = Math.max(seen.connections, connections ?? 0);
}

function startWorker(queueUrl: string, cwd: string): { child: ChildProcess; isReady: Promise<void> } {
  const command = path.resolve(import.meta.dirname, '../packages/toolemu/bin/toolemu.js');
  const child = spawn(process.execPath, [command, 'worker', '--queue', queueUrl], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const isReady = (async () => {
    let said = '';
    for await (const text of child.stderr ?? []) {
      said += String(text);
      if (said.includes('plays runs')) return;
    }
    throw new Error(`a worker ended: ${said}`);
  })();
  void once(child, 'exit');
  return { child, isReady };
}
