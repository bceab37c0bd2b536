import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsIn, contentOf, controls, createSlurmProject, statesOf, twoEpisodes } from '../support/slurm-project.ts';
import { findWithoutWal } from '../support/slurm-without-wal.ts';
import { onSlurm, type Slurm, startSlurm, until } from '../support/slurm.ts';
import { succeed } from '../support/toolemu.ts';

const withoutWal = findWithoutWal();
if (withoutWal === null && process.env.CI !== undefined)
  throw new Error(
    'no folder can be had where a WAL does not work, and CI is set: install bindfs, or gcc and libc6-dev',
  );
const how = withoutWal?.how ?? 'not to be had';

onSlurm(
  `a run as jobs of SLURM in a folder where SQLite's WAL does not work: ${how}`,
  () => {
    let slurm: Slurm;
    beforeAll(async () => {
      slurm = await startSlurm();
    });
    afterAll(() => slurm[Symbol.asyncDispose]());

    test('is whole in all its parts, and is the run that was not split', async () => {
      await using project = await createProject();
      const { play, merge } = await project.submit('--array', '4', ...project.setup, ...controls);
      expect(await statesOf(slurm, play)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED']);
      expect(await statesOf(slurm, merge)).toEqual(['COMPLETED']);
      const whole = project.file('whole.toolemu');
      await succeed(['run', ...controls, '--out', whole], { cwd: project.path });
      expect(contentOf(project.file('jobs/run.toolemu'))).toEqual(contentOf(whole));
      expect(project.parts()).toEqual([1, 2, 3, 4].map((part) => `part-${part}.toolemu`));
      expect(project.workingCopies()).toEqual([]);
    });

    test('whose task is killed goes on from its last copy when it is submitted again', async () => {
      await using project = await createProject();
      const pace = project.file('pace');
      await writeFile(pace, '10');
      const slowly = `--setup=[ "$SLURM_ARRAY_TASK_ID" != 1 ] || export VLLM_TAKES=$(cat '${pace}')`;
      const { play } = await project.submit('--array=2', ...project.served, slowly, ...project.setup, ...twoEpisodes);
      const part = project.file('jobs/parts/part-1.toolemu');
      await project.requests(3);
      await until(() => callsIn(part) > 0, 'the part is copied to its place');
      project.killTask(1);
      expect(await statesOf(slurm, play)).toEqual(['FAILED', 'COMPLETED']);
      // The copy of the task that was killed is left behind; that there is one shows that no WAL was had.
      expect(project.workingCopies()).toHaveLength(1);
      await writeFile(pace, '0.1');
      expect(await statesOf(slurm, (await project.submitAgain()).merge)).toEqual(['COMPLETED']);
      const whole = await project.playWhole(...twoEpisodes);
      expect(contentOf(project.file('jobs/run.toolemu'))).toEqual(contentOf(whole));
      // What was on its way when it was killed, and what was answered since the copy, is all that is asked again.
      expect(project.notes('request').length).toBeLessThanOrEqual(callsIn(whole) + 2);
      expect(project.parts()).toEqual(['part-1.toolemu', 'part-2.toolemu']);
    });

    /** A project whose folder of jobs is such a folder, and whose tasks keep what is temporary where it can be seen. */
    async function createProject() {
      const project = await createSlurmProject(slurm);
      const jobs = withoutWal?.make(project.file('jobs'));
      await mkdir(project.file('temporary'));
      const setup = [`export TMPDIR='${project.file('temporary')}'`, ...(jobs?.setup ?? [])];
      return {
        ...project,
        setup: setup.map((line) => `--setup=${line}`),
        parts: () => readdirSync(project.file('jobs/parts')).filter((name) => !name.endsWith('.done')),
        workingCopies: () => readdirSync(project.file('temporary')).filter((name) => name.startsWith('toolemu-')),
        async [Symbol.asyncDispose]() {
          jobs?.[Symbol.dispose]();
          await project[Symbol.asyncDispose]();
        },
      };
    }
  },
  withoutWal === null ? ['bindfs', 'cc'] : [],
);
