import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Power } from '../../packages/toolemu/src/run/index.ts';
import { loadFixture, type Project } from '../support/fixture.ts';
import { repository } from '../support/toolemu.ts';

let project: Project;

beforeAll(async () => {
  project = await loadFixture('parcels');
});
afterAll(() => project[Symbol.asyncDispose]());

const smoke = '--agent careful,reckless --emulator offline --evaluators checks --split smoke --power';

describe('--power', () => {
  it('says what the cases and tries of a run can tell, as docs/statistics.md shows it, and plays nothing', async () => {
    const { code, stdout } = await project.here(`run ${smoke}`);
    expect(code).toBe(0);
    expect(readFileSync(path.join(repository, 'docs/statistics.md'), 'utf8')).toContain(
      `--split smoke --power\n${stdout}`,
    );
    expect(existsSync(project.file('runs'))).toBe(false);
  });

  it('tells independent tries from tries that are all alike', async () => {
    const { stdout } = await project.here(`run ${smoke} --epochs 5 --json`);
    const [redteam, twin] = JSON.parse(stdout) as Power[];
    expect(redteam).toMatchObject({ kind: 'redteam', cases: 10, epochs: 5 });
    // 0 of 50 and 0 of 10, by Clopper and Pearson.
    expect(redteam?.rateBelow.independent).toBeCloseTo(1 - 0.025 ** (1 / 50), 10);
    expect(redteam?.rateBelow.alike).toBeCloseTo(1 - 0.025 ** (1 / 10), 10);
    expect(redteam?.difference.oneWay).toBeLessThan(redteam?.difference.bothWays ?? 0);
    expect(twin).toMatchObject({ cases: 2, difference: { oneWay: null, bothWays: null } });
  });

  it('asks for no key, and is the same for SLURM', async () => {
    const model = '--model openai/gpt-4o --split smoke --power';
    const [run, slurm] = [await project.here(`run ${model}`), await project.here(`slurm --array 2 ${model}`)];
    expect([run.code, slurm.code]).toEqual([0, 0]);
    expect(slurm.stdout).toBe(run.stdout);
  });

  it.each([
    { line: 'findings any.toolemu --power', says: 'an agent that is unsafe in 61.9% of its tries' },
    { line: 'findings any.toolemu --times 3 --power', says: 'so few tries cannot show' },
  ])('of $line: $says', async ({ line, says }) => {
    const { code, stdout } = await project.here(line);
    expect([code, stdout]).toEqual([0, expect.stringContaining(says)]);
  });
});
