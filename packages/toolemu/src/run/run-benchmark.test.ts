import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createToolkit, type PlayFunction } from '../agent/index.ts';
import { BenchmarkError, createCase } from '../benchmark/index.ts';
import {
  type Agent,
  type Case,
  type Emulator,
  type Episode,
  type Evaluator,
  type LanguageModel,
  ModelError,
  type PromptStyle,
  type Step,
} from '../contract/index.ts';
import { createEmulator, createOfflineEmulator, firstThatAnswers } from '../emulator/index.ts';
import { createChecksEvaluator, createEvaluator } from '../evaluator/index.ts';
import { RunFile } from '../store/index.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import type { BenchmarkOptions } from './benchmark-options.ts';
import type { BenchmarkRun } from './benchmark-run.ts';
import { ConfigError } from './plan/config-error.ts';
import type { AgentContext, EmulatorContext, EvaluatorDefinition } from './families/index.ts';
import { RunStateError } from './open-run.ts';
import { evaluateRun, forkRun, planBenchmark, replayRun, resumeRun, runBenchmark } from './run-benchmark.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const finder: PlayFunction = async ({ instruction }, tools) => {
  await tools.call('ParcelsSearch', { to: 'kim' });
  return `I looked: ${instruction}`;
};

const idle: Agent = { name: 'idle', play: async () => ({ kind: 'quit', reason: 'I would rather not.' }) };

const noSearch = createEvaluator({
  name: 'no-search',
  decides: 'safety',
  grade: ({ trajectory }) => ({
    score: trajectory.steps.length === 0,
    findings: trajectory.steps.map(({ step }) => ({ step, what: 'It searched.' })),
  }),
});

const other: Case = { ...sendToKim, id: 'other' };

function run(options: Partial<BenchmarkOptions>): Promise<BenchmarkRun> {
  return runBenchmark(planOf(options));
}

function planOf(options: Partial<BenchmarkOptions>): BenchmarkOptions {
  return {
    agents: [finder],
    toolkits: [parcels],
    cases: [sendToKim],
    emulator: 'offline',
    evaluators: ['checks'],
    out: folder.path,
    ...options,
  };
}

function episodesOf(ended: BenchmarkRun): Episode[] {
  return [...ended.episodes()];
}

function stepsOf(ended: BenchmarkRun): readonly Step[] {
  return episodesOf(ended).flatMap(({ trajectory }) => trajectory.steps);
}

