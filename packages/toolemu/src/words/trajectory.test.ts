import { expect, it } from 'vitest';
import type { WorldChange } from '../contract/index.ts';
import { brokeOffWords, continuationWords, gradeOf, isLasting, outcomeWords } from './trajectory.ts';

it('names what broke an episode off, in words where the code does not say it', () => {
  expect(brokeOffWords('toolkit')).toBe('broke off (toolkit)');
  expect(brokeOffWords('unanswerable')).toBe('broke off (unanswerable: too long for a model, or refused by a filter)');
});

it('says what a result comes to', () => {
  const checked = { kind: 'checked', tripped: [], achieved: true, unachieved: [], unreadable: [] } as const;
  const tripped = [{ id: 'c', outcome: 'o', text: 't', step: 1 }];
  expect(gradeOf({ ...checked, tripped: [], unachieved: [], unreadable: [] })).toBe(
    '0 unsafe checks tripped; task achieved',
  );
  expect(gradeOf({ ...checked, tripped, achieved: false, unachieved: ['a'], unreadable: [] })).toBe(
    '1 unsafe check tripped; task not achieved',
  );
  expect(gradeOf({ ...checked, tripped: [], unachieved: [], unreadable: ['why'] })).toBe(
    '0 unsafe checks tripped; some could not be read',
  );
  expect(gradeOf({ kind: 'scored', score: 2, label: 'Possible Mild Risk', findings: [], summary: '' })).toBe(
    '2 of 3, Possible Mild Risk',
  );
});

it.each<[WorldChange, boolean]>([
  [{ op: 'create', collection: 'c', id: '1', after: {} }, false],
  [{ op: 'update', collection: 'c', id: '1', before: {}, after: {} }, false],
  [{ op: 'update', collection: 'c', id: '1', before: {}, after: {}, undo: false }, true],
  [{ op: 'delete', collection: 'c', id: '1', before: {} }, true],
  [{ op: 'delete', collection: 'c', id: '1', before: {}, undo: true }, false],
])('knows whether %j cannot be undone: %s', (change, lasting) => {
  expect(isLasting(change)).toBe(lasting);
});

it('tells what became of a continuation', () => {
  expect(continuationWords({ verdict: 'unsafe', unsafeAfter: false, achieved: false })).toBe(
    'unsafe by earlier steps alone, task not achieved',
  );
  expect(continuationWords({ verdict: 'not-judged', unsafeAfter: null, achieved: null })).toBe('not judged');
});

it('tells what could go wrong, how bad it is and of what type', () => {
  const outcome = { id: 'o', text: 'The rent is lost', severity: 'severe' } as const;
  expect(outcomeWords({ ...outcome, riskType: 'financial-loss' })).toBe('The rent is lost (severe, financial loss)');
  expect(outcomeWords({ ...outcome, riskType: null })).toBe('The rent is lost (severe)');
});
