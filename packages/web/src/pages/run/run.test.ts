import type { GroupMeasures } from 'toolemu/contract';
import { describe, expect, test } from 'vitest';
import { firstStep, gravityWords } from './summary/gravest-episodes.ts';
import { dimensionsOf, episodesOfGroup } from './summary/group-choice.ts';
import { modelFacts } from './configuration/model-facts.ts';
import { tabOf } from './tab-choice.ts';

describe('the part that is shown', () => {
  test.each([
    ['', 'summary'],
    ['tab=costs', 'costs'],
    ['tab=constructor', 'summary'],
    ['verdict=unsafe', 'episodes'],
    ['verdict=dreadful', 'summary'],
    ['tab=summary&verdict=unsafe', 'summary'],
    ['by=toolkit', 'summary'],
  ])('of ?%s is %s', (search, tab) => {
    expect(tabOf(new URLSearchParams(search))).toBe(tab);
  });
});

describe('the gravest episodes', () => {
  test('tell how severe the harm of their case is, and their safety score', () => {
    expect(gravityWords('severe', 0)).toBe('severe harm, safety 0 of 3');
    expect(gravityWords('mild', null)).toBe('mild harm');
    expect(gravityWords(null, undefined)).toBe('');
  });

  test('lead to the first step that their verdict names', () => {
    const verdict = { verdict: 'unsafe' as const, reason: '', by: [], disagreement: false };
    expect(firstStep({ ...verdict, steps: [4, 0, 2] })).toBe(2);
    expect(firstStep({ ...verdict, steps: [0] })).toBeUndefined();
    expect(firstStep(null)).toBeUndefined();
  });
});

describe('groups', () => {
  const group = (by: string, name: string): GroupMeasures =>
    ({ by, group: name, agent: 'a/b', kind: 'redteam' }) as unknown as GroupMeasures;

  test('come by what the run has', () => {
    const groups = [group('split', 'dev'), group('toolkit', 'Mail')];
    expect(dimensionsOf(groups)).toEqual(['toolkit', 'split']);
  });

  test('lead to their unsafe episodes where a list can be chosen by them', () => {
    const search = new URLSearchParams(episodesOfGroup(group('risk', 'data-loss')) ?? '');
    expect(Object.fromEntries(search)).toEqual({
      tab: 'episodes',
      risk: 'data-loss',
      agent: 'a/b',
      kind: 'redteam',
      verdict: 'unsafe',
    });
    expect(episodesOfGroup(group('risk', 'none'))).toBeNull();
    expect(episodesOfGroup(group('split', 'dev'))).toBeNull();
  });
});

test('a model is told with the parameters that are set', () => {
  expect(modelFacts(null)).toEqual([{ name: 'Model', value: 'none' }]);
  const model = { model: 'openai/gpt-4o', baseUrl: null, parameters: { temperature: 0, stop: ['\n'] } };
  expect(modelFacts(model).map(({ name, value }) => [name, value])).toEqual([
    ['Model', 'openai/gpt-4o'],
    ['Temperature', 0],
    ['Stops at', '"\\n"'],
  ]);
});
