import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type ModelServer, type SlurmJob, slurmScripts } from '../../packages/toolemu/src/slurm/index.ts';
import { controls } from '../support/slurm-project.ts';
import { until } from '../support/slurm.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository, succeed } from '../support/toolemu.ts';
import { vllmNotes } from '../support/vllm-notes.ts';

const toolemuHere = [process.execPath, path.join(repository, 'packages/toolemu/bin/toolemu.js')];
const server: ModelServer = { model: 'org/Model-1', options: [], timeoutSeconds: 60, job: null };
const serverOfAll: ModelServer = {
  ...server,
  job: { partition: undefined, task: { cpusPerTask: 1, memory: '4G' } },
};

/** Writes its words to a file, and what it plays to its part. */
const playing = 'echo "$@" >>played; for word; do case $word in --out=*) echo x >"${word#--out=}" ;; esac; done';

describe('the task of a part', () => {
  it('that was played to its end starts no server', async () => {
    await using bench = await createBench({ server }, { toolemu: playing });
    expect((await bench.play().ended()).code).toBe(0);
    const again = bench.play();
    expect((await again.ended()).code).toBe(0);
    expect(again.out()).toContain('nothing is left');
    expect(bench.starts()).toBe(1);
    expect(bench.read('played').trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['failed', 1, 1],
    ['met a condition, interrupted or not,', 3, 0],
  ])('that %s is gone on with', async (_what, code, ends) => {
    await using bench = await createBench({}, { toolemu: `${playing}; exit ${code}` });
    expect((await bench.play().ended()).code).toBe(ends);
    expect((await bench.play().ended()).code).toBe(ends);
    expect(bench.read('played')).toContain('run --resume=');
  });

  it('that was removed is played anew', async () => {
    await using bench = await createBench({}, { toolemu: playing });
    mkdirSync(bench.file('jobs/parts'), { recursive: true });
    writeFileSync(bench.file('jobs/parts/part-1.toolemu.done'), '');
    expect((await bench.play().ended()).code).toBe(0);
    expect(bench.read('played')).toContain('--shard=1/1');
  });

  it('in which nothing stands yet begins it', async () => {
    await using bench = await createBench({}, { toolemu: playing });
    mkdirSync(bench.file('jobs/parts'), { recursive: true });
    writeFileSync(bench.file('jobs/parts/part-1.toolemu'), '');
    expect((await bench.play().ended()).code).toBe(0);
    expect(bench.read('played')).toContain('--shard=1/1');
  });

  it('that a lost node seems to write tries it until its lock is over', async () => {
    await using bench = await createBench({ toolemu: toolemuHere, begin: controls });
    mkdirSync(bench.file('jobs/parts'), { recursive: true });
    const part = bench.file('jobs/parts/part-1.toolemu');
    await succeed(['run', ...controls, '--shard=1/1', '--out', part], { cwd: bench.path });
    using lock = new DatabaseSync(part);
    lock
      .prepare('INSERT INTO lock (id, host, pid, token, heartbeat) VALUES (1, ?, 7, ?, ?)')
      .run('lost-node', 'token', Date.now());
    const task = bench.play();
    await until(() => task.out().includes('is tried again'), 'the task is refused');
    expect(task.err()).toContain('is being written by process 7 on lost-node');
    lock.exec('DELETE FROM lock');
    expect((await task.ended()).code).toBe(0);
    expect(existsSync(`${part}.done`)).toBe(true);
  });

  it('that fails of something else is not tried again', async () => {
    await using bench = await createBench({}, { toolemu: `${playing}; echo 'no key' >&2; exit 1` });
    expect((await bench.play().ended()).code).toBe(1);
    expect(bench.read('played').trim().split('\n')).toHaveLength(1);
  });

  it('has its own server ask for a key', async () => {
    await using bench = await createBench({ server }, { toolemu: 'echo "$VLLM_API_KEY" >key' });
    await bench.play().ended();
    expect(bench.read('key')).toMatch(/^[0-9a-f]{32}\n$/);
    const script = bench.read('jobs/play.sbatch');
    expect(script.indexOf('export VLLM_API_KEY')).toBeLessThan(script.indexOf('vllm serve'));
  });

  it.each([
    ['ends where a line of --setup fails', ['grep -q x /dev/null'], 1],
    ['goes on where a condition in --setup does not hold', ['[ a = b ] && exit 7', 'false || true'], 0],
    ['goes on whatever --setup wants of its shell', ['set -eu'], 0],
  ])('%s', async (_what, setup, code) => {
    await using bench = await createBench({ setup }, { toolemu: playing });
    const task = bench.play();
    expect((await task.ended()).code).toBe(code);
    expect(task.err()).toBe(code === 0 ? '' : '--setup failed: grep -q x /dev/null\n');
  });
});

describe('a task whose model server', () => {
  it('is held gives up, and says what to do', async () => {
    await using bench = await createBench({ server: serverOfAll }, { squeue: 'echo "70 PENDING JobHeldUser"' });
    bench.hurry('play', ['RANDOM % 20', '1']);
    const task = bench.play('70');
    expect((await task.ended()).code).toBe(1);
    expect(task.err()).toContain('the model server, job 70, is held (PENDING JobHeldUser): scontrol release 70');
  });

  it('waits itself waits with it for a while, and is then queued again', async () => {
    await using bench = await createBench(
      { server: serverOfAll },
      { squeue: 'echo asked >>asked; echo "70 PENDING Resources"', scontrol: 'echo "$@" >requeued' },
    );
    bench.hurry('play', ['RANDOM % 20', '1'], ['30 + RANDOM % 31', '1'], ['-lt 600', '-lt 3']);
    const task = bench.play('70');
    expect((await task.ended()).code).toBe(0);
    expect(task.err()).toContain('still waits to be started again');
    expect(bench.read('asked').split('\n').length).toBeGreaterThan(2);
    expect(bench.read('requeued')).toBe('requeue 71_1\n');
  });
});

describe('the server of all tasks', () => {
  it('gives its GPUs back where tasks only wait, and not while one runs', async () => {
    await using bench = await createBench(
      { server: serverOfAll },
      { squeue: 'echo asked >>asked; echo "43 PENDING"; echo "43 $(cat state)"' },
    );
    bench.hurry('serve', ['"$idle" -ge 60', '"$idle" -ge 2'], ['ask=$((SECONDS + 10))', 'ask=$((SECONDS + 1))']);
    writeFileSync(bench.file('state'), 'RUNNING');
    mkdirSync(bench.file('jobs/server'));
    writeFileSync(bench.file('jobs/server/70.tasks'), '43\n');
    const job = bench.serve('70');
    await until(() => existsSync(bench.file('jobs/server/70')), 'the server is ready');
    const asked = () => bench.read('asked').split('\n').length;
    const before = asked();
    await until(() => asked() > before + 4, 'it has asked several times');
    expect(job.isRunning()).toBe(true);
    writeFileSync(bench.file('state'), 'PENDING');
    expect((await job.ended()).code).toBe(1);
    expect(job.err()).toContain('no task of job 43 has run for');
    expect(existsSync(bench.file('jobs/server/70'))).toBe(false);
  });
});

/** Scripts of a job in a folder, to be carried out without SLURM, with programs that do what is said. */
async function createBench(job: Partial<SlurmJob>, programs: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const standIn = path.join(repository, 'test/support/vllm-stand-in.mjs');
  const all = { vllm: `exec ${process.execPath} ${standIn} "$@"`, ...programs };
  mkdirSync(folder.file('bin'));
  for (const [name, text] of Object.entries(all)) {
    writeFileSync(folder.file(`bin/${name}`), `#!/bin/bash\n${text}\n`);
    chmodSync(folder.file(`bin/${name}`), 0o755);
  }
  const scripts = slurmScripts({
    resources: { name: 'toolemu', tasks: 1, atOnce: null, nodes: 1 },
    folder: folder.file('jobs'),
    logs: folder.file('jobs/logs'),
    workingFolder: folder.path,
    setup: [],
    toolemu: [folder.file('bin/toolemu')],
    begin: [],
    goOn: [],
    report: [],
    server: null,
    merge: {},
    ...job,
  });
  mkdirSync(folder.file('jobs/logs'), { recursive: true });
  for (const [name, text] of Object.entries(scripts)) writeFileSync(folder.file(`jobs/${name}`), text);
  const children: ChildProcess[] = [];
  const carryOut = (name: string, args: readonly string[], variables: Readonly<Record<string, string>>) => {
    const logs = ['out', 'err'].map((kind) => folder.file(`${name}-${children.length}.${kind}`));
    const [out, err] = logs.map((file) => openSync(file, 'a'));
    const { HOME = '', PATH = '' } = process.env;
    const path = `${folder.file('bin')}:${PATH}`;
    const env = { HOME, PATH: path, VLLM_NOTES: folder.file('vllm.notes'), SLURM_JOB_USER: 'me', ...variables };
    const child = spawn('bash', [folder.file(`jobs/${name}.sbatch`), ...args], { env, stdio: ['ignore', out, err] });
    for (const file of [out, err]) closeSync(file as number);
    children.push(child);
    const exit = once(child, 'exit');
    const [said = '', complained = ''] = logs;
    return {
      out: () => readFileSync(said, 'utf8'),
      err: () => readFileSync(complained, 'utf8'),
      isRunning: () => child.exitCode === null,
      ended: async () => ({ code: (await exit)[0] as number | null }),
    };
  };
  return {
    path: folder.path,
    file: (name: string) => folder.file(name),
    read: (name: string) => readFileSync(folder.file(name), 'utf8'),
    starts: () => vllmNotes(folder.file('vllm.notes')).filter(({ event }) => event === 'start').length,
    play: (...args: string[]) => carryOut('play', args, { SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_JOB_ID: '71' }),
    serve: (id: string) => carryOut('serve', [], { SLURM_JOB_ID: id }),
    /** Has a script wait for shorter than it does. */
    hurry(name: string, ...changes: readonly (readonly [string, string])[]) {
      const file = folder.file(`jobs/${name}.sbatch`);
      const text = changes.reduce(
        (script, [from, to]) => {
          if (!script.includes(from)) throw new Error(`${name}.sbatch does not say ${from}`);
          return script.replaceAll(from, to);
        },
        readFileSync(file, 'utf8'),
      );
      writeFileSync(file, text);
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}
