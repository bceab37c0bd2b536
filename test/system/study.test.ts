import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import {
  type Label,
  type StoredLabel,
  type Study,
  type StudyReport,
  type StudyStatus,
  studySchema,
} from '../../packages/toolemu/src/contract/index.ts';
import { costsOf } from '../../packages/toolemu/src/report/index.ts';
import { addLabel, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { fillRound, openStudy, planStudy, readPlayed, roundConfig } from '../../packages/toolemu/src/study/index.ts';
import { labelOf } from '../support/label-folder.ts';
import { completionOf, openAiError, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { manifestOf, sendToKim, stepOf } from '../support/parcels.ts';
import { answer } from '../support/replies.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startToolemu } from '../support/toolemu.ts';
import { setup as build } from '../support/build.ts';

let stdout = '';
let stderr = '';
const streams = (['stdout', 'stderr'] as const).map((name) => [name, vi.spyOn(process[name], 'write')] as const);

beforeAll(() => {
  for (const [name, stream] of streams) {
    stream.mockImplementation((text: string | Uint8Array, ...rest: unknown[]) => {
      if (name === 'stdout') stdout += String(text);
      else stderr += String(text);
      const then = rest.at(-1);
      if (typeof then === 'function') then();
      return true;
    });
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => {
  for (const [, stream] of streams) stream.mockRestore();
  process.exitCode = undefined;
});

async function study(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  [stdout, stderr, process.exitCode] = ['', '', undefined];
  await main(['study', ...words]);
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { code, stdout, stderr };
}

const controls = ['--emulators', 'offline', '--agent', 'careful,reckless', '--no-view'];

/** A study of controls in a temporary folder. */
async function controlStudy(...words: string[]) {
  const folder = await temporaryFolder();
  const place = folder.file('pilot');
  const begun = await study('init', place, '--cases', '4', ...controls, ...words);
  return { ...folder, place, begun };
}

function studyIn(folder: string): Study {
  return studySchema.parse(JSON.parse(readFileSync(path.join(folder, 'study.json'), 'utf8')));
}

function episodesOf(file: string): string[] {
  using run = RunFile.read(file);
  return run.stored().map(({ plan }) => plan.id);
}

function spentOn(file: string): number {
  using run = RunFile.read(file);
  return costsOf(run.usage()).total.usd ?? 0;
}

/** Labels the trajectories of a round as annotators say, in the order of their ids. */
function label(folder: string, round: number, said: Record<string, Partial<Label>[]>): void {
  const file = path.join(folder, 'labelling', `round-${round}.toolemu`);
  const episodes = episodesOf(file).toSorted();
  for (const [annotator, labels] of Object.entries(said)) {
    for (const [at, one] of labels.entries()) addLabel(file, episodes[at] ?? '', labelOf(annotator, one));
  }
}

async function statusOf(folder: string, ...words: string[]): Promise<StudyStatus> {
  const { stdout: text } = await study('status', folder, '--json', ...words);
  return JSON.parse(text) as StudyStatus;
}

const fine = { emulation: 'none', safety: 3, helpfulness: 3 } as const;
const unsafe = { emulation: 'none', safety: 0, helpfulness: 3 } as const;

describe('toolemu study init', () => {
  it('plays the same cases with each emulator, and shows annotators nothing of who played', async () => {
    await using endpoint = await startOpenAiEndpoint();
    await using folder = await temporaryFolder();
    const place = folder.file('pilot');
    const model = ['--model', 'compatible/Hidden', '--base-url', endpoint.url, '--yes'];
    const { code, stderr: said } = await study('init', place, '--cases', '2', '--seed', '3', '--no-view', ...model);
    expect([code, said]).toEqual([0, expect.stringContaining(`label it: toolemu view ${place}/labelling`)]);
    const { cases, runs, items, emulators } = studyIn(place);
    expect([emulators, runs.map(({ file }) => file)]).toEqual([
      ['standard', 'adversarial'],
      ['runs/standard.toolemu', 'runs/adversarial.toolemu'],
    ]);
    for (const { file, emulator, agent } of runs) {
      using run = RunFile.read(path.join(place, file));
      expect(run.manifest.config.emulator.kind).toBe(emulator);
      expect(run.episodes().map(({ plan }) => plan.id)).toEqual(cases.map((id) => `${id}#${agent}#1`));
    }
    expect(endpoint.of('emulator').length).toBeGreaterThan(0);
    using round = RunFile.read(path.join(place, 'labelling/round-1.toolemu'));
    const shown = round.episodes();
    expect(shown.map(({ plan }) => plan.id)).toEqual(items.map((one) => `${one.case}#round-1#${one.place}`));
    expect(shown.flatMap(({ trajectory }) => trajectory.steps).length).toBeGreaterThan(0);
    expect(JSON.stringify([round.manifest.config, shown])).not.toMatch(
      /hidden|standard|adversarial|react|thought|Let me/i,
    );
    expect(shown.flatMap(({ evaluations }) => evaluations)).toEqual([]);
  });

  it('goes on with what an endpoint left open, and pays for nothing twice', async () => {
    let isBroken = true;
    await using endpoint = await startOpenAiEndpoint(({ body, role }) =>
      isBroken && role === 'helpfulness' ? openAiError(401, { message: 'no such key' }) : answer(body),
    );
    await using folder = await temporaryFolder();
    const place = folder.file('pilot');
    const model = ['--model', 'compatible/any', '--base-url', endpoint.url];
    const words = ['--cases', '2', '--emulators', 'standard', ...model];
    const first = await study('init', place, ...words, '--yes');
    expect(first.code).toBe(1);
    expect(first.stderr).toContain(`the study is gone on with by: toolemu study init ${place} --resume`);
    expect(first.stderr).toContain(`label it: toolemu view ${place}/labelling`);
    isBroken = false;
    const before = endpoint.requests.length;
    const again = await study('init', place, ...words, '--yes');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(`study init ${place} --resume`)]);
    const other = await study('init', place, '--resume', '--cases', '3', '--seed', '4');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('leave out --cases, --seed')]);
    const unasked = await study('init', place, '--resume');
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('say --yes')]);
    expect(endpoint.requests).toHaveLength(before);
    const { code } = await study('init', place, '--resume', '--yes', '--no-view');
    const asked = endpoint.requests.slice(before);
    expect([code, new Set(asked.map(({ role }) => role)), asked.length]).toEqual([0, new Set(['helpfulness']), 2]);
  });

  it('keeps what was played when it is interrupted, and plays the rest once that is asked for', async () => {
    let isStopped = false;
    await using endpoint = await startOpenAiEndpoint(({ body, n }) => {
      if (n === 6 && !isStopped) {
        isStopped = true;
        process.emit('SIGINT');
      }
      return answer(body);
    });
    await using folder = await temporaryFolder();
    const place = folder.file('pilot');
    const model = ['--model', 'compatible/any', '--base-url', endpoint.url, '--concurrency', '1', '--yes'];
    const first = await study('init', place, '--cases', '2', ...model);
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('interrupted with')]);
    expect(first.stderr).toContain(`study init ${place} --resume`);
    expect((await statusOf(place)).trajectories.open).toBeGreaterThan(0);
    const { code } = await study('init', place, '--resume', '--no-view', '--yes');
    expect([code, (await statusOf(place)).trajectories]).toEqual([0, { played: 4, brokenOff: 0, open: 0 }]);
    const emulated = endpoint.of('emulator').map(({ body }) => JSON.stringify(body));
    expect(new Set(emulated).size).toBe(emulated.length);
    expect(episodesOf(path.join(place, 'labelling/round-1.toolemu'))).toHaveLength(4);
  });

  it('spends on all runs together no more than --max-cost', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'a key');
    const usage = { prompt_tokens: 10_000, completion_tokens: 50, total_tokens: 10_050 };
    await using endpoint = await startOpenAiEndpoint(({ body }) => ({
      instead: { body: completionOf(answer(body), usage) },
    }));
    await using folder = await temporaryFolder();
    const model = [
      '--model',
      'gpt-4o',
      '--base-url',
      endpoint.url,
      '--max-tokens',
      '60',
      '--concurrency',
      '1',
      '--yes',
    ];
    const words = ['--cases', '2', '--evaluators', 'none', '--no-view', ...model];
    await study('init', folder.file('one'), ...words, '--emulators', 'standard');
    const single = spentOn(folder.file('one/runs/standard.toolemu'));
    const most = single * 1.2;
    const place = folder.file('both');
    const first = await study('init', place, ...words, '--max-cost', most.toFixed(6));
    expect([first.code, first.stderr]).toEqual([
      1,
      expect.stringMatching(/ended at the budget with \d of 2 .*adversarial/),
    ]);
    const spent = ['standard', 'adversarial'].map((name) => spentOn(path.join(place, `runs/${name}.toolemu`)));
    expect(spent[0]! + spent[1]!).toBeLessThanOrEqual(most);
    const again = await study('init', place, '--resume', '--yes');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('say by --max-cost')]);
    const { code } = await study('init', place, '--resume', '--yes', '--no-view', '--max-cost', '5');
    expect([code, (await statusOf(place)).trajectories.played]).toEqual([0, 4]);
  });

  it('ends at the page on which it is labelled', async () => {
    build();
    await using folder = await temporaryFolder();
    const words = ['study', 'init', 'pilot', '--cases', '2', ...controls.slice(0, 4), '--no-open', '--port', '0'];
    const { child, ended } = startToolemu(words, { cwd: folder.path });
    let said = '';
    child.stdout?.on('data', (text: string) => (said += text));
    const url = await vi.waitFor(() => /http:\S+\/label/.exec(said)?.[0] ?? Promise.reject(new Error(said)), 30_000);
    const runs: unknown = await (await fetch(new URL('/api/label', url))).json();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(runs).toMatchObject([{ number: 1, items: 2, whole: 0 }]);
  });

  it('says what may be paid before it writes anything', async () => {
    await using endpoint = await startOpenAiEndpoint();
    await using folder = await temporaryFolder();
    const model = ['--cases', '2', '--model', 'compatible/any', '--base-url', endpoint.url];
    const asked = await study('init', folder.file('pilot'), ...model);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('say --yes')]);
    expect(asked.stderr).toContain('4 episodes: 2 cases, each with standard and adversarial');
    const estimated = await study('init', folder.file('pilot'), ...model, '--estimate', '--json');
    expect(JSON.parse(estimated.stdout)).toMatchObject({ episodes: 4, unpriced: ['compatible/any'] });
    expect([existsSync(folder.file('pilot')), endpoint.requests]).toEqual([false, []]);
  });

  it('refuses to draw more cases than there are, and emulators that there are not', async () => {
    await using folder = await temporaryFolder();
    const many = await study('init', folder.file('pilot'), '--cases', '5000', ...controls);
    expect([many.code, many.stderr]).toEqual([2, expect.stringMatching(/--cases 5000: there are \d+ to draw from/)]);
    const unknown = await study('init', folder.file('pilot'), '--emulators', 'kind', '--agent', 'careful');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('there is no emulator "kind"')]);
  });
});

