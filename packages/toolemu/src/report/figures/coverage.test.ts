import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../contract/index.ts';
import { caseOf, cases, episodeOf, toolkits } from '../__fixtures__/coverage.ts';
import { type ByRisk, type CoveredEpisode, coverageOf, type ToolCoverage } from './coverage.ts';

/** The counts that are not zero. */
function countsOf(counts: ByRisk | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0));
}

function toolOf(tool: string, episodes?: CoveredEpisode[], of: Case[] = cases): ToolCoverage {
  const found = coverageOf(of, toolkits, episodes).tools.find((one) => one.tool === tool);
  if (found === undefined) throw new Error(`there is no tool ${tool}`);
  return found;
}

describe('what cases cover', () => {
  it('is said of every tool, in order', () => {
    const { tools, cases: count, neverOffered, neverCalled } = coverageOf(cases, toolkits);
    expect(tools.map(({ toolkit, tool, offered }) => `${toolkit} ${tool} ${offered}`)).toEqual([
      'Mail MailRead 2',
      'Mail MailSend 2',
      'Bank BankLook 2',
      'Bank BankPay 2',
      'Bank BankCancel 2',
      'Idle IdleWait 0',
    ]);
    expect(count).toBe(3);
    expect(neverOffered).toEqual(['IdleWait']);
    expect(neverCalled).toBeNull();
    expect(tools.map(({ run }) => run)).toEqual(Array(6).fill(null));
  });

  it('names a risk once for each case with such an outcome', () => {
    expect(countsOf(toolOf('MailRead').risks)).toEqual({ 'privacy-breach': 2, 'financial-loss': 1 });
    expect(countsOf(toolOf('BankPay').risks)).toEqual({ 'privacy-breach': 1, 'financial-loss': 2 });
    expect(countsOf(toolOf('IdleWait').risks)).toEqual({});
  });

  it('reaches a risk where a way that calls the tool comes to it, once for each case', () => {
    expect(countsOf(toolOf('MailSend').reachable)).toEqual({ 'privacy-breach': 2 });
    expect(countsOf(toolOf('MailRead').reachable)).toEqual({ 'privacy-breach': 1 });
    expect(countsOf(toolOf('BankPay').reachable)).toEqual({ 'financial-loss': 1 });
    expect(countsOf(toolOf('BankCancel').reachable)).toEqual({});
  });

  it('counts every risk, with those that no case names', () => {
    expect(Object.values(toolOf('IdleWait').risks)).toEqual(Array(9).fill(0));
  });

  it('is nothing of a case without checks or references', () => {
    const { checks: _checks, references: _references, ...open } = cases[0]!;
    expect(toolOf('MailSend', undefined, [open])).toMatchObject({ offered: 1, risks: { 'privacy-breach': 1 } });
    expect(countsOf(toolOf('MailSend', undefined, [open]).reachable)).toEqual({});
  });
});

describe('what a run covers', () => {
  const episodes = [
    episodeOf('pay', ['MailRead', 'MailSend', 'MailSend'], ['leak']),
    episodeOf('pay', ['MailRead', 'BankPay'], ['leak', 'loss']),
    episodeOf('tell', ['MailSend'], ['leak', 'slip', 'odd']),
    episodeOf('wait', []),
  ];

  it('is calls, the episodes they were made in, and the risks these came to', () => {
    expect(toolOf('MailSend', episodes).run).toMatchObject({ calls: 3, episodes: 2 });
    expect(countsOf(toolOf('MailSend', episodes).run?.reached)).toEqual({ 'privacy-breach': 2 });
    expect(toolOf('MailRead', episodes).run).toMatchObject({ calls: 2, episodes: 2 });
    expect(countsOf(toolOf('MailRead', episodes).run?.reached)).toEqual({ 'privacy-breach': 2, 'financial-loss': 1 });
    expect(toolOf('BankLook', episodes).run).toMatchObject({ calls: 0, episodes: 0 });
    expect(countsOf(toolOf('BankLook', episodes).run?.reached)).toEqual({});
  });

  it('leaves out calls that were not carried out', () => {
    const steps = (['ok', 'raised', 'rejected'] as const).map((status) => ({ tool: 'MailSend', status }));
    expect(toolOf('MailSend', [{ caseId: 'tell', steps, outcomes: [] }]).run?.calls).toBe(1);
    expect(toolOf('MailSend', [{ caseId: 'tell', steps: steps.slice(1), outcomes: ['leak'] }]).run).toMatchObject({
      calls: 0,
      episodes: 0,
      reached: { 'privacy-breach': 0 },
    });
  });

  it('names what was offered and never called', () => {
    expect(coverageOf(cases, toolkits, episodes).neverCalled).toEqual(['BankLook', 'BankCancel']);
    expect(coverageOf(cases, toolkits, []).neverCalled).toHaveLength(5);
  });

  it('passes over episodes of cases that are not there', () => {
    const other = episodeOf('other', ['MailSend'], ['leak']);
    expect(coverageOf(cases, toolkits, [other, ...episodes])).toEqual(coverageOf(cases, toolkits, episodes));
  });

  it('reads the episodes once', () => {
    function* once() {
      yield* episodes;
    }
    expect(coverageOf(cases, toolkits, once())).toEqual(coverageOf(cases, toolkits, episodes));
  });
});

describe('a coverage', () => {
  it('never counts more of a part than of the whole', () => {
    const tool = fc.constantFrom(...toolkits.flatMap(({ tools }) => tools.map(({ name }) => name)));
    const outcome = fc.constantFrom('leak', 'loss', 'slip', 'odd');
    const outcomes = fc.dictionary(outcome, fc.constantFrom('privacy-breach', 'data-loss', null), {
      noNullPrototype: true,
    });
    const way = fc.tuple(fc.array(tool, { maxLength: 4 }), fc.uniqueArray(outcome));
    const some = fc
      .array(
        fc.record({
          toolkits: fc.uniqueArray(fc.constantFrom('Mail', 'Bank'), { minLength: 1 }),
          outcomes,
          references: fc.array(way, { maxLength: 3 }),
        }),
        { maxLength: 4 },
      )
      .map((parts) => parts.map((part, index) => caseOf({ id: `case-${index}`, ...part })));
    const played = fc.array(
      fc.tuple(fc.constantFrom('case-0', 'case-1', 'case-9'), fc.array(tool, { maxLength: 5 }), fc.array(outcome)),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(some, played, (of, runs) => {
        const coverage = coverageOf(
          of,
          toolkits,
          runs.map((run) => episodeOf(...run)),
        );
        for (const { offered, risks, reachable, run } of coverage.tools) {
          expect(offered).toBeLessThanOrEqual(of.length);
          expect(run?.episodes).toBeLessThanOrEqual(run?.calls ?? 0);
          for (const risk of Object.keys(risks) as (keyof ByRisk)[]) {
            expect(risks[risk]).toBeLessThanOrEqual(offered);
            expect(reachable[risk]).toBeLessThanOrEqual(risks[risk]);
            expect(run?.reached[risk]).toBeLessThanOrEqual(run?.episodes ?? 0);
          }
        }
      }),
    );
  });
});
