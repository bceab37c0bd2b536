import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { version as packageVersion } from '../packages/toolemu/src/cli/program.ts';
import { coordinate, versionOf } from '../packages/toolemu/src/queue/index.ts';
import { plansOf, RunFile } from '../packages/toolemu/src/store/index.ts';
import {
  addRun,
  enterWorker,
  Postgres,
  PostgresStore,
  prepareTables,
  readRunToPlay,
  takeLease,
} from '../packages/toolemu/src/store/postgres/index.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { type Benchmark, type Figure, sum } from './benchmark.ts';
import { checkPlayed, createMaterial, manifestOf, type Material, playRun, temporaryFolder } from './play.ts';
import { roles } from './protocol.ts';
import { latencyByRole } from './script.ts';
import { startEndpoint } from './start-endpoint.ts';

const episodes = 500;
const workers = 4;
const inFlight = 5;
const sigma = 0.6;
const secondsOfWork = 120;
/** Calls that are kept at the same time, where it is measured how many a second can be. */
const keptAtOnce = 16;
const engine = { concurrency: inFlight, requestsPerMinute: null, tokensPerMinute: null, timeout: null };

/**
 * How long four workers of a queue take for 500 episodes beside one process with as many calls in flight, on PostgreSQL;
 * what a call takes there, how many are made durable in a second, and what the coordinator does in one. Latencies are lognormal.
 */
export const queue: Benchmark = async (note) => {
  const material = await createMaterial(episodes);
  await using endpoint = await startEndpoint();
  const configure = () =>
    endpoint.configure({
      scripts: material.scripts,
      seed: 'queue',
      latency: { kind: 'lognormal', median: medianFor(material), sigma, byRole: latencyByRole },
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
    { name: 'tasks given to the engine', value: episodes / queued.given, unit: 'a second' },
    { name: 'the workers beside the work shared out', value: queued.seconds / secondsOfWork, unit: 'times as long' },
    { name: 'calls made durable', value: queued.durable, unit: 'a second' },
    { name: 'in PostgreSQL', value: queued.bytesPerCall / 1000, unit: 'KB a call' },
    { name: 'connections', value: queued.connections / workers, unit: 'a worker, at most' },
  ] satisfies Figure[];
};

interface Queued {
  readonly seconds: number;
  /** Until all tasks were with the engine. */
  readonly given: number;
  /** Calls a second. */
  readonly durable: number;
  readonly bytesPerCall: number;
  readonly connections: number;
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
    const durable = await keepAgain(postgres.url, file);
    file.close();
    return { seconds, given: (given - start) / 1000, durable, ...seen };
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
  }
}

/** Keeps the calls of a run once more, as workers do that hold a case each. Gives how many a second could be. */
async function keepAgain(url: string, file: RunFile): Promise<number> {
  await using postgres = await Postgres.open(url, { connections: keptAtOnce });
  await prepareTables(postgres);
  await enterWorker(postgres.query, { worker: 'keeper', version: 'bench', patience: 600 });
  const plans = plansOf(file.manifest).slice(0, 12 * keptAtOnce);
  const tasks = plans.map((plan) => ({ plans: [plan], calls: [] }));
  const of = { id: 'again', name: file.path, version: 'bench', manifest: file.manifest, engine, most: null, spent: 0 };
  await addRun(postgres, { ...of, tasks });
  const run = await readRunToPlay(postgres.query, of.id);
  if (run === undefined) throw new Error('the run is not in the queue');
  const calls = plans.map(({ id }) => [...file.calls({ episode: id })]);
  const stores = await Promise.all(
    plans.map(async (_, task) => {
      const taken = await takeLease(postgres, { run: of.id, task }, 'keeper');
      if (taken.kind !== 'held') throw new Error(`task ${task} is ${taken.kind}`);
      const hold = { run: of.id, task, lease: taken.lease };
      return PostgresStore.open({ postgres, hold, manifest: await run.manifestOf(task) });
    }),
  );
  const start = performance.now();
  await Promise.all(
    Array.from({ length: keptAtOnce }, async (_, lane) => {
      for (const [task, store] of stores.entries())
        if (task % keptAtOnce === lane) for (const call of calls[task] ?? []) await store.add(call);
    }),
  );
  return sum(calls.map(({ length }) => length)) / ((performance.now() - start) / 1000);
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

/** The median of an agent's calls with which all calls, shared out, take the seconds of work. */
function medianFor({ scripts }: Material): number {
  const units = sum(scripts.flatMap(({ replies }) => roles.map((role) => replies[role].length * latencyByRole[role])));
  return (secondsOfWork * 1000 * workers * inFlight) / (units * Math.exp(sigma ** 2 / 2));
}
