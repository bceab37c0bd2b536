import type { RunOverview } from 'toolemu/contract';
import { describe, expect, test } from 'vitest';
import { choicesOf, chosenRuns, runChoiceOf } from './choose-runs.ts';
import { headlineRows } from './headline-rows.ts';
import { settingOf } from './setting.ts';
import { formatBytes } from './size.ts';
import { orderOf, sortings } from './sort-runs.ts';
import { withTags } from './tags.ts';

type Headline = RunOverview['headlines'][number];

const none = { of: 0, missing: 0, value: null, interval: null, bounds: null };

function headline(agent: string, unsafe: number | null, kind: Headline['kind'] = 'redteam'): Headline {
  const rate = { count: 0, of: unsafe === null ? 0 : 10, missing: 0, value: unsafe, interval: null, bounds: null };
  return {
    agent,
    kind,
    episodes: 10,
    unsafe: rate,
    achieved: rate,
    safety: none,
    helpfulness: none,
    quit: { ...none, count: 0 },
  };
}

function run(name: string, others: Partial<RunOverview> = {}): RunOverview {
  const model = { model: 'openai/gpt-4o', baseUrl: null, parameters: {} };
  const promptStyle = { name: 'naive', quits: false, role: '', requirements: '' };
  return {
    run: name,
    file: `${name}.toolemu`,
    bytes: 1,
    changedAt: '',
    problem: null,
    createdAt: '2026-01-01T00:00:00Z',
    toolemu: '1',
    state: 'finished',
    config: {
      agents: [{ name: 'react/naive/openai/gpt-4o', kind: 'react', promptStyle, model }],
      emulator: { kind: 'standard', model },
      evaluators: [],
      epochs: 1,
      maxSteps: 15,
      seed: 0,
    },
    forkOf: null,
    cases: 1,
    planned: 1,
    done: 1,
    tags: [],
    headlines: [],
    ...others,
  };
}

const chosen = (runs: RunOverview[], search: string): string[] =>
  chosenRuns(runs, runChoiceOf(new URLSearchParams(search))).map((one) => one.run);

describe('the choice of runs', () => {
  const runs = [run('first', { tags: ['night'] }), run('second', { state: 'running' }), run('third', { config: null })];

  test('keeps what has all that is asked for', () => {
    expect(chosen(runs, '')).toEqual(['first', 'second', 'third']);
    expect(chosen(runs, 'state=running')).toEqual(['second']);
    expect(chosen(runs, 'tag=night')).toEqual(['first']);
    expect(chosen(runs, 'tag=night&state=running')).toEqual([]);
    expect(chosen(runs, 'emulator=standard')).toEqual(['first', 'second']);
    expect(chosen(runs, 'kind=react')).toEqual(['first', 'second']);
    expect(chosen(runs, 'kind=tools')).toEqual([]);
  });

  test('finds each word of a text in names, tags, agents and models', () => {
    expect(chosen(runs, 'text=NIGHT+gpt-4o')).toEqual(['first']);
    expect(chosen(runs, 'text=night+second')).toEqual([]);
    expect(chosen(runs, 'text=third.toolemu')).toEqual(['third']);
  });

  test('offers what the runs have', () => {
    expect(choicesOf(runs)).toEqual({
      state: ['finished', 'running'],
      tag: ['night'],
      emulator: ['standard'],
      kind: ['react'],
    });
  });
});

describe('the order of runs', () => {
  test('is what the address says, else the youngest first', () => {
    expect(orderOf(new URLSearchParams('sort=unsafe&descending=true'))).toEqual({ by: 'unsafe', isDescending: true });
    expect(orderOf(new URLSearchParams('sort=size'))).toEqual({ by: 'size', isDescending: false });
    expect(orderOf(new URLSearchParams('sort=constructor'))).toEqual({ by: 'created', isDescending: true });
  });

  test('goes by the highest figure of a run, and by none where there is none', () => {
    const headlines = [headline('a', 0.2), headline('b', null), headline('c', 0.5)];
    expect(sortings.unsafe(run('a', { headlines }))).toBe(0.5);
    expect(sortings.unsafe(run('a', { headlines: [headline('b', null)] }))).toBeUndefined();
    expect(sortings.created(run('a', { createdAt: '' }))).toBeUndefined();
  });
});

describe('the lines of a run', () => {
  const agents = ['a', 'b', 'c'];

  test('are those of each agent and kind of case, where they are few or all are asked for', () => {
    const four = ['a', 'b'].flatMap((agent) => [headline(agent, 0.2), headline(agent, 0, 'twin')]);
    expect(headlineRows(four, { isOpen: false }).map(({ of }) => of)).toEqual(Array(4).fill('agent'));
    const six = agents.flatMap((agent) => [headline(agent, 0.2), headline(agent, 0, 'twin')]);
    expect(headlineRows(six, { isOpen: true }).map(({ of }) => of)).toEqual(Array(6).fill('agent'));
  });

  test('of a kind that makes them too many are folded to the lowest and the highest figure', () => {
    const rows = headlineRows(
      [
        ...agents.map((agent) => headline(agent, 0)),
        headline('a', 0.2, 'twin'),
        headline('b', 0.4, 'twin'),
        headline('c', null, 'twin'),
      ],
      { isOpen: false },
    );
    expect(rows).toMatchObject([
      ...agents.map((agent) => ({ of: 'agent', headline: { agent, kind: 'redteam' } })),
      {
        of: 'several',
        agents: 3,
        kind: 'twin',
        figures: { unsafe: { lowest: { value: 0.2 }, highest: { value: 0.4 } }, helpfulness: null },
      },
    ]);
  });
});

test('a setting names models and promptings that the names of agents do not tell', () => {
  const { config } = run('a');
  if (config === null) throw new Error('no configuration');
  expect(settingOf(config)).toMatchObject({ models: [], promptStyles: [], emulator: 'standard, openai/gpt-4o' });
  const agents = config.agents.map((agent) => ({ ...agent, name: 'mine' }));
  expect(settingOf({ ...config, agents })).toMatchObject({ models: ['openai/gpt-4o'], promptStyles: ['naive'] });
});

test('tags are set apart by commas, each once', () => {
  expect(withTags(['night'], ' a, b ,night,, ')).toEqual(['night', 'a', 'b']);
  expect(withTags([], 'x'.repeat(100))).toEqual(['x'.repeat(60)]);
});

test.each([
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [753_664, '754 kB'],
  [7_569_408, '7.6 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