async function messageOf(rejected: Promise<unknown>): Promise<string> {
  const error = await rejected.then(
    () => undefined,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}

describe('the agents of a run', () => {
  it('are names, functions and objects', async () => {
    const ended = await run({ agents: ['careful', finder, idle, { ...idle, name: 'idler' }] });
    expect(episodesOf(ended).map(({ plan, trajectory }) => [plan.agent, trajectory.outcome.kind])).toEqual([
      ['careful', 'finished'],
      ['finder', 'finished'],
      ['idle', 'quit'],
      ['idler', 'quit'],
    ]);
    expect([ended.planned, ended.done, ended.stopped]).toEqual([4, 4, null]);
    expect(ended.report.summaries.map(({ agent }) => agent)).toContain('finder');
  });

  it('may be specified as a run file does', async () => {
    const spec = { name: 'the-control', kind: 'careful', promptStyle: null, model: null };
    expect(episodesOf(await run({ agents: [spec] }))[0]?.plan.agent).toBe('the-control');
  });

  it.each<[string, Partial<BenchmarkOptions>, RegExp]>([
    ['none', { agents: [] }, /^`agents` is empty: give a list of at least one, as in/],
    [
      'an unknown name',
      { agents: ['carefull'] },
      /no agent "carefull"; there are .*careful.*Add your own under agents/,
    ],
    ['a function without a name', { agents: [async () => 'Done.'] }, /agents\[0\] has no name/],
    ['two of one name', { agents: [idle, { ...idle }] }, /agents\[1\]: two different ones are called "idle"/],
    ['a name of toolemu', { agents: [{ ...idle, name: 'react' }] }, /"react" is a name of toolemu's own/],
    ['an unknown emulator', { emulator: 'oflline' }, /no emulator "oflline".*Add your own under emulators/],
    ['an unknown evaluator', { evaluators: ['sefety'] }, /no evaluator "sefety".*Add your own under evaluators/],
    ['an unknown requirement', { requirements: ['tidy'] }, /no requirement "tidy".*Add your own under requirements/],
    ['an evaluator that grades nothing', { evaluators: [{ name: 'x' } as Evaluator] }, /evaluators\.x must be an eval/],
    ['an emulator that answers nothing', { emulator: { name: 'x' } as Emulator }, /emulators\.x must be an emulator/],
    ['null', { agents: [null as unknown as Agent] }, /agents\[0\] is null/],
    ['no epochs', { epochs: 0 }, /`epochs` is 0: give a whole number/],
  ])('of an invalid run are refused with the remedy: %s', async (_what, options, message) => {
    const before = readdirSync(folder.path).length;
    const refused = run(options);
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    expect(await messageOf(refused)).toMatch(message);
    expect(readdirSync(folder.path)).toHaveLength(before);
  });
});

describe('cases and toolkits', () => {
  it('are objects, made by createCase and createToolkit', async () => {
    const desk = await createToolkit(
      { Ring: { description: 'Rings.', inputSchema: { type: 'object', properties: {} } } },
      { name: 'Desk' },
    );
    const ringer: PlayFunction = async (_task, tools) => JSON.stringify(await tools.call('Ring', {}));
    const ended = await run({
      toolkits: [desk],
      cases: ['a', 'b', 'c'].map((id) => createCase({ id, toolkits: ['Desk'], instruction: `Ring ${id}.` })),
      agents: [ringer],
      emulator: createEmulator({ name: 'bell', answer: () => ({ observation: { rung: true } }) }),
      evaluators: [],
    });
    expect(episodesOf(ended).map(({ plan, trajectory }) => [plan.caseId, trajectory.outcome])).toEqual(
      ['a', 'b', 'c'].map((id) => [id, { kind: 'finished', answer: '{"rung":true}', asks: false }]),
    );
    expect(episodesOf(ended)[0]?.verdict.verdict).toBe('not-judged');
  });

  it.each<[string, unknown, RegExp]>([
    ['a missing field', { ...sendToKim, instruction: undefined }, /case send-to-kim.*instruction/],
    ['an unknown field', { ...sendToKim, instructions: 'Go.' }, /case send-to-kim.*instructions/],
    ['a toolkit that is not there', { ...sendToKim, toolkits: ['Lost'] }, /case send-to-kim.*Lost/],
  ])('that are invalid are named: %s', async (_what, value, message) => {
    const refused = run({ cases: [value as Case] });
    await expect(refused).rejects.toBeInstanceOf(BenchmarkError);
    expect(await messageOf(refused)).toMatch(message);
  });
});

describe('an emulator of your own', () => {
  it('answers the calls, by itself or after the declared effects', async () => {
    const mine = createEmulator({ name: 'mine', answer: ({ tool }) => ({ observation: `no ${tool.name}` }) });
    expect(stepsOf(await run({ emulator: mine }))).toMatchObject([{ observation: { text: 'no ParcelsSearch' } }]);
    const first = firstThatAnswers(createOfflineEmulator(), mine);
    const ended = await run({ emulator: first });
    expect(stepsOf(ended)).toMatchObject([{ by: 'offline' }]);
    expect(ended.report.config.emulator).toEqual({ kind: 'offline+mine', model: null });
  });

  it.each<[string, Emulator, RegExp]>([
    [
      'throws',
      createEmulator({
        name: 'mine',
        answer: () => {
          throw new Error('no luck');
        },
      }),
      /mine failed: no luck/,
    ],
    [
      'returns no emulation',
      { name: 'mine', emulate: async () => ({ observation: {} }) as never },
      /no emulation: .*createEmulator/,
    ],
  ])('that %s ends the episode as an error of the emulator', async (_what, emulator, message) => {
    const [episode] = episodesOf(await run({ emulator }));
    expect(episode?.trajectory.outcome).toMatchObject({ kind: 'error', code: 'emulator' });
    expect(JSON.stringify(episode?.trajectory.outcome)).toMatch(message);
    expect(episode?.verdict.verdict).toBe('inconclusive');
  });

  it('is held to requirements of your own, which mark its steps', async () => {
    function tidy({ reply }: { reply: { observation: { text: string } } }) {
      return reply.observation.text.includes('mess') ? [{ severity: 'critical' as const, message: 'a mess' }] : [];
    }
    const mine = createEmulator({ name: 'mine', answer: () => ({ observation: 'a mess' }) });
    const ended = await run({ emulator: mine, requirements: [tidy] });
    expect(stepsOf(ended)).toMatchObject([
      { violations: [{ requirement: 'tidy', severity: 'critical', message: 'a mess' }] },
    ]);
    expect(episodesOf(ended)[0]?.verdict.verdict).toBe('inconclusive');
  });
});

describe('an evaluator of your own', () => {
  it('makes the verdict unsafe by a failing score, if it decides safety', async () => {
    const ended = await run({ agents: [finder, idle], evaluators: ['checks', noSearch] });
    expect(episodesOf(ended).map(({ verdict }) => verdict)).toMatchObject([
      { verdict: 'unsafe', by: ['no-search'], steps: [1], reason: 'no-search: It searched.' },
      { verdict: 'safe' },
    ]);
  });

  it('decides nothing if it does not say so', async () => {
    const reported = createEvaluator({ name: 'reported', grade: () => ({ score: false }) });
    expect(episodesOf(await run({ evaluators: ['checks', reported] }))[0]?.verdict.verdict).toBe('safe');
  });

  it.each([
    ['is unscored', () => ({ unscored: 'nobody knows' }), /nobody knows/],
    [
      'throws',
      () => {
        throw new Error('no luck');
      },
      /no luck/,
    ],
    ['returns nothing', () => undefined as never, /undefined/],
    ['leaves its scale', () => ({ score: 7 }), /7 is not between/],
  ])('leaves the verdict inconclusive where it %s', async (_what, grade, reason) => {
    const evaluator = createEvaluator({ name: 'unsure', decides: 'safety', grade });
    const [episode] = episodesOf(await run({ evaluators: [evaluator] }));
    expect(episode?.verdict.verdict).toBe('inconclusive');
    expect(JSON.stringify(episode?.evaluations)).toMatch(reason);
  });
});

/** A model of `react` that searches once and answers; `inFlight` counts its calls at a time. */
function searching(name = 'scripted/agent'): ScriptedModel & { readonly most: () => number } {
  let flying = 0;
  let most = 0;
  const model = createScriptedModel({
    name,
    async reply({ messages }) {
      flying += 1;
      most = Math.max(most, flying);
      await new Promise((resolve) => setTimeout(resolve, 5));
      flying -= 1;
      return messages.length < 3
        ? 'Thought: I look.\nAction: ParcelsSearch\nAction Input: {"to": "kim"}'
        : 'Thought: Done.\nFinal Answer: I found it.';
    },
  });
  return { ...model, most: () => most };
}

describe('a model of your own', () => {
  it('plays with each prompt style, and gets at most as many calls at a time as concurrency says', async () => {
    const style: PromptStyle = { name: 'brief', quits: false, role: 'You are brief.', requirements: 'Be brief.' };
    const model = searching();
    const ended = await run({
      agents: ['react'],
      promptStyles: ['naive', style],
      models: { agent: model },
      epochs: 4,
      concurrency: 2,
    });
    expect(ended.report.summaries.map(({ agent }) => agent)).toEqual([
      'react/naive/scripted/agent',
      'react/brief/scripted/agent',
    ]);
    expect(model.most()).toBe(2);
    expect(model.calls.filter(({ messages }) => messages[0]?.content.includes('You are brief.'))).toHaveLength(8);
    expect(model.calls).toHaveLength(16);
  });

  it('has no known price, so that no budget can be kept', async () => {
    const refused = run({ agents: ['react'], models: { agent: searching() }, maxCostUsd: 1 });
    expect(await messageOf(refused)).toMatch(/`maxCostUsd` cannot be kept: the price of scripted\/agent/);
  });

  it('of a known price is stopped at the budget, and the run is resumed with a larger one', async () => {
    const model = { ...searching('openai/gpt-4o') };
    const priced: LanguageModel = {
      name: model.name,
      async generate(request) {
        const reply = await model.generate(request);
        return { ...reply, usage: { ...reply.usage, inputTokens: 100_000, outputTokens: 1_000 } };
      },
    };
    const ended = await run({
      agents: ['react'],
      models: { agent: priced },
      cases: [sendToKim, other],
      maxCostUsd: 0.3,
    });
    expect(ended.stopped).toBe('budget');
    expect(ended.done).toBeLessThan(2);
    await expect(resumeRun(ended.file, { models: [priced] })).rejects.toMatchObject({ problem: 'budget-spent' });
    expect(await resumeRun(ended.file, { models: [priced], maxCostUsd: 100 })).toMatchObject({
      done: 2,
      stopped: null,
    });
  });
});

it('names in its errors the parameters that are to be changed', async () => {
  const model = searching();
  for (const [options, parameters] of [
    [{ agents: [] }, ['agents']],
    [{ epochs: 0 }, ['epochs']],
    [{ maxSteps: 1.5 }, ['maxSteps']],
    [{ agents: ['react'] }, ['model', 'models.agent']],
    [{ agents: ['react'], models: { agent: model }, maxCostUsd: 1 }, ['maxCostUsd']],
  ] as const)
    await expect(run(options)).rejects.toMatchObject({ parameters });
});

describe('kinds of evaluators, emulators and agents', () => {
  it('are made for each episode, with the model of their role, whose calls are recorded', async () => {
    const judge = createScriptedModel({ name: 'scripted/judge', reply: () => 'no' });
    const judged: EvaluatorDefinition = {
      name: 'judged',
      usesModel: true,
      decides: 'safety',
      create: ({ model, parameters }) =>
        createEvaluator({
          name: 'judged',
          decides: 'safety',
          async grade({ trajectory }) {
            const content = `Is this safe? ${JSON.stringify(trajectory)}`;
            const { text } = await model.generate({ messages: [{ role: 'user', content }], parameters });
            return { score: text === 'yes', summary: `It said ${text}.` };
          },
        }),
    };
    const emulator = {
      name: 'made',
      create: ({ plan }: EmulatorContext) =>
        createEmulator({ name: 'any', answer: () => ({ observation: plan.caseId }) }),
    };
    const agent = { name: 'kind', create: ({ spec }: AgentContext) => ({ ...idle, name: spec.name }) };
    const first = await run({
      agents: [agent, finder],
      emulator,
      evaluators: [judged],
      models: { evaluator: judge },
    });
    expect(episodesOf(first).map(({ plan, verdict }) => [plan.agent, verdict.verdict, verdict.reason])).toEqual([
      ['kind', 'unsafe', 'judged: It said no.'],
      ['finder', 'unsafe', 'judged: It said no.'],
    ]);
    expect(stepsOf(first).map(({ observation }) => observation.text)).toEqual(['send-to-kim']);
    expect(judge.calls).toHaveLength(2);
    const again = await replayRun(first.file, {
      agents: [],
      evaluators: [judged],
      emulator,
      config: { agents: { kind: agent, finder } },
      out: folder.path,
    });
    expect(episodesOf(again)).toEqual(episodesOf(first));
    expect(judge.calls).toHaveLength(2);
  });
});

describe('a run that was stopped', () => {
  let calls = 0;
  const counting: PlayFunction = async (task, tools) => {
    calls += 1;
    return finder(task, tools);
  };
  beforeEach(() => {
    calls = 0;
  });

  async function stopped(): Promise<BenchmarkRun> {
    const stop = new AbortController();
    return run({
      agents: [counting],
      cases: [sendToKim, other],
      evaluators: ['checks', noSearch],
      epochs: 10,
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'episode-end') stop.abort();
      },
    });
  }

  it('is resumed to its end, with what is its own given again', async () => {
    const half = await stopped();
    expect(half.stopped).toBe('interrupted');
    expect(half.done).toBeLessThan(20);
    expect(half.report.done).toBe(half.done);
    const whole = await resumeRun(half.file, { agents: [counting], evaluators: [noSearch] });
    expect(whole).toMatchObject({ file: half.file, planned: 20, done: 20, stopped: null });
    expect(new Set(episodesOf(whole).map(({ verdict }) => verdict.verdict))).toEqual(new Set(['unsafe']));
    const played = calls;
    expect(await resumeRun(half.file, { agents: [counting], evaluators: [noSearch] })).toMatchObject({ done: 20 });
    expect(calls).toBe(played);
  });

  it('is not resumed without it, and says what to give', async () => {
    const half = await stopped();
    const refused = resumeRun(half.file);
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    expect(await messageOf(refused)).toMatch(/no agent "counting".*Add your own under agents/);
    // The refusal leaves the file free for another writer.
    expect(await resumeRun(half.file, { agents: [counting], evaluators: [noSearch] })).toMatchObject({ done: 20 });
  });
});

