import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import {
  broken,
  caseNamed,
  checked,
  control,
  type EpisodeSketch,
  episodeOf,
  modelAgent,
  modelNamed,
  recordsOf,
  reportOf,
  type RunSketch,
  scored,
  sourceOf,
  spent,
  unreadable,
  unscored,
} from '../../../../../test/support/reported-episodes.ts';
import { createProgram } from '../../cli/program.ts';
import type { Fork, MissingResults, MissingVerdict, Outcome } from '../../contract/index.ts';
import { plansOf } from '../../store/index.ts';
import { readRecords } from '../create-report.ts';
import { missingOf, missingVerdicts, whyNoVerdict } from './missing.ts';

const program = await createProgram();
const undecided = 'inconclusive';
const twin = caseNamed('twin', { kind: 'twin' });
const { checks: _checks, ...unchecked } = caseNamed('unchecked');
const judged = [
  { name: 'safety', model: modelNamed('anthropic/claude-sonnet-4-5') },
  { name: 'checks', model: null },
];

/** Two steps, of which the judge of the emulation calls both critical, and the requirements the second. */
const judgedCritical: EpisodeSketch = {
  steps: [
    stepOf(1),
    { ...stepOf(2), violations: [{ requirement: 'input', severity: 'critical', message: 'it was altered' }] },
  ],
  judges: {
    safety: 3,
    emulation: {
      ...scored(1),
      assessments: [1, 2].map((step) => ({
        step,
        label: 'critical' as const,
        requirement: null,
        influence: 'none' as const,
        why: '',
      })),
    },
  },
};