describe('toolemu study status', () => {
  it('says how far each annotator is and where they disagree, and opens a second round on that alone', async () => {
    await using pilot = await controlStudy('--annotators', 'Ada,Bo');
    label(pilot.place, 1, {
      Ada: [fine, unsafe, fine, { safety: 2 }],
      Bo: [fine, fine, { ...fine, safety: 2, emulation: 'minor' }],
      Zoe: [unsafe],
    });
    const { stdout: text } = await study('status', pilot.place);
    expect(text).toMatch(/^played +4 of 4 trajectories$/m);
    expect(text).toMatch(/^ +Ada +3 done +1 in part$/m);
    expect(text).toMatch(/^ +Bo +3 done +1 left$/m);
    expect(text).toMatch(/^annotators disagree on 1 of the 3 trajectories/m);
    expect(text).toMatch(/^ +\S+#\d +safety +Ada 0, Bo 3$/m);
    expect(text).toContain('Zoe labelled, and is not among the annotators');
    expect(text).toContain(`toolemu study status ${pilot.place} --round 2`);
    const second = await study('status', pilot.place, '--round', '2', '--no-view');
    expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('1 trajectory added')]);
    const [disputed] = (await statusOf(pilot.place)).disputes;
    expect(episodesOf(path.join(pilot.place, 'labelling/round-2.toolemu'))).toEqual([
      disputed?.item.replace('#', '#round-2#'),
    ]);
    label(pilot.place, 2, { Ada: [{ safety: 2 }] });
    const { disputes, rounds } = await statusOf(pilot.place);
    expect([disputes, rounds.map(({ items }) => items)]).toEqual([[], [4, 1]]);
    const first = await reportOf(pilot.place, '--round', '1');
    const last = await reportOf(pilot.place);
    expect([first, last].map(({ emulators }) => emulators[0]?.trueFailureIncidence.confirmed.count)).toEqual([1, 0]);
  });

  it('opens no round where nobody disagrees, or the one before is not begun', async () => {
    await using pilot = await controlStudy();
    label(pilot.place, 1, { Ada: [fine], Bo: [fine] });
    const none = await study('status', pilot.place, '--round', '2');
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('nothing is to be labelled again')]);
    const third = await study('status', pilot.place, '--round', '3');
    expect([third.code, third.stderr]).toEqual([2, expect.stringContaining('round 2, which is not begun')]);
  });

  it('says which file is missing, or is another', async () => {
    await using pilot = await controlStudy();
    const nowhere = await study('status', pilot.file('elsewhere'));
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('elsewhere/study.json is missing')]);
    renameSync(pilot.place, pilot.file('moved'));
    const moved = pilot.file('moved');
    expect((await study('status', moved)).code).toBe(0);
    rmSync(path.join(moved, 'labelling/round-1.toolemu'));
    expect((await study('status', moved)).stderr).toContain(`study init ${moved} --resume`);
    expect((await study('init', moved, '--resume', '--no-view')).code).toBe(0);
    renameSync(path.join(moved, 'runs/offline-1.toolemu'), path.join(moved, 'aside.toolemu'));
    expect((await study('status', moved)).stderr).toMatch(/offline-1\.toolemu is missing: .*\$\.runs\.0\.file/);
    RunFile.create(path.join(moved, 'runs/offline-1.toolemu'), {
      ...manifestOf(),
      config: { ...manifestOf().config, emulator: { kind: 'imported', model: null } },
    }).close();
    expect((await study('status', moved)).stderr).toMatch(/another run: its emulator is imported/);
    const file = path.join(moved, 'study.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('runs/offline-1.toolemu', '../offline-1.toolemu'));
    expect((await study('status', moved)).stderr).toMatch(/study\.json, \$\.runs\.0\.file: it must be a file of/);
  });
});

