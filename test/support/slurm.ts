import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { cpus, hostname, totalmem, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Debian's packages slurm-wlm and munge hold them; daemons are not on everybody's search path. */
const programs = ['/usr/sbin/munged', '/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/bin/sbatch'];
const missing = programs.filter((program) => !existsSync(program));

if (missing.length > 0 && process.env.CI !== undefined)
  throw new Error(`there is no ${missing.join(', ')}, and CI is set: install slurm-wlm and munge`);

/** Tests at the same time on a SLURM of one node; left out, and said to be so, where its programs or others they need are not installed. */
export function onSlurm(name: string, tests: () => void, others: readonly string[] = []): void {
  const lacking = [...missing, ...others];
  const why = lacking.length === 0 ? '' : ` (skipped: there is no ${lacking.join(', ')})`;
  const describeOnSlurm = lacking.length > 0 ? describe.skip : describe.concurrent;
  describeOnSlurm(`${name}${why}`, tests);
}

/** A task or a job that has ended or will: its state as SLURM calls it, and how often it was started again. */
export interface JobState {
  readonly state: string;
  readonly exitCode: string;
  readonly restarts: number;
}

/** A SLURM of one node on this machine, which ends with its scope. */
export interface Slurm extends AsyncDisposable {
  /** What commands of SLURM need in their environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Carries out a command of SLURM, and gives what it says. */
  run(program: string, ...args: string[]): Promise<string>;
  /** The tasks of a job by their numbers; a job that is no array has the task 0. */
  tasksOf(job: string): Promise<ReadonlyMap<number, JobState>>;
  /** Waits until all tasks of a job have ended. */
  ended(job: string): Promise<ReadonlyMap<number, JobState>>;
}

/** Starts a SLURM of one node, whose jobs share its processors. */
export async function startSlurm(): Promise<Slurm> {
  const folder = await temporaryFolder();
  const daemons: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    daemons.push(child);
  };
  const env = { SLURM_CONF: folder.file('slurm.conf') };
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { env: { ...process.env, ...env } })).stdout.trim();
  await writeConfiguration(folder.path);
  start('/usr/sbin/munged', '--foreground', ...mungeFiles(folder.path));
  await until(() => existsSync(folder.file('munge/socket')), 'munged listens');
  start('/usr/sbin/slurmctld', '-D', '-c');
  start('/usr/sbin/slurmd', '-D', '-c');
  await until(async () => (await run('sinfo', '-h', '-o', '%T').catch(() => '')) === 'idle', 'the node is idle');
  const tasksOf = async (job: string) => readTasks(await run('scontrol', 'show', 'job', '--oneliner', job));
  return {
    env,
    run,
    tasksOf,
    async ended(job) {
      let tasks: ReadonlyMap<number, JobState> = new Map();
      await until(async () => {
        tasks = await tasksOf(job);
        return [...tasks.values()].every(({ state }) => !goingOn.has(state));
      }, `job ${job} has ended`);
      return tasks;
    },
    async [Symbol.asyncDispose]() {
      await run('scancel', '--full', '--user', userInfo().username).catch(() => '');
      await until(async () => (await run('squeue', '-h').catch(() => '')) === '', 'no job is left').catch(() => {});
      for (const daemon of daemons.toReversed()) {
        const isGone = once(daemon, 'exit');
        if (daemon.exitCode === null && daemon.kill('SIGTERM')) await isGone;
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}

const goingOn = new Set(['PENDING', 'RUNNING', 'COMPLETING', 'CONFIGURING', 'REQUEUED', 'SUSPENDED']);

/** Waits until something holds, and throws where it does not within two minutes. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it never came to be that ${what}`);
    await wait(200);
  }
}

function readTasks(text: string): Map<number, JobState> {
  const lines = text.split('\n').filter((line) => line !== '');
  const states = lines.map((line): [number, JobState] => {
    const field = (name: string) => new RegExp(String.raw`(?:^|\s)${name}=(\S*)`).exec(line)?.[1] ?? '';
    const state = { state: field('JobState'), exitCode: field('ExitCode'), restarts: Number(field('Restarts')) };
    return [Number(field('ArrayTaskId') || 0), state];
  });
  return new Map(states);
}

function mungeFiles(folder: string): string[] {
  const file = (name: string) => path.join(folder, 'munge', name);
  return [
    `--key-file=${path.join(folder, 'key')}`,
    `--socket=${file('socket')}`,
    `--pid-file=${file('pid')}`,
    `--log-file=${path.join(folder, 'munge.log')}`,
    `--seed-file=${path.join(folder, 'seed')}`,
  ];
}

async function writeConfiguration(folder: string): Promise<void> {
  const [control, node] = [await freePort(), await freePort()];
  const me = userInfo().username;
  const host = hostname().split('.')[0] ?? '';
  const file = (name: string) => path.join(folder, name);
  for (const name of ['state', 'spool', 'munge']) await mkdir(file(name));
  // Whoever is to prove who they are must reach the socket.
  await chmod(folder, 0o711);
  await chmod(file('munge'), 0o755);
  await writeFile(file('key'), randomBytes(1024), { mode: 0o400 });
  const settings = {
    ClusterName: 'test',
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmUser: me,
    SlurmdUser: me,
    AuthType: 'auth/munge',
    AuthInfo: `socket=${file('munge/socket')}`,
    SlurmctldPort: control,
    SlurmdPort: node,
    StateSaveLocation: file('state'),
    SlurmdSpoolDir: file('spool'),
    SlurmctldPidFile: file('slurmctld.pid'),
    SlurmdPidFile: file('slurmd.pid'),
    SlurmctldLogFile: file('slurmctld.log'),
    SlurmdLogFile: file('slurmd.log'),
    ProctrackType: 'proctrack/linuxproc',
    TaskPlugin: 'task/none',
    SwitchType: 'switch/none',
    MpiDefault: 'none',
    SchedulerType: 'sched/backfill',
    SchedulerParameters: 'sched_interval=2,bf_interval=2,batch_sched_delay=0,defer=0',
    SelectType: 'select/cons_tres',
    SelectTypeParameters: 'CR_Core',
    AccountingStorageType: 'accounting_storage/none',
    JobAcctGatherType: 'jobacct_gather/none',
    ReturnToService: 2,
    MinJobAge: 3600,
  };
  const memory = Math.floor((totalmem() / 2 ** 20) * 0.9);
  const lines = [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus().length} RealMemory=${memory} State=UNKNOWN`,
    `PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8`,
  ];
  await writeFile(file('slurm.conf'), `${lines.join('\n')}\n`);
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