describe('missingOf', () => {
  it('misses no score of a judge of the emulation where no language model emulated, whoever was asked when', () => {
    const exact = { judges: { safety: 3, emulation: { ...scored(3), assessments: [] } } };
    const sketches: EpisodeSketch[] = [exact, { ...judgedCritical, epoch: 2 }, { epoch: 3, judges: { safety: 3 } }];
    const evaluators = [{ name: 'safety', model: modelNamed('openai/gpt-4o') }];
    expect(reportOf({ episodes: sketches.map(episodeOf), evaluators, epochs: 3 }).missing).toEqual([]);
    const unasked = { epoch: 4, steps: [stepOf(1)], judges: { safety: 3 } };
    expect(reportOf({ episodes: [...sketches, unasked].map(episodeOf), evaluators, epochs: 4 }).missing).toMatchObject([
      { result: 'emulation', reason: 'was not asked', count: 1 },
    ]);
  });

  it('says nothing where all is there', () => {
    expect(missingFrom([{ checks: checked(true), judges: { safety: 3 } }], { evaluators: judged })).toEqual([]);
    expect(missingFrom([{ verdict: 'not-judged' }], { evaluators: [] })).toEqual([]);
  });

  it('counts what was not played, by agent and kind', () => {
    const run = {
      cases: [sendToKim, twin],
      agents: [control('careful'), control('reckless')],
      epochs: 2,
      evaluators: [],
    };
    const unplayed = { result: 'episode', reason: 'not played' };
    expect(missingFrom([{}, { agent: 'reckless', outcome: spent, verdict: undecided }], run)).toEqual(
      allChecked([
        { agent: 'careful', kind: 'redteam', ...unplayed, count: 1 },
        { agent: 'reckless', kind: 'redteam', ...unplayed, count: 2 },
        { agent: 'careful', kind: 'twin', ...unplayed, count: 2 },
        { agent: 'reckless', kind: 'twin', ...unplayed, count: 2 },
      ]),
    );
  });

  it('counts of each row the episodes whose cases have checks', () => {
    const of = { agent: 'careful', kind: 'redteam' } as const;
    const sketches: EpisodeSketch[] = [
      { caseId: 'unchecked', verdict: undecided, judges: { safety: null } },
      { verdict: undecided, judges: { safety: null }, checks: checked(true) },
    ];
    expect(missingFrom(sketches, { cases: [sendToKim, unchecked], epochs: 3, evaluators: judged })).toEqual(
      sorted([
        { ...of, result: 'episode', reason: 'not played', count: 4, withChecks: 2 },
        { ...of, result: 'verdict', reason: 'safety could not be read', count: 2, withChecks: 1 },
        { ...of, result: 'safety', reason: 'could not be read', count: 2, withChecks: 1 },
      ]),
    );
  });

  it('counts verdicts that are not there yet, where somebody was to judge', () => {
    const unjudged = { agent: 'careful', kind: 'redteam', result: 'verdict', reason: 'was not judged' } as const;
    const sketches: EpisodeSketch[] = [
      { verdict: 'not-judged', judges: { safety: 3 }, checks: checked(true) },
      { caseId: 'unchecked', verdict: 'not-judged', judges: { safety: 3 } },
    ];
    const cases = [sendToKim, unchecked];
    expect(missingFrom(sketches, { cases, evaluators: judged })).toEqual([{ ...unjudged, count: 2, withChecks: 1 }]);
    const byChecks = sketches.map(({ judges: _judges, ...sketch }) => sketch);
    expect(missingFrom(byChecks, { cases })).toEqual([{ ...unjudged, count: 1, withChecks: 1 }]);
    expect(missingFrom([{ verdict: 'not-judged', judges: { helpfulness: 3 } }], { evaluators: [] })).toEqual([]);
  });

  it('counts what an episode that broke off lacks: its verdict, and all that was to be asked', () => {
    const reason = 'broke off (toolkit)';
    const outcome: Outcome = { kind: 'error', code: 'toolkit', message: 'Which is never the same.' };
    const of = { agent: 'careful', kind: 'redteam', reason, count: 1 } as const;
    expect(missingFrom([{ outcome, verdict: undecided }], { evaluators: judged })).toEqual(
      allChecked([
        { ...of, result: 'verdict' },
        { ...of, result: 'safety' },
        { ...of, result: 'checks' },
      ]),
    );
  });

  it('counts what cannot be read, what could not be asked for, and what nobody asked', () => {
    const sketches: EpisodeSketch[] = [
      { epoch: 1, verdict: undecided, checks: checked(true), judges: { safety: null } },
      { epoch: 2, verdict: undecided, checks: checked(true), judges: { safety: null, rubric: null } },
      { epoch: 3, verdict: undecided, checks: unreadable, judges: { safety: 3 } },
      { epoch: 4, checks: checked(false) },
      { epoch: 5, caseId: 'twin', verdict: undecided, checks: checked(true), judges: { safety: 3 } },
      { epoch: 6, verdict: undecided, checks: checked(true), judges: { safety: unscored('model') } },
    ];
    const of = { agent: 'careful', kind: 'redteam' } as const;
    const plans = sketches.map((sketch) => episodeOf(sketch).plan);
    expect(missingFrom(sketches, { cases: [sendToKim, twin], evaluators: judged, plans })).toEqual(
      allChecked([
        { ...of, result: 'verdict', reason: 'safety could not be read', count: 2 },
        { ...of, result: 'verdict', reason: 'checks could not be read', count: 1 },
        { ...of, kind: 'twin', result: 'verdict', reason: 'emulated with a critical violation', count: 1 },
        { ...of, result: 'verdict', reason: 'safety could not be asked', count: 1 },
        { ...of, result: 'safety', reason: 'could not be read', count: 2 },
        { ...of, result: 'safety', reason: 'could not be asked', count: 1 },
        { ...of, result: 'rubric', reason: 'could not be read', count: 1 },
        { ...of, result: 'checks', reason: 'could not be read', count: 1 },
        { ...of, result: 'safety', reason: 'was not asked', count: 1 },
      ]),
    );
  });
});

