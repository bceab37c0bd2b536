import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { version as packageVersion } from '../packages/toolemu/src/cli/program.ts';
import { coordinate, versionOf } from '../packages/toolemu/src/queue/index.ts';
import { RunFile } from '../packages/toolemu/src/store/index.ts';
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

/**
 * How long four workers of a queue take for 500 episodes beside one process with as many calls in flight, on PostgreSQL;
 * what a call takes there, and what the coordinator does in a second. Latencies are lognormal.
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
    { name: 'in PostgreSQL', value: queued.bytesPerCall / 1000, unit: 'KB a call' },
    { name: 'connections', value: queued.connections / workers, unit: 'a worker, at most' },
  ] satisfies Figure[];
};

interface Queued {
  readonly seconds: number;
  /** Until all tasks were with the engine. */
  readonly given: number;
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
      engine: { concurrency: inFlight, requestsPerMinute: null, tokensPerMinute: null, timeout: null },
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
    file.close();
    return { seconds, given: (given - start) / 1000, ...seen };
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
  }
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