async function reportOf(folder: string, ...words: string[]): Promise<StudyReport> {
  const { stdout: text } = await study('report', folder, '--json', ...words);
  return JSON.parse(text) as StudyReport;
}

describe('toolemu study report', () => {
  it('leaves out labels that are not of the study, and says so', async () => {
    await using pilot = await controlStudy();
    const nobody = await study('report', pilot.place);
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('nobody has labelled')]);
    const [id = ''] = episodesOf(path.join(pilot.place, 'labelling/round-1.toolemu'));
    mkdirSync(path.join(pilot.place, 'labels'));
    const lines = [
      { ...labelOf('<b>|Ada', fine), episode: id },
      { ...labelOf('Ada', fine), episode: 'other#1' },
      { a: 1 },
    ];
    writeFileSync(path.join(pilot.place, 'labels/a.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const { code, stdout: text, stderr: said } = await study('report', pilot.place, '--format', 'md');
    expect(code).toBe(1);
    expect(said).toMatch(/2 labels left out:\n.*a\.jsonl, line 2, \$\.episode: no round of this study/);
    expect(text).toContain(String.raw`Only \<b\>\|Ada labelled`);
    expect(text).not.toContain('<b>');
    const { agreement, emulators, remarks } = await reportOf(pilot.place);
    expect(agreement.safety.binary.humanHuman).toEqual({ value: null, error: null, of: 0 });
    expect(emulators[0]).toMatchObject({ criticalFree: { count: 1, of: 1 }, missing: { emulation: 3 } });
    expect(remarks).toContain('<b>|Ada labelled 1 of 4.');
  });

  it("prints the paper's table where its counts are", async () => {
    await using folder = await temporaryFolder();
    paperStudy(folder.path);
    const { code, stdout: text } = await study('report', folder.path);
    expect(code).toBe(0);
    const cells = (name: string): string[] =>
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length)
        .trim()
        .split(/ {2,}/) ?? [];
    expect(cells('free of critical issues')).toEqual([
      '91.9% ± 2.7 (91 of 99)',
      '91.9% ± 2.7',
      '85.6% ± 3.6 (83 of 97)',
      '85.6% ± 3.6',
    ]);
    expect(cells('identified failure precision')).toEqual([
      '72.5% ± 7.1 (29 of 40)',
      '72.5% ± 7.1',
      '68.8% ± 6.7 (33 of 48)',
      '68.8% ± 6.7',
    ]);
    // 38 of 96 has a standard error of 4.99 points; the paper prints 4.9.
    expect(cells('true failures, found by the judge or not')).toEqual([
      '39.6% ± 5.0 (38 of 96)',
      '39.6% ± 4.9',
      '50.0% ± 5.1 (48 of 96)',
      '50.0% ± 5.1',
    ]);
    expect(cells('true failures that the judge found')).toEqual([
      '30.2% ± 4.7 (29 of 96)',
      '-',
      '34.4% ± 4.8 (33 of 96)',
      '-',
    ]);
    expect(cells('  minor issues')).toEqual(['68.7% ± 4.7 (68 of 99)', '68.7%', '60.8% ± 5.0 (59 of 97)', '60.8%']);
    const { stdout: markdown } = await study('report', folder.path, '--format', 'md');
    expect(markdown).toContain(
      '| identified failure precision | 72.5% ± 7.1 (29 of 40) | 72.5% ± 7.1 | 68.8% ± 6.7 (33 of 48) | 68.8% ± 6.7 |',
    );
  });
});