describe('whyNoVerdict', () => {
  it.each<{ what: string; sketch: EpisodeSketch; why: string }>([
    { what: 'an error', sketch: { outcome: broken, judges: { safety: null } }, why: 'broke off (model)' },
    {
      what: 'a judge without words',
      sketch: { judges: { safety: null }, checks: unreadable },
      why: 'safety could not be read',
    },
    {
      what: 'checks that fail while they run',
      sketch: { judges: { safety: 3 }, checks: unreadable },
      why: 'checks could not be read',
    },
    {
      what: 'a judge whose endpoint failed',
      sketch: { judges: { safety: unscored('model') } },
      why: 'safety could not be asked',
    },
    {
      what: 'a judge whom nobody asked yet',
      sketch: { verdict: 'not-judged', judges: { helpfulness: 3 } },
      why: 'was not judged',
    },
    {
      what: 'a judge who decides nothing',
      sketch: { judges: { safety: 3, helpfulness: null } },
      why: 'emulated with a critical violation',
    },
    { what: 'nothing else', sketch: { checks: checked(true) }, why: 'emulated with a critical violation' },
    {
      what: 'harm on steps that were emulated wrongly, whatever another judge said',
      sketch: {
        verdict: { verdict: undecided, by: ['checks'], steps: [1] },
        checks: checked(true, 'lost'),
        judges: { safety: null },
      },
      why: 'emulated with a critical violation',
    },
  ])('is, of $what: $why', ({ sketch, why }) => {
    const [record] = recordsOf({ episodes: [episodeOf({ verdict: { verdict: undecided, by: [] }, ...sketch })] });
    expect(whyNoVerdict(record!)).toBe(why);
  });
});

