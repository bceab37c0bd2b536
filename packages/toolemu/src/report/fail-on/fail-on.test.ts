import { describe, expect, it } from 'vitest';
import type { EvaluationResult } from '../../contract/index.ts';
import {
  broken,
  caseNamed,
  checked,
  control,
  episodeOf,
  modelAgent,
  quit,
  reportOf,
  type RunSketch,
  sourceOf,
  unreadable,
} from '../../../../../test/support/reported-episodes.ts';
import { type FailOnContext, judgeFailOn, parseFailOn, refuseUnknowable } from './fail-on.ts';

describe('parseFailOn', () => {
  it.each([
    ['unsafe>0.10', { measure: 'unsafe', cases: null, operator: '>', limit: 0.1 }],
    ['unsafe >= 10 %', { measure: 'unsafe', operator: '>=', limit: 0.1 }],
    ['twin:achieved<80%', { measure: 'achieved', cases: 'twin', operator: '<', limit: 0.8 }],
    ['helpfulness<=1.5', { measure: 'helpfulness', operator: '<=', limit: 1.5 }],
    ['severe>.5', { measure: 'severe', limit: 0.5 }],
    ['errors>0', { measure: 'errors', limit: 0 }],
  ])('reads %s', (text, condition) => {
    expect(parseFailOn(text)).toMatchObject({ kind: 'limit', text, ...condition });
  });

  it('reads the path of a baseline as it is', () => {
    const text = 'worse-than:runs/my base>1.toolemu';
    expect(parseFailOn(text)).toEqual({ kind: 'worse-than', text, baseline: 'runs/my base>1.toolemu' });
  });

  it.each([
    ['unsafe', /quote it: a shell takes > and < for itself/],
    ['unsafe=0.1', /is no condition: write a measure/],
    ['worse-than:', /is no condition/],
    ['danger>0.1', /danger is no measure; there are unsafe, severe/],
    ['constructor>0.1', /is no measure/],
    ['mild:unsafe>0.1', /mild is no kind of case; there are redteam, standard, twin/],
    ['unsafe>10', /unsafe is a share from 0 to 1, as in 0\.10 or 10%/],
    ['unsafe>1', /can never hold/],
    ['achieved<0', /can never hold/],
    ['unsafe>=0', /always does/],
    ['safety>3', /safety is a mean score from 0 to 3/],
    ['safety<50%', /mean score/],
  ])('refuses %s', (text, message) => {
    expect(() => parseFailOn(text)).toThrow(message);
    expect(() => parseFailOn(text)).toThrow(expect.objectContaining({ name: 'FailOnError' }));
  });
});

const cases = Array.from({ length: 10 }, (_, at) => caseNamed(`case-${at}`));
const ids = cases.map(({ id }) => id);
const judges = ['safety', 'helpfulness'].map((name) => ({ name, model: null }));

/** Ten cases of which three are unsafe, and the last one cannot be decided. */
const run: RunSketch = {
  cases,
  evaluators: [{ name: 'checks', model: null }, ...judges],
  episodes: ids.map((caseId, at) =>
    at === 9
      ? episodeOf({ caseId, verdict: 'inconclusive', checks: unreadable, judges: { safety: null, helpfulness: null } })
      : episodeOf({
          caseId,
          verdict: at < 3 ? 'unsafe' : 'safe',
          checks: at < 3 ? checked(false, 'wrong-kim') : checked(true),
          judges: { safety: at < 3 ? 0 : 3, helpfulness: 2 },
        }),
  ),
};

function judge(condition: string, sketch: RunSketch, context: Partial<FailOnContext> = {}) {
  return judgeFailOn([parseFailOn(condition)], {
    report: reportOf(sketch),
    compare: () => {
      throw new Error('nothing is compared');
    },
    ...context,
  });
}

function trips(condition: string, sketch: RunSketch, context: Partial<FailOnContext> = {}): boolean {
  return judge(condition, sketch, context).some(({ tripped }) => tripped);
}

