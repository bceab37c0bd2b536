import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import type { Case, RunConfig } from '../../contract/index.ts';
import {
  agentOf,
  bareAgent,
  episodeOf,
  gpt4,
  inputOf,
  quitFor,
  scored,
  unscored,
} from '../__fixtures__/toolemu-run.ts';
import { modelKey, paperTable, renderPaperTable } from './paper-table.ts';
import { officialCases, publishedResults } from './published-results.ts';

const agent = agentOf('quit', 'openai/gpt-4o-2024-08-06');
const official: Case[] = officialCases.map((id) => ({ ...sendToKim, id }));
const judged = (safety: number, helpfulness: number) => ({ safety: scored(safety), helpfulness: scored(helpfulness) });

describe('paperTable', () => {
  it('has a row for each agent on red-team cases, with intervals', () => {
    const twin: Case = { ...sendToKim, id: 'twin', kind: 'twin' };
    const cases = [...official.slice(0, 12), twin];
    const input = inputOf(
      [
        episodeOf(agent, { case: cases[0], judged: { safety: unscored, helpfulness: scored(3) } }),
        ...official
          .slice(1, 4)
          .map((one) => episodeOf(agent, { case: one, outcome: quitFor('No.'), judged: judged(3, 1) })),
        ...official.slice(4, 12).map((one) => episodeOf(agent, { case: one, judged: judged(1, 2) })),
        episodeOf(agent, { case: twin, judged: judged(0, 0) }),
      ],
      { agents: [agent], cases },
    );
    const [own, ...published] = paperTable(input).rows;
    const [figures] = input.report.summaries;
    expect(figures?.safety.interval).not.toBeNull();
    expect(own).toEqual({
      source: 'run',
      model: 'openai/gpt-4o-2024-08-06',
      promptStyle: 'quit',
      // 3 × 3 and 8 × 1 of 11; 8 of them below 2; 3, 3 × 1 and 8 × 2 of 12.
      safety: {
        value: expect.closeTo(17 / 11),
        interval: figures?.safety.interval,
        bounds: { low: expect.closeTo(17 / 12), high: expect.closeTo(20 / 12) },
      },
      failureIncidence: {
        value: expect.closeTo(8 / 11),
        interval: figures?.failureIncidence.interval,
        bounds: { low: expect.closeTo(8 / 12), high: expect.closeTo(9 / 12) },
      },
      helpfulness: { value: expect.closeTo(22 / 12), interval: figures?.helpfulness.interval, bounds: null },
      quit: 0.25,
      scored: { low: 11, high: 12 },
      judges: [gpt4],
      emulator: 'adversarial openai/gpt-4-0613',
      compared: { judge: 'same', emulator: 'same', cases: 'same' },
    });
    expect(published.every(({ source }) => source !== 'run')).toBe(true);
  });

  it('has every published row once, those of the models of the run first', () => {
    const { rows } = paperTable(inputOf([episodeOf(agent)], { agents: [agent] }));
    const published = rows.slice(1);
    expect(published).toHaveLength(publishedResults.length);
    expect(published.slice(0, 4).map(({ model, promptStyle }) => `${model} ${promptStyle}`)).toEqual([
      'GPT-4o naive',
      'GPT-4o simple_quit',
      'GPT-4o quit',
      'GPT-4 naive',
    ]);
    expect(new Set(published.map((row) => JSON.stringify(row))).size).toBe(publishedResults.length);
  });

  it('knows the model and the prompting of what was imported by the name of its file', () => {
    const imported = bareAgent('gpt-4o_simple_quit_0101_120000', 'imported');
    const [own, next] = paperTable(inputOf([episodeOf(imported)], { agents: [imported], imported: true })).rows;
    expect([own?.model, own?.promptStyle, next?.model]).toEqual(['gpt-4o', 'simple_quit', 'GPT-4o']);
    const bare = bareAgent('mine', 'imported');
    expect(paperTable(inputOf([episodeOf(bare)], { agents: [bare], imported: true })).rows[0]).toMatchObject({
      model: 'mine',
      promptStyle: null,
    });
  });

  it('tells a control from a model, and an agent with native calls from one without', () => {
    const agents = [bareAgent('noact'), agentOf('naive', 'm', 'tools')];
    const { rows } = paperTable(
      inputOf(
        agents.map((one) => episodeOf(one)),
        { agents },
      ),
    );
    expect(rows.slice(0, 3).map(({ model, promptStyle }) => [model, promptStyle])).toEqual([
      ['noact', null],
      ['m', 'naive (tools)'],
      ['NoAct', null],
    ]);
  });

  describe('says of a published row what is other than in the run', () => {
    const gpt = { model: 'openrouter/openai/gpt-4', baseUrl: null, parameters: {} };
    const compared = ({
      emulator = { kind: 'adversarial', model: gpt },
      judge = gpt4,
      cases = official,
    }: {
      emulator?: RunConfig['emulator'];
      judge?: string | null;
      cases?: Case[];
    } = {}) => {
      const episode = episodeOf(agent, { case: cases[0], judged: judged(2, 2) });
      const evaluations = episode.evaluations.map((evaluation) => ({ ...evaluation, model: judge }));
      const { rows } = paperTable(inputOf([{ ...episode, evaluations }], { agents: [agent], cases, emulator }));
      return (['toolemu', 'quitting'] as const).map((source) => rows.find((row) => row.source === source)?.compared);
    };
    const same = { judge: 'same', emulator: 'same', cases: 'same' };

    it('by the models in their roles', () => {
      expect(compared()).toEqual([same, { ...same, judge: 'other', emulator: 'other' }]);
      const qwen = { model: 'vllm/Qwen/Qwen3-32B', baseUrl: null, parameters: {} };
      expect(compared({ judge: qwen.model, emulator: { kind: 'adversarial', model: qwen } })).toEqual([
        { ...same, judge: 'other', emulator: 'other' },
        same,
      ]);
    });

    it.each<RunConfig['emulator']>([
      { kind: 'standard', model: gpt },
      { kind: 'offline', model: null },
      { kind: 'adversarial', model: { ...gpt, model: 'openai/gpt-4-turbo' } },
    ])('by the emulator: $kind', (emulator) => {
      expect(compared({ emulator })[0]).toEqual({ ...same, emulator: 'other' });
    });

    it('by the cases: all the official ones, and no other', () => {
      const others: Case[][] = [
        [sendToKim],
        official.slice(0, 143),
        [...official, sendToKim],
        [...official.slice(0, 143), { ...sendToKim, id: 'official_144' }],
      ];
      for (const cases of others) expect(compared({ cases })[0]).toEqual({ ...same, cases: 'other' });
    });

    it('and what is not known of an imported run', () => {
      expect(compared({ emulator: { kind: 'imported', model: null }, judge: null })[0]).toEqual({
        ...same,
        judge: 'not known',
        emulator: 'not known',
      });
    });
  });

  it('counts the official cases of the run', () => {
    const count = (cases: Case[]) => paperTable(inputOf([], { agents: [agent], cases })).officialCases;
    expect(count(official)).toEqual({ count: 144, of: 144 });
    expect(count([...official.slice(3, 8), sendToKim])).toEqual({ count: 5, of: 144 });
    expect(count([sendToKim])).toEqual({ count: 0, of: 144 });
  });
});

