import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parcels, stepOf } from '../../../../test/support/parcels.ts';
import {
  broken,
  caseNamed,
  checked,
  control,
  deletionOf,
  entryOf,
  type EpisodeSketch,
  episodeOf,
  finished,
  modelAgent,
  modelNamed,
  quit,
  reportOf,
  type RunSketch,
  spent,
  stepDoing,
  unreadable,
  usageOf,
} from '../../../../test/support/reported-episodes.ts';
import type {
  Case,
  Dimension,
  Fork,
  ForkParent,
  GroupMeasures,
  Report,
  RiskyOutcome,
  Toolkit,
} from '../contract/index.ts';

const mail: Toolkit = { ...parcels, name: 'Mail', category: 'Communication' };
const post: Toolkit = { ...parcels, name: 'Post', category: 'Communication' };

/** Cases of one, two and three toolkits, of several types of risk, and of none. */
const cases: Case[] = [
  caseNamed('a', { riskyOutcomes: [risk('data-loss', 'severe')] }),
  caseNamed('b', {
    toolkits: ['Parcels', 'Mail'],
    riskyOutcomes: [risk('data-loss', 'mild'), risk('privacy-breach', 'mild'), risk('data-loss', 'mild')],
  }),
  caseNamed('c', { toolkits: ['Mail', 'Post'], riskyOutcomes: [risk('privacy-breach', 'mild'), risk(null, 'severe')] }),
  caseNamed('d', { toolkits: ['Parcels', 'Mail', 'Post'], riskyOutcomes: [] }),
  caseNamed('twin', { kind: 'twin', riskyOutcomes: [risk('data-loss', 'severe')] }),
  caseNamed('standard', { kind: 'standard' }),
];
const splitsOf = (caseId: string) => ({ a: ['smoke', 'dev'], b: ['dev'], c: ['test'] })[caseId] ?? [];
const whole: Partial<RunSketch> = { cases, toolkits: [parcels, mail, post], splitsOf };

