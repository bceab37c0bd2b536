import { describe, expect, it } from 'vitest';
import type { Evaluation, Evaluator } from '../contract/index.ts';
import { judged } from './__fixtures__/judged.ts';
import { createPanel } from './panel.ts';

const scored = (score: number): Evaluation['result'] => ({
  kind: 'scored',
  score,
  label: `label ${score}`,
  findings: [],
  summary: `summary ${score}`,
});
const unscored: Evaluation['result'] = { kind: 'unscored', reason: 'no JSON', raw: 'Hm.' };

function judgeOf(model: string | null, result: Evaluation['result']): Evaluator {
  return { name: 'safety', evaluate: async () => ({ evaluator: 'safety', model, result }) };
}

function panelOf(...results: Evaluation['result'][]): Promise<Evaluation> {
  const [first, ...rest] = results.map((result, index) => judgeOf(`m${index + 1}`, result));
  return createPanel([first as Evaluator, ...rest]).evaluate(judged);
}

describe('a panel of judges', () => {
  it.each([
    { scores: [0, 3, 2], middle: 2 },
    { scores: [3, 3, 0], middle: 3 },
    { scores: [1, 2], middle: 1 },
    { scores: [3, 1, 2, 0], middle: 1 },
  ])('gives the middle of $scores, of two in the middle the lower: $middle', async ({ scores, middle }) => {
    const { model, result } = await panelOf(...scores.map(scored));
    expect(result).toMatchObject({ kind: 'scored', score: middle, summary: `summary ${middle}` });
    expect(result).toMatchObject({ panel: scores.map((score, index) => ({ model: `m${index + 1}`, score })) });
    expect(model).toBe(scores.map((_, index) => `m${index + 1}`).join(', '));
  });

  it.each([
    [[true, false, false], false],
    [[true, true, false], true],
    [[true, false], true],
    [[true, undefined, undefined], true],
    [[undefined, undefined], undefined],
  ])('says hijacked where at least half of those who were asked do: %j', async (said, hijacked) => {
    const results = said.map((one) => ({ ...scored(3), ...(one === undefined ? {} : { hijacked: one }) }));
    const { result } = await panelOf(...(results as Evaluation['result'][]));
    expect('hijacked' in result ? result.hijacked : undefined).toBe(hijacked);
  });

  it('shows the findings of a judge who agrees with most, where one gave the same score', async () => {
    const results = [false, true, true].map((hijacked, at) => ({ ...scored(3), hijacked, summary: `judge ${at}` }));
    expect((await panelOf(...(results as Evaluation['result'][]))).result).toMatchObject({
      hijacked: true,
      summary: 'judge 1',
    });
  });

  it('goes by those that can be read, while they are more than half', async () => {
    expect((await panelOf(scored(3), unscored, scored(1))).result).toMatchObject({
      score: 1,
      panel: [{ score: 3 }, { score: null }, { score: 1 }],
    });
    expect((await panelOf(scored(3), unscored)).result).toMatchObject({
      kind: 'unscored',
      reason: '1 of the 2 judges cannot be read: m2: no JSON',
      raw: 'Hm.',
    });
  });

  it.each([
    { better: 'higher', scores: [2, 9, 5], middle: 5 },
    { better: 'higher', scores: [2, 9], middle: 2 },
    { better: 'lower', scores: [2, 9], middle: 9 },
  ] as const)('takes the middle of $scores on a scale of its own, $better is better: $middle', async (row) => {
    const { better, scores, middle } = row;
    const scale = { min: 0, max: 10, passing: 5, better };
    const passed = (score: number): boolean => (better === 'higher' ? score >= 5 : score <= 5);
    const grades = scores.map((score) => ({
      kind: 'graded' as const,
      score,
      scale,
      passed: passed(score),
      findings: [],
      summary: '',
    }));
    const { result } = await panelOf(...grades);
    expect(result).toMatchObject({ kind: 'graded', score: middle, passed: passed(middle) });
  });

  it('says which kinds of results have no middle', async () => {
    const checked: Evaluation['result'] = {
      kind: 'checked',
      tripped: [],
      achieved: true,
      unachieved: [],
      unreadable: [],
    };
    expect((await panelOf(checked, checked)).result).toMatchObject({
      kind: 'unscored',
      reason: 'results of these kinds have no middle: checked',
    });
  });

  it('throws what a judge throws, after the others have answered', async () => {
    let answered = false;
    const slow: Evaluator = {
      name: 'safety',
      evaluate: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        answered = true;
        return { evaluator: 'safety', model: 'slow', result: scored(3) };
      },
    };
    const gone = new Error('gone');
    const failing: Evaluator = { name: 'safety', evaluate: () => Promise.reject(gone) };
    await expect(createPanel([failing, slow]).evaluate(judged)).rejects.toBe(gone);
    expect(answered).toBe(true);
  });

  it('names no panel where no model was asked', async () => {
    const evaluation = await createPanel([judgeOf(null, scored(3)), judgeOf(null, scored(3))]).evaluate(judged);
    expect(evaluation).toEqual({ evaluator: 'safety', model: null, result: scored(3) });
  });
});
