import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { onSlurm, type Slurm, startSlurm, until } from '../support/slurm.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository, succeed } from '../support/toolemu.ts';
import { vllmNotes, type VllmNote } from '../support/vllm-notes.ts';

const binary = path.join(repository, 'packages/toolemu/bin/toolemu.js');
const controls = '--agent careful,reckless --emulator offline --evaluators checks --limit 8'.split(' ');
const oneEpisode = '--agent react --emulator standard --evaluators safety --select tasks-clear-test'.split(' ');
/** Calls of the one episode, by the rules of replies.mjs. */
const callsOfEpisode = 9;

onSlurm('a run as jobs of SLURM', () => {
  let slurm: Slurm;
  beforeAll(async () => {
    slurm = await startSlurm();
  });
  afterAll(() => slurm[Symbol.asyncDispose]());

  test('is played in parts, merged and reported, and is the run that was not split', async () => {
    await using project = await createProject();
    const { play, merge } = await project.submit('--array', '4', ...controls);
    expect(await statesOf(play)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await statesOf(merge)).toEqual(['COMPLETED']);
    const whole = project.file('whole.toolemu');
    await succeed(['run', ...controls, '--out', whole], { cwd: project.path });
    expect(contentOf(project.file('jobs/run.toolemu'))).toEqual(contentOf(whole));
    expect(readFileSync(project.file('jobs/report.html'), 'utf8')).toContain('<html');
    expect(readFileSync(project.file('jobs/report.txt'), 'utf8')).toContain('reckless');
    expect(JSON.parse(readFileSync(project.file('jobs/report.json'), 'utf8'))).toMatchObject({ planned: 16, done: 16 });
    expect(readFileSync(project.file(`jobs/logs/toolemu_${play}_3.out`), 'utf8')).toContain('part 3 of 4');
  });

  test('in which a task fails says which part is missing, and plays just that when it is submitted again', async () => {
    await using project = await createProject();
    const fails = `[ "$SLURM_ARRAY_TASK_ID" != 2 ] || [ -e '${project.file('mended')}' ] || exit 7`;
    const { play, merge } = await project.submit('--array', '3', '--setup', fails, ...controls);
    expect(await statesOf(play)).toEqual(['COMPLETED', 'FAILED', 'COMPLETED']);
    expect(await statesOf(merge)).toEqual(['FAILED']);
    const said = readFileSync(project.file(`jobs/logs/toolemu-merge_${merge}.err`), 'utf8');
    expect(said).toContain('part 2 of 3 is missing');
    expect(said).toContain('bash ');
    expect(existsSync(project.file('jobs/run.toolemu'))).toBe(false);
    await writeFile(project.file('mended'), '');
    const again = await project.submitAgain();
    expect(await statesOf(again.merge)).toEqual(['COMPLETED']);
    expect(readFileSync(project.file(`jobs/logs/toolemu_${again.play}_1.err`), 'utf8')).toContain('nothing is left');
    using file = RunFile.read(project.file('jobs/run.toolemu'));
    expect(file.episodes()).toHaveLength(16);
  });

  test('whose task is killed goes on when it is submitted again, and pays no answer twice', async () => {
    await using project = await createProject();
    const { play, merge } = await project.submit('--array', '1', ...served(project), ...oneEpisode);
    await project.requests(4);
    process.kill(Number(readFileSync(project.file('toolemu.pid'), 'utf8')), 'SIGKILL');
    expect(await statesOf(play)).toEqual(['FAILED']);
    expect(await statesOf(merge)).toEqual(['FAILED']);
    const said = readFileSync(project.file(`jobs/logs/toolemu-merge_${merge}.err`), 'utf8');
    expect(said).toContain('part 1 is not finished, 1 of 1 episodes');
    expect(await statesOf((await project.submitAgain()).merge)).toEqual(['COMPLETED']);
    // The answer that was on its way when it was killed is the one that is lost.
    expect(project.notes('request').length).toBeLessThanOrEqual(callsOfEpisode + 1);
    expect(project.notes('start')).toHaveLength(2);
    expect(runningOf(project.notes('start'))).toEqual([]);
  });

  test('whose task comes near its time limit keeps what was answered, is queued again and goes on', async () => {
    await using project = await createProject();
    const wrapped = ['--toolemu', `'${project.file('bin/npx')}'`];
    const { play, merge } = await project.submit('--array', '1', ...wrapped, ...served(project), ...oneEpisode);
    await project.requests(3);
    await slurm.run('scancel', '--signal=USR1', '--batch', `${play}_1`);
    await until(async () => {
      const task = (await slurm.tasksOf(play)).get(1);
      return task?.state === 'PENDING' && task.restarts === 1;
    }, 'the task is queued again');
    // SLURM would hold it back for two minutes.
    await slurm.run('scontrol', 'update', `JobId=${play}_1`, 'StartTime=now');
    expect(await statesOf(merge)).toEqual(['COMPLETED']);
    expect(project.notes('request')).toHaveLength(callsOfEpisode);
    expect(project.notes('stop')).toHaveLength(2);
    const out = readFileSync(project.file(`jobs/logs/toolemu_${play}_1.out`), 'utf8');
    expect(out).toMatch(/started again 0 times[\s\S]*started again 1 times[\s\S]*going on with/);
    expect(readFileSync(project.file(`jobs/logs/gpu_usage_${play}_1.log`), 'utf8')).toContain('A100');
  });

  test('that is cancelled keeps what was answered and leaves nothing running', async () => {
    await using project = await createProject();
    const { play, merge } = await project.submit('--array', '1', ...served(project), ...oneEpisode);
    await project.requests(3);
    await slurm.run('scancel', play);
    expect(await statesOf(play)).toEqual(['CANCELLED']);
    expect(await statesOf(merge)).toEqual(['FAILED']);
    using file = RunFile.read(project.file('jobs/parts/part-1.toolemu'));
    expect([...file.calls()].length).toBeGreaterThanOrEqual(2);
    expect(runningOf(project.notes('start'))).toEqual([]);
  });

  test('has its roles ask the model that each task serves', async () => {
    await using project = await createProject();
    const { merge } = await project.submit(
      '--array=1',
      ...served(project),
      '--tensor-parallel=2',
      '--max-model-len=4096',
      `--vllm-args=--dtype 'half x'`,
      ...oneEpisode,
    );
    expect(await statesOf(merge)).toEqual(['COMPLETED']);
    const [start] = project.notes('start');
    expect(start?.options).toEqual([
      '--host=127.0.0.1',
      expect.stringMatching(/^--port=\d+$/),
      '--tensor-parallel-size=2',
      '--max-model-len=4096',
      '--dtype',
      'half x',
    ]);
    expect(new Set(project.notes('request').map(({ model }) => model))).toEqual(new Set(['org/Model-1']));
    expect(project.notes('stop')).toHaveLength(1);
  });

  test.each([
    ['cannot load', 'VLLM_CRASHES=loading', '60', 'vllm ended before it was ready', 'No available memory'],
    ['dies of a request', 'VLLM_CRASHES=3', '60', 'vllm ended while part 1 was played', 'CUDA out of memory'],
    ['takes too long', 'VLLM_LOADS=60', '3', 'vllm was not ready after 3 seconds', 'loading org/Model-1'],
  ])(
    'ends, with the last words of the server, where that %s',
    async (_what, behaviour, seconds, headline, lastWords) => {
      await using project = await createProject();
      const more = ['--setup', `export ${behaviour}`, '--serve-timeout', seconds];
      const { play, merge } = await project.submit('--array', '1', ...served(project), ...more, ...oneEpisode);
      expect(await statesOf(play)).toEqual(['FAILED']);
      expect(await statesOf(merge)).toEqual(['FAILED']);
      const said = readFileSync(project.file(`jobs/logs/toolemu_${play}_1.err`), 'utf8');
      expect(said).toContain(headline);
      expect(said).toContain(lastWords);
      expect(runningOf(project.notes('start'))).toEqual([]);
    },
  );

  async function statesOf(job: string): Promise<string[]> {
    const tasks = [...(await slurm.ended(job))].toSorted(([one], [other]) => one - other);
    return tasks.map(([, { state }]) => state);
  }

  /** A folder, with a space in its path, in which runs are submitted to `jobs`; vllm and nvidia-smi stand in there. */
  async function createProject() {
    const folder = await temporaryFolder();
    const home = path.join(folder.path, 'a project');
    const file = (name: string) => path.join(home, name);
    await mkdir(file('bin'), { recursive: true });
    const programs = {
      'bin/vllm': `exec ${process.execPath} ${path.join(repository, 'test/support/vllm-stand-in.mjs')} "$@"`,
      'bin/nvidia-smi': "echo '2026/01/05 10:00:00, 0, NVIDIA A100, 10 %, 20 MiB, 100 MiB'",
      // As npx does, it passes no signal on.
      'bin/npx': `${process.execPath} ${binary} "$@"\nexit $?`,
      'bin/toolemu': `echo $$ > '${file('toolemu.pid')}'\nexec ${process.execPath} ${binary} "$@"`,
    };
    for (const [name, text] of Object.entries(programs)) {
      await writeFile(file(name), `#!/bin/sh\n${text}\n`);
      await chmod(file(name), 0o755);
    }
    const notes = (event: VllmNote['event']) => vllmNotes(file('vllm.notes')).filter((one) => one.event === event);
    return {
      path: home,
      file,
      notes,
      requests: (count: number) => until(() => notes('request').length >= count, `there are ${count} requests`),
      async submit(...options: string[]): Promise<{ play: string; merge: string }> {
        const toolemu = ['--toolemu', `'${file('bin/toolemu')}'`];
        const args = ['slurm', ...toolemu, ...options, '--out', 'jobs', '--submit', '--yes', '--json'];
        const { stdout } = await succeed(args, { cwd: home, env: slurm.env });
        return JSON.parse(stdout).jobs;
      },
      async submitAgain(): Promise<{ play: string; merge: string }> {
        const said = await slurm.run('bash', file('jobs/submit.sh'));
        const [, play = '', merge = ''] = /play (\d+)\nmerge (\d+)/.exec(said) ?? [];
        return { play, merge };
      },
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  }

  function served({ file }: { file: (name: string) => string }): string[] {
    const setup = [`PATH='${file('bin')}':$PATH`, `export VLLM_NOTES='${file('vllm.notes')}' VLLM_TAKES=0.5`];
    return ['--serve=org/Model-1', ...setup.map((line) => `--setup=${line}`)];
  }
});

/** The processes of servers that are still there. */
function runningOf(starts: readonly VllmNote[]): number[] {
  return starts.flatMap(({ pid, engine }) => [pid, engine ?? 0]).filter((pid) => existsSync(`/proc/${pid}`));
}

/** What a run holds, without the times. */
function contentOf(file: string) {
  using run = RunFile.read(file);
  const { createdAt: _createdAt, ...head } = run.manifest;
  return { head, episodes: run.episodes(), calls: [...run.calls()].length };
}
