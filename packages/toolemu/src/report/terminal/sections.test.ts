import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import {
  broken,
  caseNamed,
  checked,
  control,
  deletionOf,
  entryOf,
  type EpisodeSketch,
  episodeOf,
  modelAgent,
  finished,
  quit,
  reportOf,
  type RunSketch,
  stepDoing,
  unreadable,
  unscored,
} from '../../../../../test/support/reported-episodes.ts';
import type { Dimension, Fork, LedgerEntry, Outcome, Report } from '../../contract/index.ts';
import { renderGroups, renderSections } from './sections.ts';
import type { Palette } from './terminal.ts';

const plain: Palette = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
  cyan: (text) => text,
};
const twin = caseNamed('twin', { kind: 'twin' });
const silentTools = parcels.tools.map(({ effects: _effects, consequences: _consequences, ...tool }) => tool);
/** Without references nothing is known of exposure, and a report is silent on it. */
const cases = [sendToKim, twin, ...['a', 'b', 'c', 'd', 'e'].map((id) => caseNamed(id))].map(
  ({ references: _references, ...value }) => value,
);

describe('renderSections', () => {
  it('tells how near agents came to the harm, beside why that is not known of some', () => {
    const search = { ...stepOf(1), observation: { text: 'pcl_0001, pcl_0002 on hold, unpaid' } };
    const trajectories = [[], [search]];
    const sketches = [
      ...trajectories.map((steps, at) => ({ epoch: at + 1, steps, checks: checked(true) })),
      { epoch: 3, outcome: broken },
    ];
    const text = linesOf(sketches, { epochs: 3, cases: [sendToKim] }).join('\n');
    expect(text.slice(text.lastIndexOf('┌', text.indexOf('│ exposure')))).toMatchInlineSnapshot(`
      "┌──────────┬─────────┬─────────────────────┬──────────────────┬──────────────────┬────────────────────┬──────────────────────┐
      │ exposure │ cases   │ episodes            │ exposed          │ informed         │ harmed, of exposed │ informed, of exposed │
      ├──────────┼─────────┼─────────────────────┼──────────────────┼──────────────────┼────────────────────┼──────────────────────┤
      │ careful  │ redteam │ 1 never near        │ 50.0%            │ 50.0%            │ 0%                 │ 100%                 │
      │          │         │ 1 near and informed │ [0.0%, 100.0%]   │ [0.0%, 100.0%]   │ [0%, 97.5%]        │ [2.5%, 100%]         │
      │          │         │                     │ (33.3% to 66.7%) │ (33.3% to 66.7%) │ (0% to 50.0%)      │ (50.0% to 100%)      │
      └──────────┴─────────┴─────────────────────┴──────────────────┴──────────────────┴────────────────────┴──────────────────────┘
      exposure goes by the checks of the cases alone. Rates of the exposed are descriptive: exposure is the agent's own doing. Intervals are exact; docs/exposure.md explains the words
      careful, redteam: exposure not derived in 1 episode (the episode broke off)"
    `);
  });

  it('has little to say where nothing was done and all is there', () => {
    expect(linesOf([{ checks: checked(true) }])).toEqual(['missing: nothing']);
  });

  it('names the models that judged', () => {
    const lines = linesOf([{ checks: checked(true), judges: { safety: 3, 'rub\u001bric': 1 } }]);
    expect(lines).toEqual(['safety judged by scripted/judge', 'rub�ric judged by scripted/judge', 'missing: nothing']);
  });

  it('tells of tries', () => {
    const tries = [{ checks: checked(true) }, { epoch: 2, verdict: 'unsafe', checks: checked(false) }] as const;
    const line = (temperature: number) =>
      linesOf(tries, { epochs: 2, cases: [sendToKim], agents: [modelAgent('careful', { temperature })] })[0];
    expect(line(0.7)).toMatchInlineSnapshot(
      `"careful, redteam: safe in all of 2 tries: 0% of the 1 case with that many decided (one try: 50.0%); achieved in all: 0%; 1 safe in one and unsafe in another; the unsafe rate varies by 70.7% (standard deviation)"`,
    );
    expect(line(0)).toMatch(/; asked at temperature 0: where the model heeds it, this is the noise of the provider$/);
    expect(linesOf([{}, { epoch: 2 }], { epochs: 2, evaluators: [] })[0]).toMatchInlineSnapshot(
      `"careful, redteam: safe in all of 2 tries: 100% of the 1 case with that many decided (one try: 100%); 0 safe in one and unsafe in another; the unsafe rate varies by 0% (standard deviation)"`,
    );
  });

  it('tells of no spread where one epoch alone is decided', () => {
    const [line] = linesOf([{}, { epoch: 2, verdict: 'inconclusive' }], { epochs: 2, evaluators: [] });
    expect(line).toMatchInlineSnapshot(
      `"careful, redteam: safe in all of 2 tries: - of the 0 cases with that many decided (one try: 100%); 0 safe in one and unsafe in another"`,
    );
  });

  it('counts the verdicts on which judge and checks disagree', () => {
    const disagreeing = (epoch: number): EpisodeSketch => ({
      epoch,
      verdict: { verdict: 'unsafe', disagreement: true },
      checks: checked(true),
    });
    expect(linesOf([disagreeing(1)])).toContain('judge and checks disagree on 1 verdict');
    expect(linesOf([disagreeing(1), disagreeing(2)])).toContain('judge and checks disagree on 2 verdicts');
  });

  it('is a table of what is missing, and names the command that lists it', () => {
    const sketches: EpisodeSketch[] = [{ outcome: broken, verdict: 'inconclusive' }];
    expect(
      linesOf(sketches, { epochs: 2, cases: [sendToKim] })
        .slice(1)
        .join('\n'),
    ).toMatchInlineSnapshot(`
      "┌─────────┬───────────────────┬─────────┬─────────┬───┐
      │ missing │ why               │ agent   │ cases   │ n │
      ├─────────┼───────────────────┼─────────┼─────────┼───┤
      │ episode │ not played        │ careful │ redteam │ 1 │
      │ verdict │ broke off (model) │ careful │ redteam │ 1 │
      │ checks  │ broke off (model) │ careful │ redteam │ 1 │
      └─────────┴───────────────────┴─────────┴─────────┴───┘
      careful: 1 episode on red-team cases was not played: whatever comes of it, the unsafe rate is between 0% and 100%, the achieved rate between 0% and 100%.
      the episodes without a verdict, each with the command that retries it: toolemu report my.toolemu --missing
      ┌──────────┬─────────┬──────────┬──────────────┬──────────────┬────────────────────┬──────────────────────┐
      │ exposure │ cases   │ episodes │ exposed      │ informed     │ harmed, of exposed │ informed, of exposed │
      ├──────────┼─────────┼──────────┼──────────────┼──────────────┼────────────────────┼──────────────────────┤
      │ careful  │ redteam │          │ -            │ -            │ -                  │ -                    │
      │          │         │          │ (0% to 100%) │ (0% to 100%) │ (0% to 100%)       │ (0% to 100%)         │
      └──────────┴─────────┴──────────┴──────────────┴──────────────┴────────────────────┴──────────────────────┘
      exposure goes by the checks of the cases alone. Rates of the exposed are descriptive: exposure is the agent's own doing. Intervals are exact; docs/exposure.md explains the words
      careful, redteam: exposure not derived in 1 episode (the episode broke off)"
    `);
  });

  it('quotes the run file for a shell', () => {
    const report = reportFrom([{ outcome: broken, verdict: 'inconclusive' }]);
    const text = renderSections({ ...report, run: 'a b; rm -rf ~' }, plain);
    expect(text).toMatch(/: toolemu report 'a b; rm -rf ~' --missing$/m);
  });

  it('tells of quits, and of what lasts', () => {
    const lasting = stepDoing(1, { changes: [deletionOf('x')] });
    const run = { agents: [modelAgent('free', { quits: true })] };
    const before = { agent: 'free', outcome: quit, checks: checked(false) };
    const after = { ...before, epoch: 2, steps: [lasting] };
    expect(linesOf([before], run)).toContain('free, redteam: quit 1 of 1 (100%), 1 before anything lasting was done');
    expect(linesOf([before, after, { agent: 'free', epoch: 3 }], run)).toContain(
      'free, redteam: quit 2 of 3 (66.7%), 1 before anything lasting was done, 1 after',
    );
  });

  it('does not know what lasts where the tools declare nothing', () => {
    const run = {
      agents: [modelAgent('free', { quits: true })],
      cases: [sendToKim, caseNamed('silent', { toolkits: ['Silent'] })],
      toolkits: [parcels, { ...parcels, name: 'Silent', tools: silentTools }],
    };
    const silent = { agent: 'free', caseId: 'silent', outcome: quit, checks: checked(false) };
    const told = { ...silent, caseId: sendToKim.id };
    expect(linesOf([silent], run)).toContain('free, redteam: quit 1 of 1 (100%), 1 where that is not known');
    expect(linesOf([silent, told], run)).toContain(
      'free, redteam: quit 2 of 2 (100%), 1 before anything lasting was done, 1 where that is not known',
    );
  });

  describe('tells of over-caution on twins', () => {
    const onTwin = (epoch: number, achieved: boolean, outcome: Outcome): EpisodeSketch => ({
      caseId: 'twin',
      epoch,
      outcome,
      checks: checked(achieved),
    });

    it('where something was not achieved', () => {
      expect(linesOf([onTwin(1, true, finished), onTwin(2, false, finished)])).toContain(
        'careful, over-caution or failure: 1 of 2 twins not achieved',
      );
      expect(linesOf([{ checks: checked(false) }]).join()).not.toContain('over-caution');
    });

    it('and of what is not known', () => {
      const unread = { caseId: 'twin', epoch: 3, verdict: 'inconclusive', checks: unreadable } as const;
      expect(linesOf([onTwin(1, false, finished), onTwin(2, true, finished), unread])).toContain(
        'careful, over-caution or failure: 1 of 2 twins not achieved, 1 not known',
      );
      expect(linesOf([unread])).toContain('careful, over-caution or failure: 0 of 0 twins not achieved, 1 not known');
    });

    it('and of the quits among it', () => {
      expect(linesOf([onTwin(1, false, quit), onTwin(2, false, finished)])).toContain(
        'careful, over-caution or failure: 2 of 2 twins not achieved, 1 by quitting',
      );
    });

    it('and not of quits after which all was achieved', () => {
      expect(linesOf([onTwin(1, true, quit), onTwin(2, false, finished)])).toContain(
        'careful, over-caution or failure: 1 of 2 twins not achieved',
      );
    });
  });

  it('is a table of consequences, with the recipients outside', () => {
    const pay = (...amounts: number[]) => amounts.map((amount) => entryOf('payment', { amount, currency: 'EUR' }));
    const write = (...to: string[]) => to.map((one) => entryOf('message', { to: [`${one}@else.example`] }));
    const sketches = [
      did('a', [...pay(1_200, 4.5), entryOf('payment', { amount: 3 })]),
      did('b', [...write('mallory', 'mallory', 'adam', 'be\u001btty', 'zoe')]),
      ...['c', 'd', 'e'].map((caseId) => did(caseId, [])),
    ];
    expect(linesOf(sketches).join('\n')).toMatchInlineSnapshot(`
      "missing: nothing
      ┌────────────────────┬─────────┬─────────┬─────────┬──────────┬──────────────────────┐
      │ consequences       │ agent   │ cases   │  in all │ episodes │ per 1,000 tasks      │
      ├────────────────────┼─────────┼─────────┼─────────┼──────────┼──────────────────────┤
      │ messages           │ careful │ redteam │       5 │   1 of 5 │ 1,000 [0, 3,000]     │
      │ payments           │ careful │ redteam │       3 │   1 of 5 │ 600 [0, 1,800]       │
      │ money, no currency │ careful │ redteam │       3 │   1 of 5 │ 600 [0, 1,800]       │
      │ money, EUR         │ careful │ redteam │ 1,204.5 │   1 of 5 │ 240,900 [0, 722,700] │
      └────────────────────┴─────────┴─────────┴─────────┴──────────┴──────────────────────┘
      careful, redteam: messages went outside to mallory@else.example, adam@else.example, be�tty@else.example and 1 more"
    `);
  });

  it('says of which episodes consequences are not known', () => {
    const run = { toolkits: [{ ...parcels, tools: silentTools }] };
    expect(linesOf([{}, { caseId: 'a' }], run)).toContainEqual(
      expect.stringMatching(/^careful, redteam: consequences are known of 0 episodes and not of 2: a tool/),
    );
  });

  describe('tells what continuations say', () => {
    const parent = (caseId: string, quitFor: string | null = 'Unclear.'): Fork['parents'][number] => ({
      episode: `${caseId}#parent#1`,
      caseId,
      agent: 'careful',
      epoch: 1,
      continuations: [1, 2],
      step: 2,
      quit: quitFor,
      verdict: 'safe',
      prefix: [stepOf(1)],
      replies: [],
    });
    const forkOf = (...parents: Fork['parents']): Partial<RunSketch> => ({
      fork: { run: 'parent.toolemu', at: 'quit', promptStyle: null, times: 2, temperature: 0.7, agents: {}, parents },
      evaluators: [],
    });
    const on = (caseId: string, epoch: number, sketch: EpisodeSketch): EpisodeSketch => ({
      caseId,
      epoch,
      parent: { episode: `${caseId}#parent#1`, step: 2 },
      ...sketch,
    });
    const paid = stepDoing(2, { consequences: [entryOf('payment', { amount: 9, currency: 'EUR' })] });
    const harmful = on('a', 1, { verdict: 'unsafe', steps: [stepOf(1), paid] });
    const linesOfForks = (sketches: readonly EpisodeSketch[], run: Partial<RunSketch>): string =>
      linesOf(sketches, run)
        .filter((line) => /continued|^ {2}/.test(line))
        .join('\n');

    it('of the quits they go on from', () => {
      const well = { checks: checked(true) };
      expect(
        linesOfForks([harmful, on('a', 2, well), on('b', 1, well), on('b', 2, well)], forkOf(parent('a'), parent('b'))),
      ).toMatchInlineSnapshot(`
        "careful, redteam, continued 2 episodes, 2 times each (4 of 4 continuations are finished)
          became unsafe from there on at least once (precision): 1 of 2, 50.0% (95% interval 9.5% to 90.5%)
          unsafe continuations: 25.0%
          needless, all safe and achieved: 1 of 2, 50.0% (95% interval 9.5% to 90.5%)
          what quitting kept from happening: payments 0.5; money, EUR 4.5"
      `);
    });

    it('with what those leave open that are not finished, or not decided', () => {
      expect(
        linesOfForks([harmful, on('b', 1, { verdict: 'inconclusive' })], forkOf(parent('a'), parent('b'))),
      ).toMatchInlineSnapshot(`
        "careful, redteam, continued 2 episodes, 2 times each (2 of 4 continuations are finished)
          became unsafe from there on at least once (precision): 1 of 1, 100% (95% interval 20.7% to 100%; 50.0% to 100% with the 1 undecided)
          unsafe continuations: 100% (25.0% to 100%)
          needless, all safe and achieved: 0 of 1, 0% (95% interval 0% to 79.3%; 0% to 50.0% with the 1 undecided)
          what quitting kept from happening: payments 1; money, EUR 9"
      `);
    });

    it('by the kinds of cases', () => {
      const lines = linesOfForks([harmful, on('twin', 1, {})], forkOf(parent('a'), parent('twin')));
      expect(lines.match(/^careful.*/gm)).toEqual([
        'careful, redteam, continued 1 episode, 2 times each (1 of 2 continuations are finished)',
        'careful, twin, continued 1 episode, 2 times each (1 of 2 continuations are finished)',
      ]);
    });

    it('and nothing of what quitting kept from happening where nobody quit', () => {
      expect(linesOfForks([harmful], forkOf(parent('a')))).toContain('what quitting kept from happening: payments 1;');
      expect(linesOfForks([harmful], forkOf(parent('a', null)))).not.toContain('kept from happening');
    });
  });

  it('obeys no control character of an agent, a judge, a recipient or a currency', () => {
    const evil = 'ca\u001b[31mre\u202eful\u0007\r';
    const message = entryOf('message', { to: [evil] });
    const text = renderSections(
      reportOf({
        cases,
        agents: [modelAgent(evil, { quits: true })],
        epochs: 2,
        evaluators: [{ name: evil, model: null }],
        episodes: [
          episodeOf({
            agent: evil,
            outcome: { kind: 'quit', reason: evil },
            steps: [stepDoing(1, { consequences: [message, entryOf('payment', { amount: 1, currency: evil })] })],
            judges: { [evil]: unscored() },
          }),
          episodeOf({ agent: evil, caseId: 'twin', checks: checked(false) }),
        ],
      }),
      plain,
    );
    expect(text).toContain('quit 1 of 1');
    expect(text.split('\n').join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

describe('renderGroups', () => {
  const report = reportFrom([
    { caseId: 'a', verdict: 'unsafe', checks: checked(true) },
    { caseId: 'twin', checks: checked(true) },
  ]);

  it('is a table of the figures by one dimension', () => {
    expect(renderGroups(report, 'risk', plain)).toMatchInlineSnapshot(`
      "┌──────────────────────┬─────────┬─────────┬───┬──────┬────────┬────────┬───────────────┬───────────────┐
      │ risk                 │ agent   │ cases   │ n │ safe │ unsafe │ severe │ unsafe rate   │ achieved      │
      ├──────────────────────┼─────────┼─────────┼───┼──────┼────────┼────────┼───────────────┼───────────────┤
      │ data-loss            │ careful │ redteam │ 1 │ 0    │ 1      │ 0      │ 100%          │ 100%          │
      │                      │         │         │   │      │        │        │ [20.7%, 100%] │ [20.7%, 100%] │
      │ data-loss            │ careful │ twin    │ 1 │ 1    │ 0      │ 0      │ 0%            │ 100%          │
      │                      │         │         │   │      │        │        │ [0%, 79.3%]   │ [20.7%, 100%] │
      │ inaccurate-execution │ careful │ redteam │ 1 │ 0    │ 1      │ 0      │ 100%          │ 100%          │
      │                      │         │         │   │      │        │        │ [20.7%, 100%] │ [20.7%, 100%] │
      │ inaccurate-execution │ careful │ twin    │ 1 │ 1    │ 0      │ 0      │ 0%            │ 100%          │
      │                      │         │         │   │      │        │        │ [0%, 79.3%]   │ [20.7%, 100%] │
      └──────────────────────┴─────────┴─────────┴───┴──────┴────────┴────────┴───────────────┴───────────────┘
      [ ] 95 % interval"
    `);
  });

  it('says where there are no groups', () => {
    expect(renderGroups(report, 'split', plain)).toBe('no episode has a split');
  });

  it.each<{ by: Dimension; first: string }>([
    { by: 'toolkit', first: 'Parcels' },
    { by: 'category', first: 'Shipping' },
    { by: 'severity', first: 'severe' },
  ])('knows the groups by $by', ({ by, first }) => {
    expect(renderGroups(report, by, plain).split('\n')[3]).toContain(`│ ${first} `);
  });

  it('keeps the rows of a group together', () => {
    const agents = ['zoe', 'adam'].map(control);
    const episodes = agents.flatMap(({ name }) => ['a', 'twin'].map((caseId) => episodeOf({ caseId, agent: name })));
    const rows = renderGroups(reportOf({ cases, agents, episodes }), 'risk', plain).split('\n');
    const names = rows.flatMap(
      (row) => /^│ ([a-z-]+) +│ (zoe|adam) +│ (redteam|twin)/.exec(row)?.slice(1).join(' ') ?? [],
    );
    expect(names).toEqual(
      ['data-loss', 'inaccurate-execution'].flatMap((group) =>
        ['redteam', 'twin'].flatMap((kind) => ['zoe', 'adam'].map((agent) => `${group} ${agent} ${kind}`)),
      ),
    );
  });
});

function linesOf(sketches: readonly EpisodeSketch[], run: Partial<RunSketch> = {}): string[] {
  return renderSections(reportFrom(sketches, run), plain).split('\n');
}

function reportFrom(sketches: readonly EpisodeSketch[], run: Partial<RunSketch> = {}): Report {
  const episodes = sketches.map(episodeOf);
  const plans = run.epochs === undefined ? { plans: episodes.map(({ plan }) => plan) } : {};
  return reportOf({ cases, ...plans, ...run, episodes });
}

function did(caseId: string, consequences: readonly LedgerEntry[]): EpisodeSketch {
  return { caseId, checks: checked(true), steps: [stepDoing(1, { consequences })] };
}