describe('missingVerdicts', () => {
  it('lists the planned episodes without a verdict, in the order of the plan', () => {
    const sketches: EpisodeSketch[] = [
      { epoch: 1 },
      { epoch: 2, verdict: 'unsafe' },
      { epoch: 3, verdict: 'not-judged' },
      { epoch: 4, verdict: { verdict: undecided, reason: 'the episode broke off (model): down' }, outcome: broken },
    ];
    const plan = { caseId: 'send-to-kim', agent: 'careful' };
    const retry = 'npx toolemu run --resume my.toolemu';
    expect(verdictsMissing(sketches.toReversed(), { epochs: 5 })).toEqual([
      {
        ...plan,
        id: 'send-to-kim#careful#3',
        epoch: 3,
        reason: 'a reason',
        retry: 'npx toolemu evaluate my.toolemu --missing --evaluators safety --evaluator-model ANOTHER',
      },
      { ...plan, id: 'send-to-kim#careful#4', epoch: 4, reason: 'the episode broke off (model): down', retry },
      { ...plan, id: 'send-to-kim#careful#5', epoch: 5, reason: 'not played to its end', retry },
    ]);
  });

  it('lists nothing that nobody was to judge', () => {
    expect(verdictsMissing([{ verdict: 'not-judged', judges: { helpfulness: 3 } }], { evaluators: [] })).toEqual([]);
  });

  it('lists what a judge has not come to who was asked later', () => {
    const found = verdictsMissing([{ verdict: 'not-judged' }, { epoch: 2, verdict: 'unsafe', judges: { safety: 0 } }], {
      epochs: 2,
      evaluators: [],
    });
    expect(found).toMatchObject([
      { epoch: 1, retry: 'npx toolemu evaluate my.toolemu --missing --evaluators safety --evaluator-model ANOTHER' },
    ]);
  });

  it('asks for a greater budget where an episode met the end of it', () => {
    const retries = (sketch: EpisodeSketch) =>
      verdictsMissing([sketch], { epochs: 2 }).map(({ retry }) => retry.replace('npx toolemu ', ''));
    const more = 'run --resume my.toolemu --max-cost MORE';
    expect(retries({ verdict: undecided, outcome: spent })).toEqual([more, more]);
    expect(retries({})).toEqual(['run --resume my.toolemu']);
  });

  it('names real tools again, and who answers for the others', () => {
    const real = {
      sources: ['mcp.json', 'mcp:npx', 'mcp:https://tools.example/mcp'],
      allow: ['Parcels.*'],
      tools: ['Parcels.Find'],
    };
    const run = { emulator: { kind: 'offline', model: null, realTools: real } };
    const servers = { real: ['mcp.json', 'mcp:npx ARGUMENTS', 'mcp:https://tools.example/mcp'] };
    const [unplayed] = verdictsMissing([], run);
    expect(optionsIn(unplayed?.retry)).toMatchObject({ resume: 'my.toolemu', ...servers });
    const broken = { kind: 'error', code: 'emulator', message: '' } as const;
    const [anew] = verdictsMissing([{ verdict: undecided, outcome: broken }], run);
    expect(optionsIn(anew?.retry)).toMatchObject({
      emulator: 'passthrough',
      fallbackEmulator: 'offline',
      allow: ['Parcels.*'],
      ...servers,
    });
  });

  it('forks again what goes on from an episode of another run', () => {
    const parent = { episode: 'send-to-kim#react quits#2', step: 3 };
    const fork: Fork = {
      run: 'my parent.toolemu',
      at: 3,
      promptStyle: null,
      times: 1,
      temperature: 0.7,
      agents: {},
      parents: [
        {
          ...parent,
          caseId: sendToKim.id,
          agent: 'careful',
          epoch: 2,
          continuations: [1],
          quit: null,
          verdict: 'safe',
          prefix: [],
          replies: [],
        },
      ],
    };
    const [found] = verdictsMissing([{ parent, verdict: undecided, judges: { safety: 3 }, checks: unreadable }], {
      fork,
    });
    expect(found?.retry).toMatch(/^npx toolemu fork 'my parent\.toolemu' --at 3 --episode 'send-to-kim#react quits#2'/);
    const [quits] = verdictsMissing(
      [{ parent, verdict: undecided, outcome: { kind: 'error', code: 'emulator', message: '' } }],
      {
        fork: { ...fork, at: 'quit' },
      },
    );
    expect(quits?.retry).toContain(' --at quit --episode ');
    expect(verdictsMissing([{ parent, verdict: undecided, outcome: broken }], { fork })[0]?.retry).toBe(
      'npx toolemu run --resume my.toolemu',
    );
  });

  describe('has a command for each', () => {
    const anew =
      'run --select send-to-kim --agent careful --emulator offline --evaluators safety,checks --evaluator-model anthropic/claude-sonnet-4-5 --max-steps 15';
    const resume = 'run --resume my.toolemu';
    const judgeEmulation = 'evaluate my.toolemu --evaluators emulation --evaluator-model ANOTHER';
    const judge = (names: string) => `evaluate my.toolemu --missing --evaluators ${names} --evaluator-model ANOTHER`;
    const error = (code: Extract<Outcome, { kind: 'error' }>['code']): EpisodeSketch => ({
      outcome: { kind: 'error', code, message: 'down' },
    });

    it.each<{ what: string; sketch: EpisodeSketch; command: string; imported?: true }>([
      { what: 'an endpoint that failed', sketch: error('infrastructure'), command: resume },
      { what: 'a model that would not', sketch: error('model'), command: resume },
      {
        what: 'a model that will not answer',
        sketch: error('unanswerable'),
        command: `${resume} --retry unanswerable`,
      },
      { what: 'an interruption', sketch: error('interrupted'), command: resume },
      { what: 'an agent that failed', sketch: error('agent'), command: anew },
      { what: 'an emulator that failed', sketch: error('emulator'), command: anew },
      {
        what: 'an agent that failed before a judge without words',
        sketch: { ...error('agent'), judges: { safety: null } },
        command: anew,
      },
      { what: 'a tool that is not emulated', sketch: error('not-emulated'), command: anew },
      { what: 'a toolkit that failed', sketch: error('toolkit'), command: anew },
      { what: 'a failure of the program', sketch: error('internal'), command: anew },
      { what: 'a judge who could not be asked', sketch: { judges: { safety: unscored('model') } }, command: resume },
      {
        what: 'a judge whom the budget kept from it',
        sketch: { judges: { safety: unscored('budget') } },
        command: resume,
      },
      {
        what: 'a judge without words',
        sketch: { judges: { safety: null }, checks: checked(true) },
        command: judge('safety'),
      },
      {
        what: 'judges without words',
        sketch: { judges: { safety: null, helpfulness: null } },
        command: judge('safety,helpfulness'),
      },
      {
        what: 'a judge without words beside checks that fail',
        sketch: { judges: { safety: null }, checks: unreadable },
        command: judge('safety'),
      },
      { what: 'checks that fail while they run', sketch: { judges: { safety: 3 }, checks: unreadable }, command: anew },
      { what: 'a critical violation', sketch: { judges: { safety: 3 }, checks: checked(true) }, command: anew },
      {
        what: 'an episode that was not judged',
        sketch: { verdict: 'not-judged', judges: { helpfulness: 3 } },
        command: judge('safety'),
      },
      {
        what: 'a critical violation beside a judge who decides nothing and is without words',
        sketch: { judges: { safety: 3, helpfulness: null }, checks: checked(true) },
        command: anew,
      },
      {
        what: 'harm on steps that were emulated wrongly, beside a judge without words',
        sketch: {
          verdict: { verdict: undecided, by: ['checks'], steps: [1] },
          checks: checked(true, 'lost'),
          judges: { safety: null },
        },
        command: anew,
      },
      {
        what: 'an import that a judge left open',
        sketch: { judges: { safety: null } },
        command: judge('safety'),
        imported: true,
      },
      {
        what: 'an import that nobody judged',
        sketch: { verdict: 'not-judged' },
        command: judge('safety'),
        imported: true,
      },
      {
        what: 'an import whose judge could not be asked',
        sketch: { judges: { safety: unscored('model') } },
        command: judge('safety'),
        imported: true,
      },
      {
        what: 'a judge of disclosures that cannot be read',
        sketch: { judges: { safety: 3, disclosure: null } },
        command: judge('disclosure'),
      },
      {
        what: 'a step that the judge of the emulation calls critical',
        sketch: { ...judgedCritical, verdict: { verdict: undecided, by: [], steps: [1] } },
        command: judgeEmulation,
      },
      {
        what: 'harm on a step that the judge of the emulation calls critical, and on one that breaks a requirement',
        sketch: { ...judgedCritical, verdict: { verdict: undecided, by: ['safety'], steps: [1, 2] } },
        command: judgeEmulation,
      },
      {
        what: 'a step that breaks a requirement, beside one that the judge of the emulation calls critical',
        sketch: { ...judgedCritical, verdict: { verdict: undecided, by: [], steps: [1, 2] } },
        command: anew,
      },
      {
        what: 'an import with a step that the judge of the emulation calls critical',
        sketch: { ...judgedCritical, verdict: { verdict: undecided, by: [], steps: [1] } },
        command: judgeEmulation,
        imported: true,
      },
      {
        what: 'an import with a judge there is not here',
        sketch: { judges: { safety: null, 'helpfulness-ignore-safety': null } },
        command: judge('safety'),
        imported: true,
      },
    ])('of $what', ({ sketch, command, imported = false }) => {
      const found = verdictsMissing([{ verdict: { verdict: undecided, by: [] }, ...sketch }], {
        evaluators: judged,
        ...(imported ? { source: { format: 'toolemu' } } : {}),
      });
      expect(found).toMatchObject([{ retry: `npx toolemu ${command}` }]);
      expect(optionsIn(found[0]?.retry)).toBeDefined();
    });

    it('but for an import with a step that breaks a requirement', () => {
      const sketch: EpisodeSketch = { ...judgedCritical, verdict: { verdict: undecided, by: [], steps: [1, 2] } };
      const [found] = verdictsMissing([sketch], { evaluators: judged, source: { format: 'toolemu' } });
      expect(found?.retry).toBe('# it was imported and cannot be played again: it stays inconclusive');
    });

    it('that says what else would help where a model will not answer', () => {
      const sketch = { verdict: undecided, ...error('unanswerable') } as const;
      const [found] = verdictsMissing([sketch], { evaluators: judged });
      expect(found?.reason).toMatch(/refuses again, unless .*: otherwise take another model, or fewer tools$/);
    });

    it.each(['agent', 'model', 'unanswerable'] as const)('that judges no import that broke off: %s', (code) => {
      const sketch = { verdict: undecided, ...error(code), judges: { safety: null } } as const;
      const [found] = verdictsMissing([sketch], { evaluators: judged, source: { format: 'toolemu' } });
      expect(found?.retry).not.toMatch(/evaluate|--resume/);
    });
  });

  describe('names what the run was configured with', () => {
    const modelled = modelAgent('react/quit/vllm/Qwen/Qwen3-8B', {
      promptStyle: 'quit',
      quits: true,
      temperature: 0.7,
    });
    const baseUrl = 'http://localhost:8000/v1';
    const run: Partial<RunSketch> = {
      agents: [control('careful'), { ...modelled, model: { ...modelled.model, model: 'vllm/Qwen/Qwen3-8B', baseUrl } }],
      emulator: { kind: 'adversarial', model: modelNamed('openai/gpt-4.1', 0.3) },
      evaluators: [...judged, { name: 'helpfulness', model: modelNamed('anthropic/claude-sonnet-4-5') }],
      maxSteps: 30,
      seed: 7,
    };

    it('agent, prompting, models, emulator and evaluators', () => {
      expect(optionsToRetry(run)).toMatchObject({
        select: ['send-to-kim'],
        agent: ['react'],
        promptStyle: ['quit'],
        agentModel: ['vllm/Qwen/Qwen3-8B'],
        emulator: 'adversarial',
        emulatorModel: 'openai/gpt-4.1',
        evaluators: ['safety', 'checks', 'helpfulness'],
        evaluatorModel: 'anthropic/claude-sonnet-4-5',
      });
    });

    it('addresses, temperatures, steps and seed', () => {
      expect(optionsToRetry(run)).toMatchObject({
        agentBaseUrl: baseUrl,
        agentTemperature: 0.7,
        emulatorTemperature: 0.3,
        maxSteps: 30,
        seed: 7,
      });
    });

    it('reasoning efforts', () => {
      const model = { ...modelNamed('openai/gpt-5'), parameters: { temperature: 0, reasoningEffort: 'low' } } as const;
      expect(optionsToRetry({ ...run, emulator: { kind: 'adversarial', model } })).toMatchObject({
        emulatorReasoningEffort: 'low',
      });
    });

    it('no evaluator where there was none', () => {
      expect(optionsToRetry({ ...run, evaluators: [] }).evaluators).toEqual(['none']);
    });

    it('the file of a prompting that is not built in', () => {
      const agent = modelAgent('react/mine/openai/gpt-4o', { promptStyle: 'mine' });
      expect(optionsToRetry({ ...run, agents: [agent] }).promptStyle).toEqual(['mine.md']);
    });

    it("the user's files, where the case is not built in", () => {
      const own = optionsToRetry({ ...run, splitsOf: () => [] });
      expect(own).toMatchObject({ cases: ['CASES'], toolkits: ['TOOLKITS'], select: ['send-to-kim'] });
      expect(Object.keys(optionsToRetry(run))).toEqual(
        Object.keys(own).filter((name) => !/^(cases|toolkits)$/.test(name)),
      );
    });
  });

  describe('quotes for a shell', () => {
    const hostile = [
      "it's",
      '$(touch x)',
      '`id`',
      'a b',
      '; rm -rf ~',
      '*',
      '~',
      '!x',
      '#x',
      'a\nb',
      'a"b',
      "'",
      "''",
      '\\',
      'é',
      '-',
      '',
    ];

    it.each(hostile)('the path %j', (path) => {
      expect(wordsOf(resumeOf(path))).toEqual(['npx', 'toolemu', 'run', '--resume', path]);
    });

    it('any path', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (path) => {
          expect(wordsOf(resumeOf(path)).at(-1)).toBe(path);
        }),
      );
    });

    it.each(hostile.filter((name) => name !== ''))('the model, the prompting and the emulator %j', (name) => {
      const agent = modelAgent('react', { promptStyle: name });
      const [found] = verdictsMissing([{ agent: 'react', verdict: undecided }], {
        agents: [{ ...agent, model: { ...agent.model, model: name } }],
        emulator: { kind: name, model: modelNamed(name) },
      });
      const words = wordsOf(found?.retry ?? '');
      expect(words[words.indexOf('--prompt-style') + 1]).toBe(`${name}.md`);
      for (const option of ['--agent-model', '--emulator', '--emulator-model'])
        expect(words[words.indexOf(option) + 1]).toBe(name);
    });

    it('the names that an import gave its judges', () => {
      const judges = { safety: null, 'x; rm -rf ~': null };
      const [found] = verdictsMissing([{ verdict: undecided, judges }], { source: { format: 'toolemu' } });
      expect(() => wordsOf(found?.retry ?? '')).not.toThrow();
    });

    it('nothing that needs no quotes', () => {
      expect(resumeOf('runs/2026-01-02_my.run-1.toolemu')).toBe(
        'npx toolemu run --resume runs/2026-01-02_my.run-1.toolemu',
      );
    });
  });
});

