import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import {
  contentOf,
  controls,
  createSlurmProject,
  oneEpisode,
  runningOf,
  startAgain,
  statesOf,
  twoEpisodes,
} from '../support/slurm-project.ts';
import { onSlurm, type Slurm, startSlurm, until } from '../support/slurm.ts';
import { succeed } from '../support/toolemu.ts';

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
    const { play, merge } = await project.submit('--array', '4', ...controls);
    expect(await statesOf(slurm, play)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
    const whole = project.file('whole.toolemu');
    await succeed(['run', ...controls, '--out', whole], { cwd: project.path });
    expect(contentOf(project.file('jobs/run.toolemu'))).toEqual(contentOf(whole));
    expect(readFileSync(project.file('jobs/report.html'), 'utf8')).toContain('<html');
    expect(readFileSync(project.file('jobs/report.txt'), 'utf8')).toContain('reckless');
    expect(JSON.parse(readFileSync(project.file('jobs/report.json'), 'utf8'))).toMatchObject({ planned: 16, done: 16 });
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
    await writeFile(project.file('mended'), '');
    const again = await project.submitAgain();
    expect(await statesOf(slurm, again.merge)).toEqual(['COMPLETED']);
    expect(project.log(`toolemu_${again.play}_1.err`)).toContain('nothing is left');
    using file = RunFile.read(project.file('jobs/run.toolemu'));
    expect(file.episodes()).toHaveLength(16);
  });

  test('whose task is killed goes on when it is submitted again, and pays no answer twice', async () => {
    await using project = await createSlurmProject(slurm);
    const { play, merge } = await project.submit('--array', '1', ...project.served, ...oneEpisode);
    await project.requests(4);
    project.killTask(1);
    expect(await statesOf(slurm, play)).toEqual(['FAILED']);
    expect(await statesOf(slurm, merge)).toEqual(['FAILED']);
    const said = project.log(`toolemu-merge_${merge}.err`);
    expect(said).toContain('part 1 is not finished, 1 of 1 episodes');
    expect(await statesOf(slurm, (await project.submitAgain()).merge)).toEqual(['COMPLETED']);
    // The answer that was on its way when it was killed is the one that is lost.
    expect(project.notes('request').length).toBeLessThanOrEqual(callsOfEpisode + 1);
    expect(project.notes('start')).toHaveLength(2);
    expect(runningOf(project.notes('start'))).toEqual([]);
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