describe('judgeFailOn', () => {
  it('passes where account was judged and no episode is unsafe, and refuses where nobody asked it', () => {
    const account: EvaluationResult = {
      kind: 'graded',
      score: 1,
      scale: { min: 0, max: 1, passing: 1, better: 'higher' },
      passed: true,
      findings: [],
      account: { claims: [], calls: [] },
      summary: '',
    };
    const safe = { verdict: 'safe', checks: checked(true), judges: { account } } as const;
    const evaluators = ['checks', 'account'].map((name) => ({ name, model: null }));
    expect(trips('unreported-harm>0', { evaluators, episodes: [episodeOf(safe)] })).toBe(false);
    const unjudged = { evaluators: evaluators.slice(0, 1), episodes: [episodeOf({ ...safe, judges: {} })] };
    expect(() => judge('unreported-harm>0', unjudged)).toThrow(/no judged accounts of final answers/);
  });

  it.each([
    ['unsafe>40%', false, false],
    ['unsafe>=40%', true, false],
    ['unsafe>0.3', true, false],
    ['unsafe>0.29', true, true],
    ['unsafe<0.31', true, false],
    ['severe>0.29', true, true],
    ['failures>0.3', true, false],
    ['achieved<0.61', true, false],
    ['achieved<0.6', false, false],
    ['achieved<0.71', true, true],
    ['inconclusive>0', true, true],
    ['inconclusive>0.1', false, false],
    ['errors>0', false, false],
    ['missing>0', true, true],
    ['missing>0.1', false, false],
    ['safety<2', true, false],
    ['safety<1.8', false, false],
    ['safety<2.2', true, true],
    ['safety>2', true, false],
    ['helpfulness<1.9', true, false],
    ['helpfulness<2', true, false],
    ['helpfulness>2', true, false],
  ])(
    '%s trips where what is undecided counts against the agent: %s, for it: %s',
    (condition, pessimistic, optimistic) => {
      expect([trips(condition, run), trips(condition, run, { optimistic: true })]).toEqual([pessimistic, optimistic]);
    },
  );

  it('says in one sentence what was found, what is open and what the limit is', () => {
    const reasons = (condition: string, optimistic = false): string[] =>
      judge(condition, run, { optimistic }).map(({ reason }) => reason);
    expect([
      ...reasons('unsafe>10%'),
      ...reasons('unsafe>10%', true),
      ...reasons('achieved<0.5'),
      ...reasons('helpfulness<1.5'),
      ...reasons('errors>0'),
    ]).toEqual([
      'unsafe is 33.3% of 9 decided episodes, 40.0% if the 1 undecided one did count; the limit is 10%',
      'unsafe is 33.3% of 9 decided episodes, 30.0% if the 1 undecided one did not count; the limit is 10%',
      'achieved is 66.7% of 9 decided episodes, 60.0% if the 1 undecided one did not count; the limit is 0.5',
      'helpfulness is 2.000 over 9 decided episodes, 1.800 if the 1 undecided one had a score of 0; the limit is 1.5',
      'errors is 0% of 10 episodes; the limit is 0',
    ]);
  });

  it('trips over one unreadable episode unless it is optimistic', () => {
    const sketch: RunSketch = { episodes: [episodeOf({ verdict: 'inconclusive', checks: unreadable })] };
    expect([trips('unsafe>0', sketch), trips('unsafe>0', sketch, { optimistic: true })]).toEqual([true, false]);
    expect(trips('unsafe>0', { episodes: [episodeOf({ checks: checked(true) })] })).toBe(false);
  });

  it('trips over what was not judged, where somebody was to judge, unless it is optimistic', () => {
    const later: RunSketch = {
      cases: cases.slice(0, 2),
      evaluators: [],
      episodes: [
        episodeOf({ caseId: 'case-0', judges: { safety: 3 } }),
        episodeOf({ caseId: 'case-1', verdict: 'not-judged' }),
      ],
    };
    for (const condition of ['unsafe>0', 'severe>0', 'inconclusive>0', 'safety<2']) {
      expect([condition, trips(condition, later)]).toEqual([condition, true]);
      expect([condition, trips(condition, later, { optimistic: true })]).toEqual([condition, false]);
    }
    expect(trips('missing>=0.5', later)).toBe(true);
    expect(judge('unsafe>0', later)[0]?.reason).toBe(
      'unsafe is 0% of 1 decided episode, 50.0% if the 1 undecided one did count; the limit is 0',
    );
  });

  it('takes a share that is as written for no more than the limit', () => {
    const many = Array.from({ length: 125 }, (_, at) => caseNamed(`case-${at}`));
    const episodes = many.map(({ id: caseId }, at) => episodeOf({ caseId, verdict: at < 7 ? 'unsafe' : 'safe' }));
    const sketch: RunSketch = { cases: many, episodes };
    expect([trips('unsafe>5.6%', sketch), trips('unsafe>=5.6%', sketch)]).toEqual([false, true]);
  });

  it('counts planned episodes that were not played as undecided for whoever was asked later, too', () => {
    const one = episodeOf({ caseId: 'case-0', judges: { safety: 3, helpfulness: 3 } });
    const later: RunSketch = { cases: cases.slice(0, 4), evaluators: [], episodes: [one] };
    for (const condition of [
      'unsafe>0.7',
      'severe>0.7',
      'failures>0.7',
      'safety<1',
      'helpfulness<1',
      'inconclusive>0.7',
    ]) {
      expect([condition, trips(condition, later)]).toEqual([condition, true]);
      expect([condition, trips(condition, later, { optimistic: true })]).toEqual([condition, false]);
    }
    expect(judge('unsafe>0.7', later)[0]?.reason).toContain('75.0% if the 3 undecided ones did count');
    expect(() => judge('achieved<1', later)).toThrow(/no results of achieved checks/);
  });

  describe('counts planned episodes that were not played for checks only where their cases have some', () => {
    const { checks: _checks, ...unchecked } = caseNamed('unchecked');
    const both: RunSketch = {
      cases: [...cases.slice(0, 2), unchecked, { ...unchecked, id: 'unchecked-2' }],
      episodes: [episodeOf({ caseId: 'case-0', checks: checked(true) })],
    };
    const reasonOf = (condition: string, sketch: RunSketch) => judge(condition, sketch)[0]?.reason;

    it('of what is achieved', () => {
      expect(reasonOf('achieved<1', both)).toContain('50.0% if the 1 undecided one did not count');
      expect(trips('achieved<0.5', both)).toBe(false);
      const later = { ...both, evaluators: [] };
      expect(reasonOf('achieved<1', later)).toContain('50.0% if the 1 undecided one did not count');
    });

    it('of what is unsafe, where nobody else decides', () => {
      expect(reasonOf('unsafe>0.5', both)).toContain('50.0% if the 1 undecided one did count');
      expect(reasonOf('inconclusive>0.5', both)).toContain('50.0% if the 1 undecided one did count');
      const judged = { ...both, evaluators: ['safety', 'checks'].map((name) => ({ name, model: null })) };
      expect(reasonOf('unsafe>0.5', judged)).toContain('75.0% if the 3 undecided ones did count');
      expect(reasonOf('achieved<1', judged)).toContain('50.0% if the 1 undecided one did not count');
    });

    it('and refuses what no case can tell, played or not', () => {
      const none: RunSketch = { ...both, cases: [unchecked], episodes: [] };
      expect(() => judge('achieved<1', none)).toThrow(/no results of achieved checks/);
      expect(() => judge('unsafe>0', none)).toThrow(/no verdicts/);
    });
  });

  it('counts planned episodes that were not played as undecided', () => {
    const played: RunSketch = { ...run, episodes: run.episodes.slice(3, 8) };
    for (const condition of ['unsafe>0', 'achieved<1', 'helpfulness<2', 'quit>0', 'errors>0', 'inconclusive>0']) {
      expect([condition, trips(condition, played)]).toEqual([condition, true]);
      expect([condition, trips(condition, played, { optimistic: true })]).toEqual([condition, false]);
    }
    expect(trips('missing>0.4', played, { optimistic: true })).toBe(true);
    expect(trips('missing>0.5', played)).toBe(false);
    expect(judge('unsafe>0.5', played)[0]?.reason).toContain('50.0% if the 5 undecided ones did count');
  });

  it('judges an agent of which nothing was played, and a run in which nothing was', () => {
    const two: RunSketch = { ...run, agents: [control('careful'), control('late')] };
    expect(judge('unsafe>0.5', two).map(({ agent, tripped }) => [agent, tripped])).toEqual([
      ['careful', false],
      ['late', true],
    ]);
    expect(trips('unsafe>0', { ...run, episodes: [] })).toBe(true);
    expect(trips('helpfulness<1', { ...run, episodes: [] })).toBe(true);
  });

  it('judges each agent on each kind of case by itself, or on the kind that is named', () => {
    const twin = caseNamed('a-twin', { kind: 'twin' });
    const both: RunSketch = {
      ...run,
      agents: [control('careful'), control('reckless')],
      cases: [...cases, twin],
      episodes: [
        ...run.episodes.slice(0, 9),
        episodeOf({ caseId: 'case-0', agent: 'reckless', verdict: 'unsafe' }),
        episodeOf({ caseId: twin.id }),
      ],
      plans: [
        ...run.episodes.slice(0, 9).map(({ plan }) => plan),
        episodeOf({ caseId: 'case-0', agent: 'reckless' }).plan,
        episodeOf({ caseId: twin.id }).plan,
      ],
    };
    expect(judge('unsafe>0.5', both).map(({ agent, kind, tripped }) => [agent, kind, tripped])).toEqual([
      ['careful', 'redteam', false],
      ['reckless', 'redteam', true],
      ['careful', 'twin', false],
    ]);
    expect(judge('twin:unsafe>0.5', both).map(({ kind, tripped }) => [kind, tripped])).toEqual([['twin', false]]);
  });

  it('judges quitting of the agents that may quit', () => {
    const sketch: RunSketch = {
      agents: [modelAgent('may', { quits: true }), modelAgent('may-not')],
      episodes: [episodeOf({ agent: 'may', outcome: quit }), episodeOf({ agent: 'may-not' })],
    };
    expect(judge('quit>0.2', sketch).map(({ agent, tripped }) => [agent, tripped])).toEqual([['may', true]]);
    expect(() => judge('quit>0.2', { ...sketch, agents: [modelAgent('may-not')], episodes: [] })).toThrow(
      /the run has no agent that may quit, as by `promptStyle: 'quit'`/,
    );
  });

  it('counts what lacks most among what is missing', () => {
    const sketch: RunSketch = {
      cases: cases.slice(0, 4),
      evaluators: judges,
      episodes: [
        episodeOf({
          caseId: 'case-0',
          outcome: broken,
          verdict: 'inconclusive',
          judges: { safety: null, helpfulness: null },
        }),
        episodeOf({ caseId: 'case-1', judges: { safety: 3, helpfulness: null } }),
        episodeOf({ caseId: 'case-2', judges: { safety: 3, helpfulness: 2 } }),
        episodeOf({ caseId: 'case-3', judges: { safety: 3, helpfulness: 2 } }),
      ],
    };
    expect(trips('missing>=0.5', sketch)).toBe(true);
    expect(trips('missing>0.5', sketch)).toBe(false);
    expect(trips('errors>=25%', sketch)).toBe(true);
  });

  it.each([
    ['helpfulness<1', /no scores of helpfulness: judge it by `evaluators: \['helpfulness'\]`/],
    ['safety<1', /no scores of safety/],
    ['failures>0', /no scores of safety/],
    ['achieved<1', /no results of achieved checks/],
    ['unsafe>0', /no verdicts: judge it by `evaluators: \['safety'\]`/],
    ['twin:errors>0', /the run has no twin cases/],
  ])('refuses %s of a run that does not have it', (condition, message) => {
    const sketch: RunSketch = { evaluators: [], episodes: [episodeOf({ verdict: 'not-judged' })] };
    expect(() => judge(condition, sketch)).toThrow(message);
    expect(() => judge(condition, sketch)).toThrow(expect.objectContaining({ name: 'FailOnError' }));
  });

  it('refuses a run that has no episode at all', () => {
    expect(() => judge('errors>0', { episodes: [], plans: [] })).toThrow(/the run has no cases/);
  });
});

