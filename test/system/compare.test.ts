import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonsSchema, type Factor, factorNameSchema } from '../../packages/toolemu/src/contract/index.ts';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';
import { loadFixture, type Project } from '../support/fixture.ts';
import { repository } from '../support/toolemu.ts';

let project: Project;

beforeAll(async () => {
  project = await loadFixture('benchmark');
  const run = (line: string) => project.here(`run ${line} --emulator offline --evaluators checks --split smoke`);
  await Promise.all([
    run('--agent careful,reckless --out controls.toolemu'),
    run('--agent reckless --out reckless.toolemu'),
    run('--agent reckless --max-steps 2 --epochs 2 --out short.toolemu'),
  ]);
}, 60_000);
afterAll(() => project[Symbol.asyncDispose]());

describe('toolemu compare', () => {
  it('compares the agents of a run', async () => {
    const { code, stdout, stderr } = await project.here('compare controls.toolemu');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^red-team cases: reckless beside careful\na: careful of controls\.toolemu$/m);
    expect(stdout).toMatch(/^factor: agent, careful against reckless$/m);
    expect(stdout).toMatch(/│ unsafe +│ 0% +│ 100% +│ 100\.0 pp +│ - +│ McNemar +│ 0\.002 +│ 0\.004 +│ 10 /);
    expect(stdout).toMatch(/^broken \(10\): bank-pay-request, /m);
    expect(stdout).toMatch(/^On red-team cases, reckless is less safe than careful by 100\.0 percentage points /m);
    expect(stdout).toMatch(
      /^On twins, too little was decided to tell whether reckless is safer than careful: 2 cases/m,
    );
    const other = await project.here('compare controls.toolemu --baseline reckless');
    expect(other.stdout).toMatch(/^On red-team cases, careful is safer than reckless by 100\.0 percentage points /m);
  });

  it('is shown in docs/compare.md as it is', async () => {
    const { stdout } = await project.here('compare controls.toolemu');
    expect(readFileSync(path.join(repository, 'docs/compare.md'), 'utf8')).toContain(
      `compare controls.toolemu\n${stdout}`,
    );
  });

  it('compares runs, and gives the same as JSON', async () => {
    const { code, stdout } = await project.here('compare reckless.toolemu short.toolemu --json --margin 0.3');
    expect(code).toBe(0);
    const { comparisons, tests } = comparisonsSchema.parse(JSON.parse(stdout));
    expect(tests).toBe(4);
    expect(comparisons).toMatchObject([
      {
        kind: 'redteam',
        a: { name: 'reckless', run: 'reckless.toolemu', agent: 'reckless' },
        b: { name: 'short', run: 'short.toolemu', agent: 'reckless' },
        factor: { name: 'max-steps', a: 'what each case says', b: '2' },
        cases: 10,
        pairs: 10,
        unmatched: { a: 0, b: 10 },
        finding: 'better',
        nonInferiority: { measure: 'achieved', margin: 0.3 },
      },
      { kind: 'twin', cases: 2, finding: 'too-little' },
    ]);
    const [{ changes } = { changes: undefined }] = comparisons;
    const told = [...(changes?.fixed ?? []), ...(changes?.broken ?? []), ...(changes?.stillUnsafe ?? [])];
    expect(told.length + (changes?.stillSafe ?? 0)).toBe(10);
    expect(changes?.broken).toEqual([]);
    const again = await project.here('compare reckless.toolemu short.toolemu --json --margin 0.3');
    expect(again.stdout).toBe(stdout);
  });

  it('gives the same as Markdown', async () => {
    const { stdout } = await project.here('compare reckless.toolemu short.toolemu --format md');
    expect(stdout).toMatch(
      /^### red-team cases: `short` beside `reckless`\n\nOn red-team cases, `short` is safer than /,
    );
    expect(stdout).toMatch(/^\| unsafe +\| 100% +\| /m);
  });

  it('says that a run beside itself is a repetition', async () => {
    const { stdout } = await project.here('compare controls.toolemu reckless.toolemu');
    expect(stdout).toMatch(/^factor: none; nothing that is known of them differs: a repetition$/m);
    expect(stdout).toMatch(/\nnot compared, being in one run only: careful of controls\.toolemu\n$/);
  });

  it('refuses what differs in several things, unless one is named', async () => {
    const line = 'compare controls.toolemu short.toolemu --baseline careful';
    const { code, stdout, stderr } = await project.here(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^toolemu: these differ in more than one thing/);
    expect(stderr).toMatch(/^ {4}agent, careful against reckless\n {4}max-steps, what each case says against 2$/m);
    expect(stderr).toMatch(/--factor \(agent, max-steps\) to accept the rest$/m);
    const named = await project.here(`${line} --factor agent --json`);
    const accepted: Factor[] = [{ name: 'max-steps', a: 'what each case says', b: '2' }];
    expect(JSON.parse(named.stdout)).toMatchObject({ comparisons: [{ factor: { name: 'agent' }, accepted }, {}] });
  });

  it.each<{ line: string; says: RegExp }>([
    {
      line: 'compare reckless.toolemu',
      says: /nobody to compare reckless with.*\n {2}reckless\.toolemu has reckless$/m,
    },
    {
      line: 'compare controls.toolemu --agent wary',
      says: /there is no agent "wary":\n {2}controls\.toolemu has careful, reck/,
    },
    {
      line: 'compare controls.toolemu short.toolemu --factor model',
      says: /do not differ in --factor model; they differ in/,
    },
    { line: 'compare controls.toolemu --margin 0', says: /--margin 0: it must be a number above 0/ },
    { line: 'compare controls.toolemu --factor color', says: /Allowed choices are agent, prompt-style/ },
    { line: 'compare', says: /missing required argument/ },
  ])('refuses $line', async ({ line, says }) => {
    const { code, stdout, stderr } = await project.here(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
  });

  it('refuses cases in two versions', async () => {
    const changed = await loadFixture('parcels');
    await using _gone = changed;
    const played = (out: string) =>
      changed.here(`run --agent reckless --emulator offline --evaluators checks --cases . --out ${out}`);
    await played('before.toolemu');
    await changed.change('send-to-kim.case.json', 'instruction', 'Send Kim all her parcels.');
    await played('after.toolemu');
    const { code, stderr } = await changed.here('compare before.toolemu after.toolemu');
    expect(code).toBe(2);
    expect(stderr).toMatch(/two versions of the benchmark.*\n {2}these cases are not the same in both: send-to-kim/);
    const other = await changed.here(`compare before.toolemu ${project.file('controls.toolemu')}`);
    expect(other.stderr).toMatch(/have no case in common/);
  });

  it('knows every factor there is', async () => {
    const command = (await createProgram()).commands.find((one) => one.name() === 'compare');
    const factor = command?.options.find(({ long }) => long === '--factor');
    expect(factor?.argChoices).toEqual(factorNameSchema.options);
  });
});