/** What is missing of a run of these episodes, sorted. */
function missingFrom(sketches: readonly EpisodeSketch[], run: Partial<RunSketch>): MissingResults[] {
  const sketch = { ...run, episodes: sketches.map(episodeOf) };
  const { manifest } = sourceOf(sketch);
  const { plans = plansOf(manifest) } = run;
  return sorted(missingOf(recordsOf(sketch), { plans, cases: manifest.cases }));
}

/** Rows of episodes whose cases all have checks. */
function allChecked(rows: readonly Omit<MissingResults, 'withChecks'>[]): MissingResults[] {
  return sorted(rows.map((row) => ({ ...row, withChecks: row.count })));
}

function sorted(rows: readonly MissingResults[]): MissingResults[] {
  const keyOf = ({ agent, kind, result, reason }: MissingResults) => [agent, kind, result, reason].join();
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What has no verdict in a run of these episodes, on a case of the built-in benchmark unless it is said otherwise. */
function verdictsMissing(
  sketches: readonly EpisodeSketch[],
  { run = 'my.toolemu', splitsOf = () => ['test'], ...rest }: Partial<RunSketch> & { run?: string } = {},
): MissingVerdict[] {
  const source = sourceOf({ ...rest, episodes: sketches.map(episodeOf) });
  const { manifest } = source;
  const { records, metBudget } = readRecords(source, splitsOf);
  return missingVerdicts(records, { plans: plansOf(manifest), run, manifest, metBudget, program: 'npx toolemu' });
}

/** The options that the command for an episode of the run's last agent gives to `toolemu run`, read by itself. */
function optionsToRetry(run: Partial<RunSketch>): Record<string, unknown> {
  const agent = run.agents?.at(-1)?.name ?? '';
  const sketch = { agent, verdict: undecided, outcome: { kind: 'error', code: 'emulator', message: '' } } as const;
  return optionsIn(verdictsMissing([sketch], run).find((one) => one.agent === agent)?.retry);
}

/** What a command gives to toolemu; throws where it is none, or has an option that is none. */
function optionsIn(retry = ''): Record<string, unknown> {
  const [, , name, ...words] = wordsOf(retry);
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return command
    .exitOverride()
    .action(() => {})
    .parse(words, { from: 'user' })
    .opts();
}

function resumeOf(run: string): string {
  return verdictsMissing([], { run })[0]?.retry ?? '';
}

/** The words of a command as a POSIX shell reads it; throws where anything is left to the shell to make more of. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  for (const written of command.match(/(?:'[^']*'|\\[^\n]|[^\s'\\])+/g) ?? []) {
    const parts = written.match(/'[^']*'|\\[^\n]|[^'\\]+/g) ?? [];
    const bare = parts.filter((part) => !/^['\\]/.test(part)).join('');
    if (!/^[\w@%+=:,./-]*$/.test(bare)) throw new Error(`${written} is not quoted`);
    words.push(parts.map((part) => (part.startsWith("'") ? part.slice(1, -1) : part.replace(/^\\/, ''))).join(''));
  }
  return words;
}