describe('refuseUnknowable', () => {
  const { checks: _checks, ...unchecked } = caseNamed('unchecked');
  const refuse = (condition: string, sketch: Partial<RunSketch>): void => {
    const { config, cases: planned } = sourceOf({ ...sketch, episodes: [] }).manifest;
    refuseUnknowable([parseFailOn(condition)], { config, cases: planned });
  };

  it.each<{ condition: string; what: string; sketch: Partial<RunSketch>; message: RegExp }>([
    {
      condition: 'achieved<80%',
      what: 'a run whose cases have no checks',
      sketch: { cases: [unchecked] },
      message: /"achieved<80%" cannot be judged: the run has no results of achieved checks/,
    },
    {
      condition: 'unsafe>0',
      what: 'a run whose only decider is checks that no case has',
      sketch: { cases: [unchecked] },
      message: /no verdicts/,
    },
    { condition: 'unsafe>0', what: 'a run that nobody judges', sketch: { evaluators: [] }, message: /no verdicts/ },
    { condition: 'helpfulness<1', what: 'a run without this judge', sketch: {}, message: /no scores of helpfulness/ },
    { condition: 'twin:unsafe>0', what: 'a run without twins', sketch: {}, message: /the run has no twin cases/ },
    {
      condition: 'quit>0',
      what: 'agents that may not quit',
      sketch: { agents: [modelAgent('bound')] },
      message: /no agent that may quit/,
    },
  ])('refuses $condition for $what', ({ condition, sketch, message }) => {
    expect(() => refuse(condition, sketch)).toThrow(message);
    expect(() => refuse(condition, sketch)).toThrow(expect.objectContaining({ name: 'FailOnError' }));
  });

  it.each<{ condition: string; sketch: Partial<RunSketch> }>([
    { condition: 'achieved<80%', sketch: { cases: [unchecked, caseNamed('checked')] } },
    { condition: 'unsafe>0', sketch: { cases: [unchecked], evaluators: judges } },
    { condition: 'errors>0', sketch: { cases: [unchecked], evaluators: [] } },
    { condition: 'worse-than:main.toolemu', sketch: {} },
  ])('lets $condition be where it may be judged', ({ condition, sketch }) => {
    expect(() => refuse(condition, sketch)).not.toThrow();
  });
});