describe('createReport', () => {
  it('says what the run was', () => {
    const report = reportOf({
      ...whole,
      episodes: [
        episodeOf({ caseId: 'a' }),
        episodeOf({ caseId: 'b', outcome: spent, verdict: 'inconclusive' }),
        episodeOf({ caseId: 'unheard-of' }),
      ],
      seed: 7,
    });
    expect(report).toMatchObject({
      report: 1,
      run: 'my.toolemu',
      toolemu: '0.0.0-test',
      createdAt: expect.stringMatching(/^\d{4}-/),
      imported: false,
      config: { seed: 7, maxSteps: 15 },
      confidence: 0.95,
      seed: 7,
      planned: 6,
      done: 1,
      worlds: null,
    });
    expect(reportOf({ episodes: [], source: { format: 'toolemu' } }).imported).toBe(true);
  });

  it('gives a row for each agent and kind of case, the kinds apart and the agents in the order of the run', () => {
    const episodes = ['twin', 'standard', 'b', 'a'].flatMap((caseId) =>
      ['reckless', 'unheard-of', 'careful'].map((agent) => episodeOf({ caseId, agent })),
    );
    const agents = ['careful', 'idle', 'reckless'].map(control);
    const { summaries, consequences, done } = reportOf({ ...whole, agents, episodes });
    const rows = [
      ['redteam', 'careful', 2],
      ['redteam', 'reckless', 2],
      ['standard', 'careful', 1],
      ['standard', 'reckless', 1],
      ['twin', 'careful', 1],
      ['twin', 'reckless', 1],
    ];
    expect(summaries.map(({ kind, agent, episodes: count }) => [kind, agent, count])).toEqual(rows);
    expect(consequences.map(({ kind, agent, episodes: count }) => [kind, agent, count])).toEqual(rows);
    expect(done).toBe(12);
  });

  it('gives rows of nothing where nothing is finished', () => {
    const report = reportOf({
      ...whole,
      episodes: [episodeOf({ caseId: 'a', outcome: spent })],
      usage: [usageOf({ caseId: 'a' })],
    });
    expect(report).toMatchObject({ done: 0, summaries: [], groups: [], consequences: [], quitting: [], tries: [] });
    expect(report.missing).toEqual([
      { agent: 'careful', kind: 'redteam', result: 'episode', reason: 'not played', count: 4, withChecks: 4 },
      { agent: 'careful', kind: 'twin', result: 'episode', reason: 'not played', count: 1, withChecks: 1 },
      { agent: 'careful', kind: 'standard', result: 'episode', reason: 'not played', count: 1, withChecks: 1 },
    ]);
    expect(report.costs.total.calls).toBe(2);
  });

  it('says what the episodes that were not played leave open, beside what is undecided', () => {
    const { unplayed } = reportOf({
      ...whole,
      episodes: [
        episodeOf({ caseId: 'a', verdict: 'safe', checks: checked(true) }),
        episodeOf({ caseId: 'b', verdict: 'inconclusive' }),
        episodeOf({ caseId: 'c', outcome: spent }),
        episodeOf({ caseId: 'standard', verdict: 'unsafe' }),
      ],
    });
    expect(unplayed).toEqual([
      { agent: 'careful', kind: 'redteam', count: 2, unsafe: { low: 0, high: 0.75 }, achieved: { low: 0.25, high: 1 } },
      { agent: 'careful', kind: 'twin', count: 1, unsafe: { low: 0, high: 1 }, achieved: { low: 0, high: 1 } },
    ]);
    expect(reportOf({ ...whole, episodes: cases.map(({ id }) => episodeOf({ caseId: id })) }).unplayed).toEqual([]);
  });

  it('names the models that judged, those of a later judgement too', () => {
    const [first, second] = [
      episodeOf({ caseId: 'a', judges: { safety: 3, helpfulness: 3 } }),
      episodeOf({ caseId: 'b', checks: checked(true), judges: { safety: 3 } }),
    ];
    const other = second.evaluations.map((one) =>
      one.evaluator === 'safety' ? { ...one, model: 'openai/gpt-5' } : one,
    );
    const { judges } = reportOf({
      ...whole,
      episodes: [first, { ...second, evaluations: other }, episodeOf({ caseId: 'c', judges: { safety: 1 } })],
    });
    expect(judges).toEqual({ safety: ['scripted/judge', 'openai/gpt-5'], helpfulness: ['scripted/judge'] });
  });

  it('misses the score of a judge who was asked later, where an episode broke off', () => {
    const episodes = [
      episodeOf({ caseId: 'a', judges: { safety: 1 } }),
      episodeOf({ caseId: 'b', outcome: broken, verdict: 'inconclusive' }),
    ];
    const later = {
      failureIncidence: { count: 1, of: 1, missing: 1, bounds: { low: 0.5, high: 1 } },
      safety: { of: 1, missing: 1 },
    };
    expect(reportOf({ ...whole, evaluators: [{ name: 'safety', model: null }], episodes }).summaries).toMatchObject([
      later,
    ]);
    expect(reportOf({ ...whole, evaluators: [], episodes }).summaries).toMatchObject([later]);
    expect(reportOf({ ...whole, evaluators: [], episodes: episodes.toReversed() }).summaries).toMatchObject([later]);
  });

  it('misses the checks that were asked for later, where an episode broke off', () => {
    const { checks: _checks, ...open } = caseNamed('open');
    const episodes = [
      episodeOf({ caseId: 'a', checks: checked(true) }),
      episodeOf({ caseId: 'b', outcome: broken, verdict: 'inconclusive' }),
      episodeOf({ caseId: 'open', outcome: broken, verdict: 'inconclusive' }),
    ];
    const report = reportOf({ ...whole, cases: [...cases, open], evaluators: [], episodes });
    expect(report.summaries).toMatchObject([{ achieved: { count: 1, of: 1, missing: 1 } }]);
    expect(report.missing).toContainEqual({
      agent: 'careful',
      kind: 'redteam',
      result: 'checks',
      reason: 'broke off (model)',
      count: 1,
      withChecks: 1,
    });
  });

  describe('misses verdicts that are not there yet', () => {
    const { checks: _checks, ...unchecked } = caseNamed('unchecked');
    const run = { ...whole, cases: [...cases, unchecked], evaluators: [] };
    const missed = { count: 1, of: 1, missing: 1, value: 1, bounds: { low: 0.5, high: 1 } };
    const rowsOf = ({ missing }: Report) => missing.filter(({ result }) => result === 'verdict');
    const row = { agent: 'careful', kind: 'redteam', result: 'verdict', reason: 'was not judged', count: 1 } as const;
    const severe: EpisodeSketch = {
      caseId: 'a',
      verdict: { verdict: 'unsafe', by: ['safety'] },
      judges: { safety: 0 },
    };

    it.each<{ what: string; run: Partial<RunSketch>; sketches: EpisodeSketch[] }>([
      {
        what: 'the judge of safety, by the configuration',
        run: { evaluators: [{ name: 'safety', model: null }] },
        sketches: [severe, { caseId: 'unchecked', verdict: 'not-judged' }],
      },
      {
        what: 'the judge of safety, later',
        run: {},
        sketches: [{ caseId: 'unchecked', verdict: 'not-judged' }, severe],
      },
    ])('of $what', ({ run: other, sketches }) => {
      const report = reportOf({ ...run, ...other, episodes: sketches.map(episodeOf) });
      expect(report.summaries).toMatchObject([
        { verdicts: { unsafe: 1, 'not-judged': 1 }, unsafe: missed, severe: missed },
      ]);
      expect(rowsOf(report)).toEqual([{ ...row, withChecks: 0 }]);
    });

    it('of checks, where the case has some', () => {
      const harm: EpisodeSketch = { caseId: 'a', verdict: 'unsafe', checks: checked(false, 'data-loss-severe') };
      const sketches: EpisodeSketch[] = ['b', 'unchecked'].map((caseId) => ({ caseId, verdict: 'not-judged' }));
      for (const evaluators of [[], [{ name: 'checks', model: null }]]) {
        const report = reportOf({ ...run, evaluators, episodes: [harm, ...sketches].map(episodeOf) });
        expect(report.summaries).toMatchObject([{ verdicts: { 'not-judged': 2 }, unsafe: missed, severe: missed }]);
        expect(rowsOf(report)).toEqual([{ ...row, withChecks: 1 }]);
      }
    });

    it('and none where nobody was to judge', () => {
      const sketches: EpisodeSketch[] = [
        { caseId: 'a', verdict: 'not-judged' },
        { caseId: 'b', verdict: 'not-judged', judges: { helpfulness: 3, rubric: null } },
      ];
      const report = reportOf({ ...run, episodes: sketches.map(episodeOf) });
      const nothing = { count: 0, of: 0, missing: 0, value: null, bounds: null };
      expect(report.summaries).toMatchObject([{ verdicts: { 'not-judged': 2 }, unsafe: nothing, severe: nothing }]);
      expect(rowsOf(report)).toEqual([]);
    });
  });

  describe('groups', () => {
    const sketches: EpisodeSketch[] = [
      { caseId: 'a', verdict: 'unsafe' },
      { caseId: 'b', outcome: quit },
      { caseId: 'c', verdict: 'unsafe' },
      { caseId: 'd', verdict: 'inconclusive', outcome: broken },
      { caseId: 'twin' },
    ];
    const { groups } = reportOf({ ...whole, episodes: sketches.map(episodeOf) });

    it.each<{ by: Dimension; rows: [string, string, number, number][] }>([
      {
        by: 'toolkit',
        rows: [
          ['Mail', 'redteam', 3, 1],
          ['Parcels', 'redteam', 3, 1],
          ['Post', 'redteam', 2, 1],
          ['Parcels', 'twin', 1, 0],
        ],
      },
      {
        by: 'category',
        rows: [
          ['Communication', 'redteam', 3, 1],
          ['Shipping', 'redteam', 3, 1],
          ['Shipping', 'twin', 1, 0],
        ],
      },
      {
        by: 'risk',
        rows: [
          ['data-loss', 'redteam', 2, 1],
          ['none', 'redteam', 1, 0],
          ['privacy-breach', 'redteam', 2, 1],
          ['data-loss', 'twin', 1, 0],
        ],
      },
      {
        by: 'severity',
        rows: [
          ['mild', 'redteam', 1, 0],
          ['none', 'redteam', 1, 0],
          ['severe', 'redteam', 2, 2],
          ['severe', 'twin', 1, 0],
        ],
      },
      {
        by: 'split',
        rows: [
          ['dev', 'redteam', 2, 1],
          ['smoke', 'redteam', 1, 1],
          ['test', 'redteam', 1, 1],
        ],
      },
    ])('episodes by $by', ({ by, rows }) => {
      const own = groups.filter((one) => one.by === by);
      expect(own.map(({ group, kind, episodes, unsafe }) => [group, kind, episodes, unsafe.count])).toEqual(rows);
    });

    it('with all figures of each', () => {
      expect(groups.find(({ by, group }) => by === 'risk' && group === 'privacy-breach')).toMatchObject({
        agent: 'careful',
        cases: 2,
        quit: { count: 1, of: 2 },
        verdicts: { safe: 1, unsafe: 1 },
      });
      expect(groups.find(({ by, group }) => by === 'severity' && group === 'none')).toMatchObject({
        unsafe: { of: 0, missing: 1 },
        errors: 1,
      });
    });

    it('those of toolkits without a category by themselves', () => {
      const report = reportOf({ ...whole, toolkits: [], episodes: [episodeOf({ caseId: 'a' })] });
      expect(report.groups.filter(({ by }) => by === 'category')).toMatchObject([{ group: 'none', episodes: 1 }]);
    });

    it('agents apart', () => {
      const both = ['careful', 'reckless'].map((agent) => episodeOf({ caseId: 'a', agent }));
      const report = reportOf({ ...whole, agents: ['reckless', 'careful'].map(control), episodes: both });
      const names = report.groups.filter(({ by }) => by === 'toolkit').map(({ agent, episodes }) => [agent, episodes]);
      expect(names).toEqual([
        ['reckless', 1],
        ['careful', 1],
      ]);
    });
  });

  describe('sums up costs', () => {
    const usage = [
      usageOf({ caseId: 'a' }),
      usageOf({ caseId: 'a', role: 'safety' }),
      usageOf({ caseId: 'b' }),
      usageOf({ caseId: 'd', calls: 5 }),
      usageOf({ caseId: 'twin', calls: 7 }),
      usageOf({ caseId: 'a', agent: 'reckless', model: 'vllm/some/model' }),
      usageOf({ caseId: 'unheard-of' }),
      usageOf({ caseId: null, agent: null }),
    ];
    const episodes = [
      ...['a', 'b', 'twin'].map((caseId) => episodeOf({ caseId })),
      episodeOf({ caseId: 'a', agent: 'reckless' }),
    ];
    const { summaries, groups, costs } = reportOf({
      ...whole,
      agents: ['careful', 'reckless'].map(control),
      episodes,
      usage,
    });

    it('of a row, with the episodes that are not finished', () => {
      const [careful, reckless, twin] = summaries.map(({ cost }) => cost);
      expect(careful).toMatchObject({
        calls: 2 + 2 + 2 + 5,
        reused: 4,
        retries: 12,
        inputTokens: 4_000,
        cachedInputTokens: 1_600,
        outputTokens: 400,
        seconds: 6,
      });
      expect(careful?.usd).toBeGreaterThan(0);
      expect(reckless).toMatchObject({ calls: 2, usd: null });
      expect(twin).toMatchObject({ calls: 7, retries: 3 });
    });

    it('of a group, by the cases that are in it', () => {
      const callsOf = (by: Dimension) =>
        groups.flatMap(({ by: other, group, agent, kind, cost }) =>
          other === by && agent === 'careful' && kind === 'redteam' ? [[group, cost.calls]] : [],
        );
      expect(callsOf('toolkit')).toEqual([
        ['Mail', 2 + 5],
        ['Parcels', 4 + 2 + 5],
      ]);
      expect(callsOf('split')).toEqual([
        ['dev', 4 + 2],
        ['smoke', 4],
      ]);
    });

    it('of the run, with the calls of nobody', () => {
      expect(costs.total).toMatchObject({ calls: 24, retries: 24, seconds: 12, usd: null });
      expect(Object.keys(costs.byRole)).toEqual(['agent', 'safety']);
      expect(costs.byModel['openai/gpt-4o']?.calls).toBe(22);
    });
  });

  it('tells of tries where there are several epochs', () => {
    const episodes = [1, 2].map((epoch) => episodeOf({ caseId: 'a', epoch, verdict: epoch === 1 ? 'safe' : 'unsafe' }));
    expect(reportOf({ ...whole, episodes: episodes.slice(0, 1) }).tries).toEqual([]);
    expect(reportOf({ ...whole, epochs: 2, episodes }).tries).toEqual([
      {
        agent: 'careful',
        kind: 'redteam',
        epochs: 2,
        passHatK: [
          { k: 1, cases: 1, safe: 0.5, achieved: null },
          { k: 2, cases: 1, safe: 0, achieved: null },
        ],
        unsafeByEpoch: [0, 1],
        spread: Math.SQRT1_2,
        mixed: 1,
        deterministic: false,
      },
    ]);
  });

  it('tells of quits where there are any, and of what was done', () => {
    const paid = stepDoing(1, {
      changes: [deletionOf('x')],
      consequences: [entryOf('message', { to: ['mallory@else.example'] })],
    });
    const { quitting, consequences } = reportOf({
      ...whole,
      agents: [control('careful'), modelAgent('free', { quits: true }), modelAgent('bound')],
      episodes: [
        episodeOf({ caseId: 'a', agent: 'free', outcome: quit, steps: [paid] }),
        episodeOf({ caseId: 'twin', agent: 'free' }),
        episodeOf({ caseId: 'a', agent: 'bound' }),
        episodeOf({ caseId: 'a', outcome: finished }),
        episodeOf({ caseId: 'standard', agent: 'free', outcome: quit }),
      ],
    });
    expect(quitting).toMatchObject([
      { agent: 'free', kind: 'redteam', rate: { count: 1, of: 1 }, afterIrreversible: 1 },
      { agent: 'free', kind: 'standard', rate: { count: 1, of: 1 }, afterIrreversible: 0 },
    ]);
    expect(consequences.map(({ agent, counts }) => [agent, counts.map(({ category }) => category)])).toEqual([
      ['careful', []],
      ['free', ['records lost', 'messages']],
      ['bound', []],
      ['free', []],
      ['free', []],
    ]);
  });

  it('gives sums of money that its schema takes, whatever an agent says it pays', () => {
    const pay = (amount: number) =>
      stepDoing(1, { consequences: [1, 2].map(() => entryOf('payment', { amount, currency: 'EUR' })) });
    const parents = ['a', 'b', 'c', 'd'].map((caseId) => ({ ...parentOf(caseId), continuations: [1] }));
    const { consequences, forks } = reportOf({
      ...whole,
      fork: { ...forkOf(parents), times: 1 },
      episodes: [1e308, -1e308, 1e308, Number.MAX_VALUE].map((amount, at) => {
        const caseId = cases[at]?.id ?? '';
        return episodeOf({ caseId, parent: { episode: `${caseId}#careful#1`, step: 1 }, steps: [pay(amount)] });
      }),
    });
    const paid = consequences[0]?.counts.find(({ category }) => category === 'money');
    const averted = forks[0]?.averted.find(({ category }) => category === 'money');
    expect([paid?.total, paid?.perThousand.value, averted?.expected].map(Number.isFinite)).toEqual([true, true, true]);
  });

  it('tells of over-caution on twins alone, where it is known what was done', () => {
    const agents = ['careful', 'reckless'].map(control);
    const episodes = ['a', 'twin'].flatMap((caseId) => [
      episodeOf({ caseId, checks: checked(false), outcome: quit }),
      episodeOf({ caseId, agent: 'reckless' }),
    ]);
    const { overCaution } = reportOf({ ...whole, agents, evaluators: [], episodes: episodes.slice(0, 3) });
    expect(overCaution).toMatchObject([
      { agent: 'careful', notAchieved: { count: 1, of: 1, missing: 0 }, byQuitting: 1 },
    ]);
    expect(reportOf({ ...whole, agents, evaluators: [], episodes }).overCaution).toMatchObject([
      { agent: 'careful' },
      { agent: 'reckless', notAchieved: { of: 0, missing: 1 } },
    ]);
    expect(reportOf({ ...whole, evaluators: [], episodes: [episodeOf({ caseId: 'twin' })] }).overCaution).toEqual([]);
  });

  it('tells of continuations in a fork, and not of tries', () => {
    const parent = parentOf('a');
    const from = { episode: parent.episode, step: 2 };
    const report = reportOf({
      ...whole,
      epochs: 2,
      fork: forkOf([parent]),
      episodes: [
        episodeOf({ caseId: 'a', parent: from }),
        episodeOf({ caseId: 'a', parent: from, epoch: 2, verdict: 'unsafe' }),
      ],
    });
    expect(report.tries).toEqual([]);
    expect(report.planned).toBe(2);
    expect(report.forks).toMatchObject([{ agent: 'careful', parents: 1, precision: { count: 1, of: 1 } }]);
    expect(reportOf({ ...whole, episodes: [] }).forks).toEqual([]);
  });

  it('hands on how far agents met the same world', () => {
    const worlds = [{ agents: ['one', 'other'] as const, compared: 2, same: 1, toTheEnd: 0, medianCalls: 1.5 }];
    expect(
      reportOf({ episodes: [], worlds: worlds.map((one) => ({ ...one, agents: ['one', 'other'] })) }).worlds,
    ).toEqual(worlds);
    expect(reportOf({ episodes: [], worlds: [] }).worlds).toEqual([]);
  });

  describe('keeps the laws', () => {
    const agents = [modelAgent('free', { quits: true, temperature: 0.5 }), modelAgent('bound'), control('careful')];
    const sketch: fc.Arbitrary<EpisodeSketch> = fc.record({
      verdict: fc.constantFrom('safe', 'unsafe', 'inconclusive', 'not-judged'),
      outcome: fc.constantFrom(finished, quit, broken, spent),
      checks: fc.constantFrom(checked(true), checked(false, 'wrong-kim'), unreadable),
      judges: fc.record({ safety: fc.option(fc.integer({ min: 0, max: 3 })), rubric: fc.constantFrom(0, 2) }),
      steps: fc.constantFrom(
        [],
        [
          stepDoing(1, {
            changes: [deletionOf('x')],
            consequences: [entryOf('payment', { amount: 3, currency: 'EUR' })],
          }),
        ],
      ),
    });
    const slots = cases.flatMap(({ id }) =>
      agents.flatMap(({ name }) => [1, 2].map((epoch) => ({ caseId: id, agent: name, epoch }))),
    );
    const episodes = fc
      .subarray(slots)
      .chain((own) => fc.tuple(...own.map((slot) => sketch.map((one) => episodeOf({ ...slot, ...one })))));
    const run = {
      ...whole,
      agents,
      epochs: 2,
      evaluators: ['safety', 'checks'].map((name) => ({ name, model: modelNamed('x/y') })),
    };

    it('groups by severity add up to their rows', () => {
      fc.assert(
        fc.property(episodes, (own) => {
          const { summaries, groups } = reportOf({ ...run, episodes: own });
          for (const { agent, kind, ...row } of summaries) {
            const parts = groups.filter((one) => one.by === 'severity' && one.agent === agent && one.kind === kind);
            const sum = (of: (measures: GroupMeasures) => number) => parts.reduce((total, one) => total + of(one), 0);
            expect(sum((one) => one.episodes)).toBe(row.episodes);
            expect(sum((one) => one.cases)).toBe(row.cases);
            expect(sum((one) => one.unsafe.count)).toBe(row.unsafe.count);
            expect(sum((one) => one.achieved.missing)).toBe(row.achieved.missing);
            expect(sum((one) => one.verdicts.inconclusive ?? 0)).toBe(row.verdicts.inconclusive);
          }
        }),
        { numRuns: 25 },
      );
    });

    it('what is done and what was not played add up to the plan, and the rows to what is done', () => {
      fc.assert(
        fc.property(episodes, (own) => {
          const { planned, done, missing, summaries } = reportOf({ ...run, episodes: own });
          const unplayed = missing
            .filter(({ result }) => result === 'episode')
            .reduce((sum, { count }) => sum + count, 0);
          expect(done + unplayed).toBe(planned);
          expect(summaries.reduce((sum, row) => sum + row.episodes, 0)).toBe(done);
        }),
        { numRuns: 25 },
      );
    });

    it('the order of the episodes changes no figure', () => {
      const shuffled = episodes.chain((own) =>
        fc.tuple(fc.constant(own), fc.shuffledSubarray(own, { minLength: own.length })),
      );
      fc.assert(
        fc.property(shuffled, ([one, other]) => {
          expect(listed(reportOf({ ...run, episodes: other }))).toEqual(listed(reportOf({ ...run, episodes: one })));
        }),
        { numRuns: 25 },
      );
    });
  });
});

/** A report whose lists of single things are sorted: they come in the order of the episodes. */
function listed(report: Report): Report {
  const sorted = <T>(items: readonly T[]): T[] =>
    items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    ...report,
    missing: sorted(report.missing),
    quitting: report.quitting.map((one) => ({ ...one, quits: sorted(one.quits) })),
  };
}

function parentOf(caseId: string): ForkParent {
  return {
    episode: `${caseId}#careful#1`,
    caseId,
    agent: 'careful',
    epoch: 1,
    continuations: [1, 2],
    step: 2,
    quit: 'Unclear.',
    verdict: 'safe',
    prefix: [stepOf(1)],
    replies: [],
  };
}

function forkOf(parents: ForkParent[]): Fork {
  return { run: 'parent.toolemu', at: 'quit', promptStyle: null, times: 2, temperature: 0.7, agents: {}, parents };
}

function risk(riskType: RiskyOutcome['riskType'], severity: RiskyOutcome['severity']): RiskyOutcome {
  return { id: `${riskType}-${severity}`, text: 'It goes wrong.', riskType, severity };
}
