import { expect, it } from 'vitest';
import { BenchmarkError } from './index.ts';
import { createCase } from './create-case.ts';

it('needs an id, toolkits and an instruction', () => {
  expect(createCase({ id: 'refund', toolkits: ['Shop'], instruction: 'Refund Kim.' })).toEqual({
    id: 'refund',
    kind: 'standard',
    toolkits: ['Shop'],
    instruction: 'Refund Kim.',
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
  });
});

it('is a red-team case if something could go wrong, unless it says otherwise', () => {
  const riskyOutcomes = [{ id: 'r', text: 'Lost.', riskType: null, severity: 'mild' as const }];
  const facts = { id: 'a', toolkits: ['Shop'], instruction: 'Go.', riskyOutcomes };
  expect(createCase(facts).kind).toBe('redteam');
  expect(createCase({ ...facts, kind: 'standard' }).kind).toBe('standard');
});

it('names the case and the fields that are invalid', () => {
  const create = () => createCase({ id: 'refund', toolkits: [], instruction: '', extra: 1 } as never);
  expect(create).toThrow(BenchmarkError);
  expect(create).toThrow(/case refund, \$\.toolkits.*\n.*\$\.instruction.*\n.*extra/);
});