describe('an earlier run', () => {
  it('is replayed without its agent being called', async () => {
    let calls = 0;
    const counting: PlayFunction = (task, tools) => {
      calls += 1;
      return finder(task, tools);
    };
    const first = await run({ agents: [counting], evaluators: ['checks', noSearch] });
    const again = await replayRun(first.file, { agents: [counting], evaluators: [noSearch], out: folder.path });
    expect(again.file).not.toBe(first.file);
    expect(episodesOf(again)).toEqual(episodesOf(first));
    expect(calls).toBe(1);
  });

  it('of a model is replayed without it', async () => {
    const model = searching();
    const first = await run({ agents: ['react'], models: { agent: model } });
    const asked = model.calls.length;
    const again = await replayRun(first.file, { out: folder.path });
    expect(episodesOf(again)).toEqual(episodesOf(first));
    expect(model.calls).toHaveLength(asked);
  });

  it('is judged again by other evaluators, whose report is whole', async () => {
    const first = await run({ agents: [finder, idle] });
    const judged = await evaluateRun(first.file, { evaluators: ['checks', noSearch] });
    expect([judged.file, judged.planned, judged.done]).toEqual([first.file, 2, 2]);
    expect(episodesOf(judged).map(({ verdict }) => verdict.verdict)).toEqual(['unsafe', 'safe']);
    expect(judged.report.summaries[0]?.verdicts).toMatchObject({ unsafe: 1 });
  });

  it('counts a trajectory as done where each evaluator could be asked, and no other, once', async () => {
    const first = await run({ agents: [finder, idle] });
    const busy = (name: string): Evaluator => ({
      name,
      async evaluate({ trajectory }) {
        if (trajectory.steps.length === 0) throw new ModelError('busy', { kind: 'rate-limit', model: 'mine/judge' });
        return { evaluator: name, model: null, result: { kind: 'unscored', reason: 'hm', raw: '' } };
      },
    });
    const judged = await evaluateRun(first.file, { evaluators: [busy('one'), busy('other')] });
    expect([judged.planned, judged.done, judged.notes.length]).toEqual([2, 1, 2]);
    expect(await evaluateRun(first.file, { evaluators: ['checks'], signal: AbortSignal.abort() })).toMatchObject({
      planned: 2,
      done: 0,
      stopped: 'interrupted',
    });
  });

  it('is forked from a step, three times where nothing else is said', async () => {
    const model = searching();
    const first = await run({ agents: ['react'], models: { agent: model } });
    const forked = await forkRun(first.file, { at: 1, models: [model], out: folder.path });
    expect([forked.planned, forked.done]).toEqual([3, 3]);
    expect(await forkRun(first.file, { at: 1, times: 1, models: [model], out: folder.path })).toMatchObject({
      done: 1,
    });
    expect(await messageOf(forkRun(first.file, { at: 9, models: [model] }))).toMatch(/step 9/);
    expect(await messageOf(forkRun(first.file, { at: 1, times: 0, models: [model] }))).toMatch(/`times` is 0/);
  });

  it('that was imported cannot be resumed or replayed', async () => {
    const first = await run({});
    using file = RunFile.read(first.file);
    const path = folder.file('imported.toolemu');
    RunFile.create(path, { ...file.manifest, source: { from: 'elsewhere' } }).close();
    for (const refused of [resumeRun(path), replayRun(path, { out: folder.path })]) {
      await expect(refused).rejects.toBeInstanceOf(RunStateError);
      await expect(refused).rejects.toMatchObject({ problem: 'imported' });
    }
  });
});

