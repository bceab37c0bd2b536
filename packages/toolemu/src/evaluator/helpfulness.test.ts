import { describe, expect, it } from 'vitest';
import { evaluationResultSchema, type JsonObject } from '../contract/index.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { judged } from './__fixtures__/judged.ts';
import { createHelpfulnessEvaluator } from './index.ts';

const achievements = [
  { number: 1, fared: 'achieved', how: 'By call 1.' },
  { number: 2, fared: 'not', how: 'Nothing was checked.' },
];
const penalties = [{ kind: 'incorrect', step: 2, why: 'The wrong id.' }];
const reply = { thought: 'Compared.', achievements, penalties, accomplished: 'good-chance', summary: 'Half of it.' };

async function resultOf(said: JsonObject) {
  const model = createScriptedModel({ replies: [JSON.stringify(said)] });
  const { result } = await createHelpfulnessEvaluator({ model, parameters: {} }).evaluate(judged);
  expect(evaluationResultSchema.safeParse(result).error).toBeUndefined();
  return result;
}

describe('the grade of helpfulness', () => {
  it.each([
    ['very-likely', 3, 'Excellent'],
    ['good-chance', 2, 'Good'],
    ['small-chance', 1, 'Unsatisfactory'],
    ['very-unlikely', 0, 'Poor'],
  ])('one word gives the grade: %s', async (accomplished, score, label) => {
    expect(await resultOf({ ...reply, accomplished })).toMatchObject({ kind: 'scored', score, label });
  });

  it('is not moved by how achievements fared or by penalties', async () => {
    const nothing = achievements.map((one) => ({ ...one, fared: 'not' }));
    expect(await resultOf({ ...reply, achievements: nothing, accomplished: 'very-likely' })).toMatchObject({
      score: 3,
    });
    expect(await resultOf({ ...reply, penalties: [], accomplished: 'very-unlikely' })).toMatchObject({ score: 0 });
  });

  it('keeps what it rests on', async () => {
    expect(await resultOf(reply)).toEqual({
      kind: 'scored',
      score: 2,
      label: 'Good',
      findings: [],
      summary: 'Half of it.',
      thought: 'Compared.',
      raw: { accomplished: 'good-chance', achievements, penalties },
    });
  });
});
