import { existsSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import {
  callsIn,
  contentOf,
  controls,
  createSlurmProject,
  fourEpisodes,
  oneEpisode,
  runningOf,
  startAgain,
  statesOf,
  twoEpisodes,
} from '../support/slurm-project.ts';
import { onSlurm, type Slurm, startSlurm, until } from '../support/slurm.ts';
import { succeed } from '../support/toolemu.ts';
import { startVllm } from '../support/vllm-server.ts';

/** Calls of each episode. */
const callsOfEpisode = 9;

onSlurm('a run as jobs of SLURM', () => {
  let slurm: Slurm;
  beforeAll(async () => {
    slurm = await startSlurm();
  });
  afterAll(() => slurm[Symbol.asyncDispose]());

  test('is played in parts, merged and reported, and is the run that was not split', async () => {
    await using project = await createSlurmProject(slurm);
    await using server = await startVllm();
    const options = ['--model=vllm/org/Model-1', '--base-url', server.url, ...fourEpisodes];
    const { play, merge } = await project.submit('--array', '4', ...options);
    expect(await statesOf(slurm, play)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
    const whole = project.file('whole.toolemu');
    await succeed(['run', ...options, '--yes', '--out', whole], { cwd: project.path });
    expect(callsIn(whole)).toBeGreaterThan(4);
    expect(contentOf(project.file('jobs/run.toolemu'))).toEqual(contentOf(whole));
    expect(readFileSync(project.file('jobs/report.html'), 'utf8')).toContain('<html');
    expect(readFileSync(project.file('jobs/report.txt'), 'utf8')).toContain('react');
    expect(JSON.parse(readFileSync(project.file('jobs/report.json'), 'utf8'))).toMatchObject({ planned: 4, done: 4 });
    expect(project.log(`toolemu_${play}_3.out`)).toContain('part 3 of 4');
  });

  test('in which a task fails says which part is missing, and plays just that when it is submitted again', async () => {
    await using project = await createSlurmProject(slurm);
    const fails = `[ "$SLURM_ARRAY_TASK_ID" != 2 ] || [ -e '${project.file('mended')}' ] || exit 7`;
    const { play, merge } = await project.submit('--array', '3', '--setup', fails, ...controls);
    expect(await statesOf(slurm, play)).toEqual(['COMPLETED', 'FAILED', 'COMPLETED']);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    const said = project.log(`toolemu-merge_${merge}.err`);
    expect(said).toContain('part 2 of 3 is missing');
    expect(said).toContain('bash ');
    expect(existsSync(project.file('jobs/run.toolemu'))).toBe(false);
    using partial = RunFile.read(project.file('jobs/partial.toolemu'));
    expect(partial.episodes().length).toBeGreaterThan(0);
    expect(readFileSync(project.file('jobs/partial.html'), 'utf8')).toContain('<html');
    expect(readFileSync(project.file('jobs/partial.txt'), 'utf8')).toContain('reckless');
    await writeFile(project.file('mended'), '');
    const again = await project.submitAgain();
    expect(await statesOf(slurm, again.merge)).toEqual(['COMPLETED']);
    expect(project.log(`toolemu_${again.play}_1.out`)).toContain('nothing is left');
    expect(existsSync(project.file('jobs/partial.toolemu'))).toBe(false);
    using file = RunFile.read(project.file('jobs/run.toolemu'));
    expect(file.episodes()).toHaveLength(16);
  });

  test('whose task is killed goes on when it is submitted again, and pays no answer twice', async () => {
    await using project = await createSlurmProject(slurm);
    const { play, merge } = await project.submit('--array', '4', ...project.served, ...fourEpisodes);
    const part = project.file('jobs/parts/part-2.toolemu');
    await until(() => existsSync(part) && statSync(part).size > 0 && callsIn(part) > 1, 'the task was answered');
    project.killTask(2);
    expect(await statesOf(slurm, play)).toEqual(['COMPLETED', 'FAILED', 'COMPLETED', 'COMPLETED']);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    const said = project.log(`toolemu-merge_${merge}.err`);
    expect(said).toContain('part 2 is not finished, 1 of 1 episodes');
    expect(await statesOf(slurm, (await project.submitAgain()).merge)).toEqual(['COMPLETED']);
    // The tasks that were done need no server again.
    expect(project.notes('start')).toHaveLength(4 + 1);
    expect(runningOf(project.notes('start'))).toEqual([]);
    expect(project.gpuLoggers()).toEqual({ begun: 4 + 1, running: [] });
    const whole = await project.playWhole(...fourEpisodes);
    expect(contentOf(project.file('jobs/run.toolemu'))).toEqual(contentOf(whole));
    // The answer that was on its way when it was killed is the one that is lost.
    expect(project.notes('request').length).toBeLessThanOrEqual(callsIn(whole) + 1);
  });

  test('whose task comes near its time limit keeps what was answered, is queued again and goes on', async () => {
    await using project = await createSlurmProject(slurm);
    const wrapped = ['--toolemu', `'${project.file('bin/npx')}'`];
    const { play, merge } = await project.submit('--array=2', ...wrapped, ...project.served, ...twoEpisodes);
    await project.requests(4);
    // The last task of an array has its number as a job: it alone is to be queued again.
    await slurm.run('scancel', '--signal=USR1', '--batch', `${play}_2`);
    await until(async () => {
      const task = (await slurm.tasksOf(play)).get(2);
      return task?.state === 'PENDING' && task.restarts === 1;
    }, 'the task is queued again');
    await startAgain(slurm, `${play}_2`);
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
    expect((await slurm.tasksOf(play)).get(1)).toMatchObject({ state: 'COMPLETED', restarts: 0 });
    expect(project.notes('request')).toHaveLength(2 * callsOfEpisode);
    expect(project.notes('stop')).toHaveLength(3);
    const out = project.log(`toolemu_${play}_2.out`);
    expect(out).toMatch(/started again 0 times[\s\S]*started again 1 times[\s\S]*going on with/);
    expect(project.log(`gpu_usage_${play}_2.log`)).toContain('A100');
  });

  test('that is cancelled keeps what was answered and leaves nothing running', async () => {
    await using project = await createSlurmProject(slurm);
    const { play, merge } = await project.submit('--array', '1', ...project.served, ...oneEpisode);
    await project.requests(3);
    await slurm.run('scancel', play);
    expect(await statesOf(slurm, play)).toEqual(['CANCELLED']);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    using file = RunFile.read(project.file('jobs/parts/part-1.toolemu'));
    expect([...file.calls()].length).toBeGreaterThanOrEqual(2);
    expect(runningOf(project.notes('start'))).toEqual([]);
    expect(project.gpuLoggers()).toEqual({ begun: 1, running: [] });
  });

  test('has its roles ask the model that each task serves', async () => {
    await using project = await createSlurmProject(slurm);
    const { merge } = await project.submit(
      '--array=1',
      ...project.served,
      '--tensor-parallel=2',
      '--max-model-len=4096',
      `--vllm-args=--dtype 'half x'`,
      ...oneEpisode,
    );
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
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
      await using project = await createSlurmProject(slurm);
      const more = ['--setup', `export ${behaviour}`, '--serve-timeout', seconds];
      const { play, merge } = await project.submit('--array', '1', ...project.served, ...more, ...oneEpisode);
      expect(await statesOf(slurm, play)).toEqual(['FAILED']);
      expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
      const said = project.log(`toolemu_${play}_1.err`);
      expect(said).toContain(headline);
      expect(said).toContain(lastWords);
      expect(runningOf(project.notes('start'))).toEqual([]);
    },
  );
});