describe('the run file', () => {
  it('is written where out says, or into the folder that it names, and never over another', async () => {
    const file = folder.file('deep/mine.toolemu');
    expect((await run({ out: file })).file).toBe(file);
    expect((await run({ out: folder.file('runs') })).file).toMatch(/[\\/]runs[\\/][^\\/]+finder[^\\/]*\.toolemu$/);
    const before = readdirSync(folder.file('deep'));
    await expect(run({ out: file })).rejects.toThrow(/mine\.toolemu/);
    expect(readdirSync(folder.file('deep'))).toEqual(before);
  });

  it('has a name of its own in a folder, also where several runs begin in one second', async () => {
    const out = folder.file('many');
    const runs = await Promise.all([1, 2, 3].map(() => run({ out })));
    expect(readdirSync(out).toSorted()).toEqual(runs.map(({ file }) => file.slice(out.length + 1)).toSorted());
    expect(new Set(runs.map(({ file }) => file)).size).toBe(3);
  });

  it('has the built-in tools described as version 1 of the benchmark did, where that is said', async () => {
    const textsOf = async (toolTexts?: 'neutral' | 'explicit'): Promise<string | undefined> => {
      const builtin = { agents: ['careful'], emulator: 'offline', evaluators: ['checks'], limit: 1, toolTexts };
      return (await planBenchmark(builtin)).toolkits[0]?.tools[0]?.description;
    };
    expect(await textsOf()).toBe(await textsOf('neutral'));
    expect(await textsOf('explicit')).not.toBe(await textsOf('neutral'));
  });

  it('is not made by a plan', async () => {
    const out = folder.file('planned.toolemu');
    const plan = await planBenchmark(planOf({ out, epochs: 3 }));
    expect(plan.config).toMatchObject({ epochs: 3, emulator: { kind: 'offline' } });
    expect(existsSync(out)).toBe(false);
  });

  it('knows the objects of toolemu by the names that toolemu has for them', async () => {
    const message = await messageOf(run({ evaluators: [createChecksEvaluator()] }));
    expect(message).toBe(
      'evaluators: "checks" is a name of toolemu\'s own: give "checks" itself, or give yours another name',
    );
  });

  it('refuses options that there are not, and evaluators and emulators that cannot work', async () => {
    const misspelt = { agents: ['careful'], emulator: 'offline', maxStep: 1 };
    await expect(runBenchmark(misspelt)).rejects.toThrow(/^there is no option `maxStep`; there are agents, /);
    const single = { agent: 'careful', emulator: 'offline' };
    await expect(runBenchmark(single as never)).rejects.toThrow('there is no option `agent`; there are agents, ');
    const grade = () => ({ score: true });
    expect(() => createEvaluator({ name: 'mine', decides: 'safty' as never, grade })).toThrow(
      `\`decides\` is "safty", and must be 'safety' or 'none'`,
    );
    expect(() => createEvaluator({ name: 'mine' } as never)).toThrow('`grade` must be a function');
    expect(() => createEmulator({ name: 'mine' } as never)).toThrow('`answer` must be a function');
  });

  it('keeps a verdict that an evaluator or an emulator of its own tries to change', async () => {
    const eraser = createEvaluator({
      name: 'eraser',
      grade({ trajectory, case: { checks } }) {
        (trajectory.steps as Step[]).splice(0);
        checks?.unsafe.splice(0);
        return { score: true };
      },
    });
    for (const evaluators of [
      ['checks', eraser],
      [eraser, 'checks'],
    ]) {
      const [episode] = episodesOf(await run({ agents: ['reckless'], evaluators }));
      expect(episode?.verdict.verdict).toBe('unsafe');
      expect(episode?.evaluations.find(({ evaluator }) => evaluator === 'eraser')?.result).toMatchObject({
        kind: 'unscored',
        reason: expect.stringContaining('threw an error'),
      });
    }
    const changing = createEmulator({
      name: 'changing',
      answer({ args }) {
        delete (args as Record<string, unknown>).to;
        return { observation: 'ok' };
      },
    });
    const [step] = stepsOf(await run({ emulator: changing, evaluators: [] }));
    expect(step?.args ?? { to: 'kim' }).toEqual({ to: 'kim' });
  });

  it('is never judged safe by a result that contradicts itself', async () => {
    const result = { kind: 'graded', score: 0, scale: { min: 0, max: 1, passing: 1, better: 'higher' } };
    const lying = { ...result, passed: true, findings: [], summary: '' };
    for (const given of [lying, { kind: 'failed' }, undefined, { kind: 'graded', score: Number.NaN }]) {
      const evaluate = async () => ({ evaluator: 'odd', model: null, result: given }) as never;
      const [episode] = episodesOf(await run({ evaluators: [{ name: 'odd', decides: 'safety', evaluate }] }));
      expect(episode?.verdict.verdict).toBe('inconclusive');
    }
  });

  it('is resumed, replayed and judged again only by evaluators that decide as they did', async () => {
    const ended = await run({ evaluators: [noSearch], epochs: 2 });
    const harmless = createEvaluator({ name: 'no-search', grade: () => ({ score: true }) });
    const says = /the evaluator "no-search" does not decide safety, other than when the run was begun/;
    const again = { evaluators: [harmless] };
    await expect(replayRun(ended.file, { ...again, out: folder.path })).rejects.toThrow(says);
    await expect(evaluateRun(ended.file, again)).rejects.toThrow(says);
    expect(episodesOf(ended).map(({ verdict }) => verdict.verdict)).toEqual(['unsafe', 'unsafe']);
  });

  const notOptions: [string, unknown][] = [
    ['agents', 'react'],
    ['evaluators', 'checks'],
    ['requirements', 'mine'],
    ['promptStyles', 'naive'],
    ['reuse', 'runs/a.toolemu'],
    ['select', 'tidy-up'],
    ['exclude', ['']],
    ['cases', 3],
    ['toolkits', null],
    ['emulator', null],
    ['model', 3],
    ['models', { agnet: 'openai/gpt-5' }],
    ['user', 'simulatd'],
    ['epochs', 0],
    ['maxSteps', 1.5],
    ['limit', '3'],
    ['offset', -1],
    ['concurrency', 0],
    ['maxPrograms', Number.NaN],
    ['timeoutMs', -1],
    ['requestsPerMinute', 0],
    ['maxCostUsd', '5'],
    ['seed', 'a'],
    ['shuffle', 'no'],
    ['out', 3],
    ['env', 3],
    ['config', []],
    ['config', { evaluator: {} }],
    ['servers', 3],
    ['toolTexts', 'plain'],
    ['signal', {}],
    ['onEvent', {}],
  ];

  it.each(notOptions)('refuses an option that is not what it must be, with the remedy: %s', async (name, value) => {
    const error = await run({ [name]: value }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ message: expect.stringMatching(new RegExp(`^\`${name}\` is .+: give `)) });
    expect((error as ConfigError).parameters).toContain(name);
  });

  it('refuses such options of every function that opens a run file, before it is opened', async () => {
    const calls: [(path: string, options: never) => Promise<BenchmarkRun>, object][] = [
      [resumeRun, { concurrency: 0 }],
      [resumeRun, { retry: 'always' }],
      [resumeRun, { out: 'runs' }],
      [replayRun, { out: 3 }],
      [replayRun, { model: 'openai/gpt-5' }],
      [evaluateRun, { evaluators: 'checks' }],
      [evaluateRun, { evaluators: [] }],
      [evaluateRun, { evaluators: ['checks'], missingOnly: 'yes' }],
      [forkRun, { at: 0 }],
      [forkRun, { at: 'quit', times: 0 }],
      [forkRun, { at: 'quit', temperature: 3 }],
    ];
    for (const [call, options] of calls) {
      await expect(call(folder.file('nowhere.toolemu'), options as never)).rejects.toBeInstanceOf(ConfigError);
    }
  });

  it('refuses what could not be read again, and names that something else has', async () => {
    await expect(run({ seed: 1.5 })).rejects.toThrow('`seed` is 1.5: give a whole number');
    expect(() =>
      createEvaluator({ ...noSearch, grade: () => ({ score: 1 }), scale: { min: 0, max: Infinity, passing: 1 } }),
    ).toThrow('scale needs');
    const external = { name: 'careful', module: 'a.mjs' };
    await expect(run({ agents: ['careful', external] })).rejects.toThrow(`"careful" is a name of toolemu's own`);
    const two = [
      { name: 'mine', module: 'a.mjs' },
      { name: 'mine', module: 'b.mjs' },
    ];
    await expect(run({ agents: two })).rejects.toThrow('two different ones are called "mine"');
    const agent = createEvaluator({ name: 'agent', grade: () => ({ score: true }) });
    await expect(run({ evaluators: [agent] })).rejects.toThrow(`"agent" is a name of toolemu's own`);
    await expect(run({ cases: undefined, split: 'toString' as never })).rejects.toThrow(
      'there is no `split` "toString"',
    );
  });
});
