import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { type Slurm, until } from './slurm.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { repository, succeed } from './toolemu.ts';
import { vllmNotes, type VllmNote } from './vllm-notes.ts';
import { startVllm } from './vllm-server.ts';

/** Options of a run of 16 episodes that asks no model. */
export const controls = '--agent careful,reckless --emulator offline --evaluators checks --limit 8'.split(' ');
/** Options of a run of one episode, of nine calls by the rules of replies.mjs. */
export const oneEpisode = '--agent react --emulator standard --evaluators safety --select tasks-clear-test'.split(' ');

/** Options of a run of two such episodes. */
export const twoEpisodes = '--agent react --emulator standard --evaluators safety --limit 2'.split(' ');

/** Options of a run of four of them. */
export const fourEpisodes = '--agent react --emulator standard --evaluators safety --limit 4'.split(' ');

/** The numbers of jobs that were submitted together. */
export interface SlurmJobs {
  readonly play: string;
  readonly merge: string;
  /** Of the job of the model server, where it has one. */
  readonly serve: string;
}

/** A folder from which runs are submitted to `jobs`; `vllm`, `nvidia-smi` and `npx` stand in there. */
export type SlurmProject = Awaited<ReturnType<typeof createSlurmProject>>;

/** Makes a {@link SlurmProject} with a space in its path. */
export async function createSlurmProject(slurm: Slurm) {
  const folder = await temporaryFolder();
  const home = path.join(folder.path, 'a project');
  const file = (name: string) => path.join(home, name);
  await writePrograms(file);
  const notes = (event: VllmNote['event']) => vllmNotes(file('vllm.notes')).filter((one) => one.event === event);
  const jobsIn = (said: string): SlurmJobs => {
    const number = (name: string) => new RegExp(String.raw`^${name} (\d+)$`, 'm').exec(said)?.[1] ?? '';
    return { play: number('play'), merge: number('merge'), serve: number('serve') };
  };
  return {
    path: home,
    file,
    notes,
    /** Options by which the stand-in for vLLM is found and serves. */
    served: [
      '--serve=org/Model-1',
      `--setup=PATH='${file('bin')}':$PATH`,
      `--setup=export VLLM_NOTES='${file('vllm.notes')}' VLLM_TAKES=0.5`,
    ],
    requests: (count: number) => until(() => notes('request').length >= count, `there are ${count} requests`),
    log: (name: string) => readFileSync(file(`jobs/logs/${name}`), 'utf8'),
    async submit(...options: string[]): Promise<SlurmJobs> {
      const toolemu = ['--toolemu', `'${file('bin/toolemu')}'`];
      const args = ['slurm', ...toolemu, ...options, '--out', 'jobs', '--submit', '--yes', '--json'];
      const { stdout } = await succeed(args, { cwd: home, env: slurm.env });
      return { serve: '', ...JSON.parse(stdout).jobs };
    },
    submitAgain: async () => jobsIn(await slurm.run('bash', file('jobs/submit.sh'))),
    /** The processes that still log the use of GPUs, of those that ever did. */
    gpuLoggers() {
      const begun = new Set(readFileSync(file('gpu-loggers'), 'utf8').trim().split('\n'));
      return { begun: begun.size, running: [...begun].filter((pid) => existsSync(`/proc/${pid}`)) };
    },
    /** Plays what tasks do that serve a model, as one run. */
    async playWhole(...options: string[]): Promise<string> {
      const whole = file('whole.toolemu');
      await using server = await startVllm();
      const args = ['run', ...options, '--model=vllm/org/Model-1', '--yes', '--out', whole];
      await succeed(args, { cwd: home, env: { VLLM_BASE_URL: server.url } });
      return whole;
    },
    /** Kills the toolemu of a task. */
    killTask: (task: number) => process.kill(Number(readFileSync(file(`task-${task}.pid`), 'utf8')), 'SIGKILL'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function writePrograms(file: (name: string) => string): Promise<void> {
  const binary = path.join(repository, 'packages/toolemu/bin/toolemu.js');
  const programs = {
    'bin/vllm': `exec ${process.execPath} ${path.join(repository, 'test/support/vllm-stand-in.mjs')} "$@"`,
    'bin/nvidia-smi': `echo $PPID >>"${file('gpu-loggers')}"\necho '2026/01/05 10:00:00, 0, NVIDIA A100, 10 %, 20 MiB, 100 MiB'`,
    // As npx does, it passes no signal on.
    'bin/npx': `${process.execPath} ${binary} "$@"\nexit $?`,
    'bin/toolemu': `echo $$ > "${file('task')}-$SLURM_ARRAY_TASK_ID.pid"\nexec ${process.execPath} ${binary} "$@"`,
  };
  await mkdir(file('bin'), { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(file(name), `#!/bin/sh\n${text}\n`);
    await chmod(file(name), 0o755);
  }
}

/** Starts jobs that were queued again, which SLURM would hold back for two minutes. */
export async function startAgain(slurm: Slurm, ...jobs: string[]): Promise<void> {
  // What ends of a job would be taken for an end of the job that begins.
  await wait(5000);
  for (const job of jobs) await slurm.run('scontrol', 'update', `JobId=${job}`, 'StartTime=now');
}

/** The states in which the tasks of a job ended, in their order. */
export async function statesOf(slurm: Slurm, job: string): Promise<string[]> {
  const tasks = [...(await slurm.ended(job))].toSorted(([one], [other]) => one - other);
  return tasks.map(([, { state }]) => state);
}

/** The processes of servers that are still there. */
export function runningOf(starts: readonly VllmNote[]): number[] {
  return starts.flatMap(({ pid, engine }) => [pid, engine ?? 0]).filter((pid) => existsSync(`/proc/${pid}`));
}

/** What a run holds, without the times. */
export function contentOf(file: string) {
  using run = RunFile.read(file);
  const { createdAt: _createdAt, ...head } = run.manifest;
  return { head, episodes: run.episodes(), calls: [...run.calls()].map(({ key }) => key).toSorted() };
}

/** How many calls a run holds so far. */
export function callsIn(file: string): number {
  using run = RunFile.read(file);
  return [...run.calls()].length;
}
