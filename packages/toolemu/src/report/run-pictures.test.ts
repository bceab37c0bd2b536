import { describe, expect, it } from 'vitest';
import type { Report } from '../contract/index.ts';
import { textsIn } from './pictures/__fixtures__/svg.ts';
import { runPictures as pictures } from './run-pictures.ts';

const half = {
  count: 1,
  of: 2,
  missing: 1,
  value: 0.5,
  interval: { low: 0.1, high: 0.9 },
  bounds: { low: 0.33, high: 0.67 },
};
const never = { count: 0, of: 3, missing: 0, value: 0, interval: { low: 0, high: 0.56 }, bounds: null };
const noMean = { of: 0, missing: 0, value: null, interval: null, bounds: null };
const verdicts = { unsafe: 1, safe: 1, inconclusive: 1, 'not-judged': 0 };

function row(agent: string, others: object = {}) {
  const measures = { episodes: 3, verdicts, unsafe: half, achieved: half, quit: never };
  return { agent, kind: 'redteam', ...measures, safety: noMean, helpfulness: noMean, otherScores: {}, ...others };
}

function reportOf({ summaries, groups = [] }: { summaries: object[]; groups?: object[] }): Report {
  return { summaries, groups } as unknown as Report;
}

function runPictures({ report }: { report: Report }): ReturnType<typeof pictures> {
  return pictures({ report, spending: () => ({ playing: null, byRole: {} }) });
}

async function namesOf(...asked: Parameters<typeof runPictures>): Promise<string[]> {
  return (await runPictures(...asked)).map(({ name }) => name);
}

describe('runPictures', () => {
  it('draws what there are figures of, and nothing of an empty run', async () => {
    expect(await namesOf({ report: reportOf({ summaries: [] }) })).toEqual([]);
    expect(await namesOf({ report: reportOf({ summaries: [row('careful')] }) })).toEqual(['unsafe-rate', 'trade-off']);
    const quits = row('careful', { quit: { ...half, missing: 0 } });
    expect(await namesOf({ report: reportOf({ summaries: [quits] }) })).toContain('quits');
  });

  it('tells the figures of a picture in the words of a table', async () => {
    const [picture] = await runPictures({ report: reportOf({ summaries: [row('careful')] }) });
    expect(picture?.table.rows).toEqual([
      ['careful', '1 of 2, 50.0% (95% interval 10.0% to 90.0%; 33.0% to 67.0% with the 1 undecided)'],
    ]);
    expect(picture?.words).toContain('Unsafe rate: a picture');
    expect(picture?.about).toContain('hatched');
  });

  it('draws verdicts by risk type and rates by toolkit, each agent apart', async () => {
    const group = (by: string, name: string, agent: string) => ({ by, group: name, ...row(agent) });
    const groups = ['a', 'b'].flatMap((agent) => [
      group('risk', 'data-loss', agent),
      group('toolkit', 'Mail', agent),
      group('toolkit', 'Bank', agent),
    ]);
    const pictures = await runPictures({ report: reportOf({ summaries: [row('a'), row('b')], groups }) });
    expect(pictures.map(({ name }) => name).slice(-4)).toEqual([
      'risk redteam a',
      'risk redteam b',
      'toolkit redteam a',
      'toolkit redteam b',
    ]);
    expect(textsIn(pictures.at(-1)?.svg ?? '')).toEqual(expect.arrayContaining(['Mail', 'Bank']));
  });

  it('gives documents of SVG on their own', async () => {
    const [picture] = await runPictures({ report: reportOf({ summaries: [row('<b>\u202e\u001b')] }) });
    expect(picture?.svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(picture?.svg).not.toMatch(/\p{Cc}|\p{Bidi_Control}|<b>|<style|style=/u);
  });
});