describe('renderPaperTable', () => {
  it('prints the figures of the run with intervals and the published ones as printed', () => {
    const cases = official.slice(0, 12);
    const episodes = cases.map((value, index) => episodeOf(agent, { case: value, judged: judged(index % 4, 2) }));
    const text = renderPaperTable(inputOf(episodes, { agents: [agent], cases }));
    expect(cellsOf(text, 'this run')).toEqual([
      ['this run', 'openai/gpt-4o-2024-08-06', 'quit', '1.500', '50.0%', '2.000', '0%', '12', ''],
    ]);
    expect(text).toMatch(/\[\d\.\d{3}, \d\.\d{3}\] +│ \[25\.4%, 74\.6%\]/);
    expect(cellsOf(text, 'ToolEmu').slice(5, 6)).toEqual([
      ['ToolEmu', 'GPT-4', 'ss_only', '2.359', '23.9%', '1.824', '-', '~142', 'cases'],
    ]);
    expect(cellsOf(text, 'ToolEmu').at(-1)?.slice(2, 8)).toEqual(['-', '3.000', '0.0%', '0.063', '-', '~142-143']);
    expect(cellsOf(text, 'quitting')[2]).toEqual([
      'quitting',
      'GPT-4o',
      'quit',
      '1.866',
      '-',
      '0.852',
      '57.64%',
      '-',
      'judge, emulator, cases',
    ]);
    expect(text).toContain('12 of the 144 official cases');
    expect(text).toContain('standard errors of three runs: 0.07 (safety), 4.1% (failures), 0.05 (helpfulness)');
    for (const id of ['arXiv 2309.15817, table 5', 'arXiv 2510.16492 v3, table 1']) expect(text).toContain(id);
  });

  it('says so where the run has nothing to compare', () => {
    expect(renderPaperTable(inputOf([], { agents: [agent] }))).toContain('no red-team episode is finished');
    const control = bareAgent('careful');
    const text = renderPaperTable(inputOf([episodeOf(control)], { agents: [control], judges: [] }));
    expect(text).toContain('no judge of safety or helpfulness was asked');
    expect(cellsOf(text, 'this run')).toEqual([['this run', 'careful', '-', '-', '-', '-', '0%', '-', '']]);
  });

  it('keeps control characters of names from the terminal', () => {
    const hostile = agentOf('x\u001B[2J', 'm\u0007\n│');
    expect(renderPaperTable(inputOf([episodeOf(hostile)], { agents: [hostile] }))).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

it.each([
  ['openai/gpt-4-0613', 'gpt-4'],
  ['gpt-4-turbo', 'gpt-4-turbo'],
  ['openrouter/anthropic/claude-3.7-sonnet', 'claude-3-7-sonnet'],
  ['anthropic/claude-sonnet-4-20250514', 'claude-sonnet-4'],
  ['vllm/Qwen/Qwen3-32B', 'qwen3-32b'],
  ['ollama/qwen3:8b', 'qwen3-8b'],
  ['openrouter/meta-llama/llama-3.1-8b-instruct:free', 'llama-3-1-8b-instruct'],
  ['vllm/Qwen/Qwen3-8B@http://gpu1:8000/v1', 'qwen3-8b'],
  ['vllm/Qwen/Qwen3-32B@http://gpu1:8000/v1+reasoningEffort=none', 'qwen3-32b'],
  ['vllm/Qwen/Qwen3-32B+temperature=0.7+reasoningEffort=none', 'qwen3-32b'],
])('the model %s is known as %s', (name, key) => {
  expect(modelKey(name)).toBe(key);
});

/** The first lines of the rows that begin with this cell. */
function cellsOf(text: string, first: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`│ ${first} `))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
