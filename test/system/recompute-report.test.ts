import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type Report, reportSchema } from '../../packages/toolemu/src/contract/index.ts';
import { compareFigures } from '../recompute-report/compare-figures.mjs';
import { recomputeFigures } from '../recompute-report/recompute-figures.mjs';
import { setup as build } from '../support/build.ts';
import { loadFixture, type Project } from '../support/fixture.ts';
import { absence, dumps, isAbsent, officialToolkits } from '../support/official-files.ts';
import {
  type Instead,
  type OpenAiEndpoint,
  openAiError,
  type RoleRequest,
  startOpenAiEndpoint,
} from '../support/openai-endpoint.ts';
import { answer, type Reply } from '../support/replies.mjs';
import { systemOf, textOf } from '../support/requests.ts';
import { repository } from '../support/toolemu.ts';
import { withValue } from '../support/with-value.ts';

const folder = path.join(repository, 'test/recompute-report');
const data = path.join(repository, 'packages/toolemu/data');
const { smoke } = JSON.parse(readFileSync(path.join(data, 'splits.json'), 'utf8')) as { smoke: string[] };
const cases = smoke.filter((id) => !id.endsWith('-twin')).slice(0, 7);
const [refused, unjudged, ...others] = cases.map(instructionOf);

let project: Project;
let endpoint: OpenAiEndpoint;
let controls: Recomputed;
let dump: Recomputed | undefined;
let models: Recomputed;
let fork: Recomputed;

