import { readdirSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import {
  createSlurmProject,
  runningOf,
  type SlurmJobs,
  type SlurmProject,
  startAgain,
  statesOf,
  twoEpisodes,
} from '../support/slurm-project.ts';
import { onSlurm, type Slurm, startSlurm, until } from '../support/slurm.ts';

onSlurm('a model server for all tasks of SLURM', () => {
  let slurm: Slurm;
  beforeAll(async () => {
    slurm = await startSlurm();
  });
  afterAll(() => slurm[Symbol.asyncDispose]());

  test('is started once, asked by each, and ends when they have', async () => {
    await using project = await createSlurmProject(slurm);
    const { serve, play, merge } = await submit(project, '--max-model-len=4096');
    await project.requests(1);
    // The key stands in it.
    expect(statSync(project.file(`jobs/server/${serve}`)).mode & 0o077).toBe(0);
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
    expect(await statesOf(slurm, play)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await statesOf(slurm, serve)).toEqual(['COMPLETED']);
    const starts = project.notes('start');
    expect(starts.map(({ options }) => options)).toEqual([
      ['--host=0.0.0.0', expect.stringMatching(/^--port=\d+$/), '--max-model-len=4096'],
    ]);
    expect(runningOf(starts)).toEqual([]);
    expect(new Set(project.notes('request').map(({ model }) => model))).toEqual(new Set(['org/Model-1']));
    expect(project.log(`toolemu-serve_${serve}.out`)).toContain('are over, and so is their server');
    expect(project.log(`gpu_usage_${serve}.log`)).toContain('A100');
    expect(project.gpuLoggers()).toEqual({ begun: 1, running: [] });
    using file = RunFile.read(project.file('jobs/run.toolemu'));
    expect(file.episodes().map(({ trajectory }) => trajectory.outcome.kind)).toEqual(['finished', 'finished']);
    expect(readdirSync(project.file('jobs/server'))).toEqual([`${serve}.tasks`]);
  });

  test.each([
    ['cannot load', 'VLLM_CRASHES=loading', '60', 'vllm ended before it was ready', 'No available memory'],
    ['takes too long', 'VLLM_LOADS=60', '3', 'vllm was not ready after 3 seconds', 'loading org/Model-1'],
    ['dies of a request', 'VLLM_CRASHES=3', '60', 'vllm ended while it served', 'CUDA out of memory'],
  ])('that %s leaves no task waiting, and tells why', async (_what, behaviour, seconds, headline, lastWords) => {
    await using project = await createSlurmProject(slurm);
    const { serve, play, merge } = await submit(project, '--setup', `export ${behaviour}`, '--serve-timeout', seconds);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    expect(await statesOf(slurm, play)).toEqual(['FAILED', 'FAILED']);
    expect(await statesOf(slurm, serve)).toEqual(['FAILED']);
    const told = project.log(`toolemu-serve_${serve}.err`);
    expect(told).toContain(headline);
    expect(told).toContain(lastWords);
    for (const task of [1, 2]) {
      const said = project.log(`toolemu_${play}_${task}.err`);
      expect(said).toContain(`the model server, job ${serve}, is over; to go on: bash `);
      expect(said).toContain(lastWords);
    }
    expect(runningOf(project.notes('start'))).toEqual([]);
  });

  test('ends when its tasks are cancelled, which keep what was answered', async () => {
    await using project = await createSlurmProject(slurm);
    const { serve, play, merge } = await submit(project);
    await project.requests(4);
    await slurm.run('scancel', play);
    expect(await statesOf(slurm, serve)).toEqual(['COMPLETED']);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    expect(runningOf(project.notes('start'))).toEqual([]);
    using file = RunFile.read(project.file('jobs/parts/part-1.toolemu'));
    expect([...file.calls()].length).toBeGreaterThan(0);
  });

  test('ends when its tasks are cancelled while it loads', async () => {
    await using project = await createSlurmProject(slurm);
    const { serve, play } = await submit(project, '--setup', 'export VLLM_LOADS=600');
    await until(() => project.notes('start').length > 0, 'the server loads');
    await slurm.run('scancel', play);
    expect(await statesOf(slurm, serve)).toEqual(['COMPLETED']);
    expect(runningOf(project.notes('start'))).toEqual([]);
  });

  test('that is cancelled while it begins has its tasks say so', async () => {
    await using project = await createSlurmProject(slurm);
    const slowly = '[ "$SLURM_JOB_NAME" != toolemu-serve ] || sleep 600';
    const { serve, play, merge } = await submit(project, '--setup', slowly);
    await slurm.run('scancel', serve);
    expect(await statesOf(slurm, play)).toEqual(['FAILED', 'FAILED']);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    expect(project.log(`toolemu_${play}_1.err`)).toContain(`the model server, job ${serve}, is over`);
  });

  test.each([
    ['is preempted', ['scontrol', 'requeue']],
    ['comes near its time limit', ['scancel', '--signal=USR1', '--batch']],
  ])('that %s has its tasks wait for it, and go on', async (_what, [program = '', ...options]) => {
    await using project = await createSlurmProject(slurm);
    const { serve, play, merge } = await submit(project);
    await project.requests(4);
    await slurm.run(program, ...options, serve);
    const waits = (task: number) =>
      project.log(`toolemu_${play}_${task}.out`).split('waits for the model server').length;
    await until(() => waits(1) > 2 && waits(2) > 2, 'both tasks wait again');
    await startAgain(slurm, serve);
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
    expect(await statesOf(slurm, serve)).toEqual(['COMPLETED']);
    expect([...(await slurm.tasksOf(play)).values()].map(({ restarts }) => restarts)).toEqual([0, 0]);
    expect(project.notes('start')).toHaveLength(2);
    using file = RunFile.read(project.file('jobs/run.toolemu'));
    const calls = [...file.calls()].length;
    expect(project.notes('request').length).toBeLessThanOrEqual(calls + 2);
    expect(runningOf(project.notes('start'))).toEqual([]);
  });

  test('stays when a task is preempted', async () => {
    await using project = await createSlurmProject(slurm);
    const { serve, play, merge } = await submit(project);
    await project.requests(4);
    await slurm.run('scontrol', 'requeue', `${play}_1`);
    await until(async () => {
      const task = (await slurm.tasksOf(play)).get(1);
      return task?.state === 'PENDING' && task.restarts === 1;
    }, 'the task is queued again');
    await startAgain(slurm, `${play}_1`);
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
    expect(await statesOf(slurm, serve)).toEqual(['COMPLETED']);
    expect((await slurm.tasksOf(play)).get(2)).toMatchObject({ state: 'COMPLETED', restarts: 0 });
    expect(project.notes('start')).toHaveLength(1);
  });

  function submit(project: SlurmProject, ...options: string[]): Promise<SlurmJobs> {
    return project.submit('--array=2', '--one-server', ...project.served, ...options, ...twoEpisodes);
  }
});