/** Counts that give the figures the paper prints (tables 3, 4 and B.6): of 99 or 97 trajectories 96 have labels of safety. */
const arms = {
  standard: { none: 23, minor: 68, critical: 8, confirmed: 38, identified: 40, found: 29 },
  adversarial: { none: 24, minor: 59, critical: 14, confirmed: 48, identified: 48, found: 33 },
};
const labelledForSafety = 96;
/** What each of four annotators says: two make an issue or a failure, and one makes none. */
const emulations = {
  none: ['none', 'minor', 'critical', 'none'],
  minor: ['minor', 'none', 'critical', 'minor'],
  critical: ['critical', 'minor', 'minor', 'critical'],
} as const;
const safeties = { fails: [0, 3, 1, 2], passes: [3, 1, 2, 3] } as const;

/** Makes a study with the counts of the paper, whose labels are in a file of labels. */
function paperStudy(folder: string): void {
  const cases = Array.from({ length: 100 }, (_, at) => ({ ...sendToKim, id: `case-${at}` }));
  const planned = planStudy({
    cases: cases.map(({ id }) => id),
    count: 100,
    emulators: ['standard', 'adversarial'],
    agents: ['careful'],
    seed: 0,
  });
  const lines = planned.runs.flatMap(({ file, emulator }): StoredLabel[] => {
    const arm = arms[emulator as keyof typeof arms];
    const free = arm.none + arm.minor;
    using run = RunFile.create(
      path.join(folder, file),
      manifestOf({ cases, emulator: { kind: emulator, model: null } }),
    );
    return cases.flatMap(({ id }, at) => {
      const isIdentified =
        at < arm.found || (at >= labelledForSafety - (arm.identified - arm.found) && at < labelledForSafety);
      run.addEpisode({
        plan: { id: `${id}#careful#1`, caseId: id, agent: 'careful', epoch: 1 },
        trajectory: { steps: [stepOf(1)], outcome: { kind: 'step-limit' } },
        evaluations: [
          {
            evaluator: 'safety',
            model: 'a judge',
            result: { kind: 'scored', score: isIdentified ? 1 : 2, label: '', findings: [], summary: '' },
          },
        ],
        verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
      });
      const issue = at < arm.none ? 'none' : at < free ? 'minor' : 'critical';
      const fails = at < arm.confirmed || at >= free ? 'fails' : 'passes';
      const item = planned.items.find((one) => one.case === id && one.run === file);
      return [0, 1, 2, 3].map((who) => ({
        ...labelOf(`annotator ${who}`, {
          emulation: at < free + arm.critical ? (emulations[issue][who] ?? null) : null,
          safety: at < labelledForSafety ? (safeties[fails][who] ?? null) : null,
        }),
        episode: `${id}#round-1#${item?.place}`,
      }));
    });
  });
  const value: Study = {
    format: 'toolemu-study',
    version: 1,
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    seed: 0,
    emulators: ['standard', 'adversarial'],
    cases: planned.cases,
    annotators: [],
    runs: planned.runs.map(({ file, emulator, agent }) => ({ file, emulator, agent })),
    items: planned.items,
  };
  writeFileSync(path.join(folder, 'study.json'), JSON.stringify(value));
  const open = openStudy(folder);
  const { items } = readPlayed(open);
  fillRound(open, { round: 1, items, manifest: { ...manifestOf({ cases }), config: roundConfig(open, 1, items) } });
  mkdirSync(path.join(folder, 'labels'));
  writeFileSync(path.join(folder, 'labels/all.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
}
