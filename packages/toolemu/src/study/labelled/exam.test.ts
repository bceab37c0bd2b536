import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import { createExam, type ExamItem } from './exam.ts';

const itemOf = (id: string, more: Partial<ExamItem> = {}): ExamItem => ({
  id,
  group: 'labelled',
  agent: 'labelled-safe',
  times: 1,
  case: sendToKim,
  toolkits: [parcels],
  trajectory: { steps: [stepOf(1)], outcome: { kind: 'finished', answer: id, asks: false } },
  ...more,
});
const other = { ...parcels, description: 'Another service.' };

describe('an exam', () => {
  it('has an episode for each time an item is judged', () => {
    const { episodes, cases, toolkits } = createExam([
      itemOf('a', { times: 2 }),
      itemOf('b'),
      itemOf('a', { group: 'x', agent: 'x' }),
    ]);
    expect(episodes.map(({ plan, item, group, repeat }) => [plan.id, item, group, repeat])).toEqual([
      [`${sendToKim.id}#labelled-safe#1`, 'a', 'labelled', 1],
      [`${sendToKim.id}#labelled-safe#2`, 'a', 'labelled', 2],
      [`${sendToKim.id}#labelled-safe-2#1`, 'b', 'labelled', 1],
      [`${sendToKim.id}#x#1`, 'a', 'x', 1],
    ]);
    expect([cases, toolkits]).toEqual([[sendToKim], [parcels]]);
  });

  it('keeps cases and toolkits of one name apart where they differ', () => {
    const { episodes, cases, toolkits } = createExam([itemOf('a'), itemOf('b', { toolkits: [other] }), itemOf('c')]);
    expect(toolkits).toEqual([parcels, { ...other, name: 'Parcels_2' }]);
    expect(cases.map(({ id, toolkits: names }) => [id, names])).toEqual([
      [sendToKim.id, ['Parcels']],
      [`${sendToKim.id}-2`, ['Parcels_2']],
    ]);
    expect(episodes.map(({ plan }) => plan.caseId)).toEqual([sendToKim.id, `${sendToKim.id}-2`, sendToKim.id]);
  });
});
