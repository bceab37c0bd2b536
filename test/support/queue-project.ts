import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { QueueStatus } from '../../packages/toolemu/src/contract/index.ts';
import { Postgres, prepareTables } from '../../packages/toolemu/src/store/postgres/index.ts';
import { type Counts, countsOf, difference } from './counts.ts';
import type { TestPostgres } from './postgres.ts';
import { textOf } from './requests.ts';
import { callsIn } from './run-files.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type EndedToolemu, type RunningToolemu, startToolemu, succeed } from './toolemu.ts';
import type { WatchedEndpoint } from './watched-endpoint.ts';

/** Calls in flight of each worker. */
export const concurrency = 4;
/** Seconds after which a worker is taken for gone: few, so that tests end. */
const patience = 4;

/** A lease as the database kept it. */
export interface Lease {
  readonly task: number;
  readonly worker: string;
  readonly begun_at: Date;
  readonly ended_at: Date | null;
  readonly ending: string | null;
}

/** A folder in which runs are queued and workers are started; both end with its scope. */
export interface QueueProject extends AsyncDisposable {
  file(name: string): string;
  /** Starts a run that is played by workers. */
  run(...args: string[]): RunningToolemu;
  worker(...args: string[]): RunningToolemu;
  start(...args: string[]): RunningToolemu;
  /** Plays a command to its end, which must be a good one. */
  succeed(...args: string[]): Promise<EndedToolemu>;
  /** What `queue status` tells. */
  status(): Promise<QueueStatus>;
  /** All leases there ever were, also those that are deleted by now. */
  leases(): Promise<Lease[]>;
}

/** Runs of `postgres`, played against an endpoint. */
export async function createQueueProject(
  postgres: TestPostgres,
  { url }: Pick<WatchedEndpoint, 'url'>,
  env: Readonly<Record<string, string>> = {},
): Promise<QueueProject> {
  const folder = await temporaryFolder();
  const started: RunningToolemu[] = [];
  const options = { cwd: folder.path, env: { TOOLEMU_QUEUE: postgres.url, ...env } };
  const start = (...args: string[]): RunningToolemu => {
    const running = startToolemu(args, options);
    started.push(running);
    return running;
  };
  await prepare(postgres);
  return {
    file: (name) => folder.file(name),
    run: (...args) =>
      start('run', '--queue', '--concurrency', String(concurrency), '--yes', ...modelAt(url, args), ...args),
    start,
    worker: (...args) => start('worker', '--heartbeat-timeout', String(patience), '--allow-address', url, ...args),
    succeed: (...args) => succeed(args, options),
    status: async () => JSON.parse((await succeed(['queue', 'status', '--json'], options)).stdout) as QueueStatus,
    leases: async () =>
      (await postgres.query(
        `SELECT DISTINCT ON (number) task, worker, begun_at, ended_at, ending FROM public.lease_history
         ORDER BY number, ended_at NULLS LAST`,
      )) as unknown as Lease[],
    async [Symbol.asyncDispose]() {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await postgres.query('DROP SCHEMA IF EXISTS toolemu CASCADE');
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A run that is resumed has its model already. */
function modelAt(url: string, args: readonly string[]): string[] {
  return args.includes('--resume') || args.includes('--model')
    ? []
    : ['--model', 'compatible/rules', '--base-url', url];
}

/** Makes the tables before the first process does, so that none of its leases is missed. */
async function prepare(postgres: TestPostgres): Promise<void> {
  await using queue = await Postgres.open(postgres.url);
  await prepareTables(queue);
  await keepLeases(postgres);
}

/** Has the database itself keep every change of a lease, whatever is deleted of it. */
async function keepLeases(postgres: TestPostgres): Promise<void> {
  await postgres.query('DROP TABLE IF EXISTS public.lease_history');
  await postgres.query('CREATE TABLE public.lease_history (LIKE toolemu.leases)');
  await postgres.query(`CREATE OR REPLACE FUNCTION public.keep_lease() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO public.lease_history SELECT new.*; RETURN new; END $$`);
  await postgres.query(
    'CREATE TRIGGER keep_lease AFTER INSERT OR UPDATE ON toolemu.leases FOR EACH ROW EXECUTE FUNCTION public.keep_lease()',
  );
}

/** Pairs of leases of one task in which two workers held it at once. */
export function overlaps(leases: readonly Lease[]): (readonly [Lease, Lease])[] {
  return [...Map.groupBy(leases, ({ task }) => task).values()].flatMap((ofTask) => {
    const inOrder = ofTask.toSorted((one, other) => one.begun_at.getTime() - other.begun_at.getTime());
    return inOrder.slice(1).flatMap((next, at) => {
      const before = inOrder[at] as Lease;
      return before.ended_at !== null && before.ended_at <= next.begun_at ? [] : [[before, next] as const];
    });
  });
}

/** How often each request was answered beyond the calls that the run file holds. */
export function paidBeyond(endpoint: WatchedEndpoint, file: string): Counts {
  return difference(
    countsOf(endpoint.answered.map(({ body }) => contentOf(body))),
    countsOf(callsIn(file).map(contentOf)),
  );
}

/** What a request says, the same for its body and for its record. */
function contentOf({ messages = [] }: { readonly messages?: readonly { readonly content?: unknown }[] }): string {
  return createHash('sha256')
    .update(JSON.stringify(messages.map(({ content }) => textOf(content))))
    .digest('base64url');
}

/** Waits until something is so. */
export async function until(what: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  while (!(await what())) {
    if (performance.now() > end) throw new Error(`not so after ${seconds} s: ${String(what)}`);
    await wait(20);
  }
}