beforeAll(async () => {
  build();
  project = await loadFixture('parcels');
  endpoint = await startOpenAiEndpoint(replyTo);
  [controls, dump, [models, fork]] = await Promise.all([playControls(), importDumps(), playModels()]);
}, 180_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

describe('a report of control agents', () => {
  it('holds what its lines give', () => {
    const { report } = controls;
    expect(report).toMatchObject({
      done: 72,
      tries: { length: 6 },
      consequences: { length: 6 },
      worlds: { length: 3 },
    });
    expect(report.consequences.flatMap(({ counts }) => counts.map(({ category }) => category))).toContain('money');
    expectSame(controls, 8_000);
  });

  it.each<{ at: string; named: string }>([
    { at: 'summaries[1].unsafe.interval.low', named: 'summaries[reckless redteam].unsafe.interval.low' },
    { at: 'summaries[1].verdicts.unsafe', named: 'summaries[reckless redteam].verdicts.unsafe' },
    { at: 'summaries[0].steps.interval.high', named: 'summaries[careful redteam].steps.interval.high' },
    { at: 'tries[1].passHatK[1].safe', named: 'tries[reckless redteam].passHatK[1].safe' },
    { at: 'tries[1].passHatK[1].cases', named: 'tries[reckless redteam].passHatK[1].cases' },
    { at: 'consequences[1].counts[0].total', named: 'consequences[reckless redteam].counts[records lost].total' },
    { at: 'overCaution[0].byQuitting', named: 'overCaution[careful].byQuitting' },
    { at: 'worlds[0].medianCalls', named: 'worlds[0].medianCalls' },
    { at: 'costs.total.calls', named: 'costs.total.calls' },
  ])('that says something else at $at is found out', ({ at, named }) => {
    expect(differingIn(controls, { at, value: 0.123 })).toEqual([`report.${named}`]);
  });

  it('that lacks a row, or has one too many, is found out', () => {
    const [first, ...groups] = controls.report.groups;
    const without = differingIn(controls, { at: 'groups', value: groups as unknown as Json });
    expect(without).toContain(`report.groups[${first?.by} ${first?.group} ${first?.agent} ${first?.kind}].episodes`);
    const row = { agent: 'careful', kind: 'redteam', result: 'verdict', reason: 'lost', count: 1, withChecks: 1 };
    const more = differingIn(controls, { at: 'missing', value: [row] });
    expect(more).toContain('report.missing[careful redteam verdict lost].count');
  });
});

describe.skipIf(isAbsent)(`a report of imported trajectories${absence}`, () => {
  it('holds what its lines give', () => {
    expect(dump?.report).toMatchObject({
      summaries: [{ otherScores: { 'helpfulness-ignore-safety': { of: 15 } } }, { episodes: 15 }],
      consequences: [{ unknown: 15 }, { unknown: 15 }],
    });
    expectSame(dump, 2_000);
  });
});

describe('a report of language models', () => {
  it('holds what its lines give', () => {
    expect(models.report.missing.map(({ result, reason }) => `${result} ${reason}`)).toEqual(
      expect.arrayContaining([
        'verdict safety could not be read',
        'verdict broke off (unanswerable: too long for a model, or refused by a filter)',
      ]),
    );
    expect(models.report).toMatchObject({
      quitting: [{ rate: { missing: 2 } }],
      costs: { total: { usd: expect.any(Number) } },
    });
    expectSame(models, 4_000);
  });

  it.each([
    'summaries[0].safety.bounds.low',
    'summaries[1].cost.usd',
    'summaries[0].hijacked.missing',
    'summaries[0].account.misreported.count',
    'summaries[0].account.unreportedHarm.of',
    'missing[0].count',
    'missing[0].withChecks',
    'quitting[0].beforeIrreversible',
    'quitting[0].quits[0].step',
    'costs.byRoleAndModel[0].usd',
  ])('that says something else at %s is found out', (at) => {
    expect(differingIn(models, { at, value: 0.123 })).toHaveLength(1);
  });

  it('holds what its lines give where they go on from others', () => {
    expect(fork.report).toMatchObject({ forks: [{ times: 2, precision: { of: expect.any(Number) } }], tries: [] });
    expectSame(fork, 500);
    expect(differingIn(fork, { at: 'forks[0].precision.count', value: 9 })).toHaveLength(1);
  });
});

describe('the script', () => {
  it('says how many figures it compared', async () => {
    const stdout = expect.stringMatching(/^\d{4,} figures compared, 0 differ\n$/);
    await expect(recompute('models.jsonl', 'models.json')).resolves.toEqual({ code: 0, stdout });
  });

  it('names each figure that differs, and fails', async () => {
    writeFileSync(project.file('changed.json'), JSON.stringify(withValue(models.report, 'done', 13)));
    const stdout = expect.stringMatching(/^"report\.done": 13, recomputed 28\n\d+ figures compared, 1 differ\n$/);
    await expect(recompute('models.jsonl', 'changed.json')).resolves.toEqual({ code: 1, stdout });
  });

  it('is of small modules, and of no code of the program', () => {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(60);
      for (const [, from] of text.matchAll(/(?:from|import)\b[ (]*'([^']*)'/g))
        expect(from).toMatch(/^(node:|pure-rand\/|\.\/)/);
    }
  });
});

function instructionOf(caseId: string): string {
  const file = path.join(data, 'cases', `${caseId}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { instruction: string }).instruction;
}

/**
 * The provider refuses the content of one case, and the judge of safety says nothing of use on another. Who may quit does
 * so on the next two.
 */
function replyTo({ role, body }: RoleRequest): Reply | Instead {
  const texts = (body.messages ?? []).map(({ content }) => textOf(content));
  const isOn = (instruction = '') => texts.some((text) => text.includes(instruction));
  if (role === 'agent' && isOn(refused))
    return openAiError(400, { message: 'refused', code: 'content_policy_violation' });
  if (role === 'safety' && isOn(unjudged)) return 'I would rather not say.';
  const mayQuit = role === 'agent' && systemOf(body).includes('QUIT:');
  const hasSeen = texts.some((text) => text.startsWith('Observation:'));
  return mayQuit && hasSeen && others.slice(0, 2).some(isOn)
    ? 'Thought: No.\nQUIT: I cannot rule out harm.'
    : answer(body);
}

async function succeed(line: string): Promise<void> {
  const { code, stderr } = await project.toolemu(line);
  if (code !== 0) throw new Error(`toolemu ${line} ended with ${code}: ${stderr}`);
}

/** A report, and its figures from the lines of its run's export. */
interface Recomputed {
  readonly report: Report;
  readonly figures: object;
}

async function playControls(): Promise<Recomputed> {
  const agents = '--agent careful,reckless,noact --emulator offline --evaluators checks';
  await succeed(`run ${agents} --split smoke --epochs 2 --out controls.toolemu`);
  return recomputed('controls', '--worlds');
}

async function importDumps(): Promise<Recomputed | undefined> {
  if (isAbsent) return undefined;
  const files = ['gpt-4.1-mini', 'gpt-5-mini'].map((name) => path.join(dumps, `${name}.jsonl`));
  await succeed(`import ${files.join(' ')} --toolkits ${officialToolkits} --out dump.toolemu`);
  return recomputed('dump');
}

async function playModels(): Promise<[Recomputed, Recomputed]> {
  writeFileSync(project.file('.env'), 'OPENAI_API_KEY=none\n');
  const roles = ['agent', 'evaluator'].map(
    (role) => `--${role}-model openai/gpt-4o --${role}-base-url ${endpoint.url}`,
  );
  const asked =
    '--agent react --prompt-style naive,quit --emulator offline --evaluators safety,helpfulness,checks,account';
  const line = `run ${asked} ${roles.join(' ')} --select ${cases.join(',')} --epochs 2 --seed 7 --yes --out models.toolemu`;
  await succeed(line);
  await succeed('fork models.toolemu --at quit --times 2 --yes --out fork.toolemu');
  return Promise.all([recomputed('models'), recomputed('fork')]);
}

/** Writes the lines and the report of a run, and recomputes it. */
async function recomputed(run: string, options = ''): Promise<Recomputed> {
  await Promise.all([
    succeed(`export ${run}.toolemu --out ${run}.jsonl`),
    succeed(`report ${run}.toolemu --format json --out ${run}.json ${options}`),
  ]);
  const report = reportSchema.parse(JSON.parse(readFileSync(project.file(`${run}.json`), 'utf8')));
  const lines = readFileSync(project.file(`${run}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  const figures = recomputeFigures(
    lines.map((line): unknown => JSON.parse(line)),
    report,
  );
  return { report, figures };
}

function expectSame(of: Recomputed | undefined, fewest: number): void {
  const { compared, differing } = compareFigures(of?.figures ?? {}, of?.report ?? {});
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThanOrEqual(fewest);
}

/** The figures that differ in a report of which one value is another. */
function differingIn({ report, figures }: Recomputed, { at, value }: { at: string; value: Json }): string[] {
  const changed = withValue(report, at, value) as Report;
  return compareFigures(figures, changed).differing.map((figure) => figure.path);
}

function recompute(...names: string[]): Promise<{ code: number; stdout: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string }>();
  const files = [path.join(folder, 'recompute-report.mjs'), ...names.map((name) => project.file(name))];
  execFile(process.execPath, files, (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout }));
  return promise;
}
