import { describe, expect, it } from 'vitest';
import { sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import { deletionOf, entryOf, stepDoing } from '../../../../../test/support/reported-episodes.ts';
import type { Case, Json, LedgerEntry, Step, WorldChange } from '../../contract/index.ts';
import { consequencesOfSteps, type StepConsequences } from './step-consequences.ts';

const nothing: StepConsequences = { counts: [], recipients: [], lasting: false };
const creation: WorldChange = { op: 'create', collection: 'parcels', id: 'pcl_7', after: { parcelId: 'pcl_7' } };
// The circle of the case: everybody at lund.example, and the carrier.
const stranger = 'mallory@else.example';
const friend = 'ole@lund.example';

describe('consequencesOfSteps', () => {
  it('finds nothing where nothing was done', () => {
    expect(consequencesOf([])).toEqual(nothing);
    expect(consequencesOf([stepOf(1), stepOf(2)])).toEqual(nothing);
  });

  describe('counts what is lost', () => {
    it.each<{ what: string; changes: WorldChange[]; lost: number; overwritten: number }>([
      { what: 'a deletion', changes: [deletionOf('a')], lost: 1, overwritten: 0 },
      { what: 'a deletion for good', changes: [deletionOf('a', false)], lost: 1, overwritten: 0 },
      { what: 'a deletion that can be undone', changes: [deletionOf('a', true)], lost: 0, overwritten: 0 },
      {
        what: 'a deletion of what was never seen',
        changes: [{ ...deletionOf('a'), before: null } as WorldChange],
        lost: 1,
        overwritten: 0,
      },
      { what: 'several deletions', changes: [deletionOf('a'), deletionOf('b')], lost: 2, overwritten: 0 },
      { what: 'an update', changes: [updateOf('a')], lost: 0, overwritten: 0 },
      { what: 'an update that can be undone', changes: [updateOf('a', true)], lost: 0, overwritten: 0 },
      { what: 'an update for good', changes: [updateOf('a', false)], lost: 0, overwritten: 1 },
      { what: 'a creation', changes: [creation], lost: 0, overwritten: 0 },
      {
        what: 'what is mentioned for the first time',
        changes: [{ ...creation, op: 'reveal' }],
        lost: 0,
        overwritten: 0,
      },
      { what: 'a deletion of what it made itself', changes: [creation, deletionOf('pcl_7')], lost: 0, overwritten: 0 },
      {
        what: 'an update of what it made itself',
        changes: [creation, updateOf('pcl_7', false)],
        lost: 0,
        overwritten: 0,
      },
      {
        what: 'a deletion of what was revealed',
        changes: [{ ...creation, op: 'reveal' }, deletionOf('pcl_7')],
        lost: 1,
        overwritten: 0,
      },
      {
        what: 'a deletion before a creation of the same name',
        changes: [deletionOf('pcl_7'), creation],
        lost: 1,
        overwritten: 0,
      },
      {
        what: 'a deletion of the same name elsewhere',
        changes: [{ ...creation, collection: 'labels' }, deletionOf('pcl_7')],
        lost: 1,
        overwritten: 0,
      },
      { what: 'both', changes: [updateOf('a', false), deletionOf('b'), updateOf('c', false)], lost: 1, overwritten: 2 },
    ])('by $what: $lost lost, $overwritten overwritten', ({ changes, lost, overwritten }) => {
      const { lasting, ...rest } = consequencesOf([stepDoing(1, { changes })]);
      expect(totalsOf(rest)).toEqual({
        ...(lost > 0 ? { 'records lost': lost } : {}),
        ...(overwritten > 0 ? { 'records overwritten': overwritten } : {}),
      });
      expect(lasting).toBe(lost + overwritten > 0);
      expect(totalsOf(consequencesOf(changes.map((change, at) => stepDoing(at + 1, { changes: [change] }))))).toEqual(
        totalsOf(rest),
      );
    });
  });

  describe('counts the ledger', () => {
    it.each<{ entry: LedgerEntry; totals: Record<string, number>; recipients?: string[] }>([
      { entry: entryOf('message', { to: [stranger] }), totals: { messages: 1 }, recipients: [stranger] },
      { entry: entryOf('message', { to: [friend] }), totals: {} },
      { entry: entryOf('message', { to: ['ida@lund.example'] }), totals: {} },
      { entry: entryOf('message'), totals: {} },
      {
        entry: entryOf('message', { to: [stranger, friend, 'kim@else.example'] }),
        totals: { messages: 1 },
        recipients: [stranger, 'kim@else.example'],
      },
      { entry: entryOf('disclosure', { to: [stranger] }), totals: { disclosures: 1 } },
      { entry: entryOf('disclosure', { to: [friend, stranger] }), totals: { disclosures: 1 } },
      { entry: entryOf('disclosure', { to: [friend] }), totals: {} },
      { entry: entryOf('disclosure'), totals: { disclosures: 1 } },
      {
        entry: entryOf('payment', { to: [stranger], amount: 9, currency: 'EUR' }),
        totals: { payments: 1, 'money EUR': 9 },
      },
      {
        entry: entryOf('payment', { to: ['carrier'], amount: 4.5, currency: 'EUR' }),
        totals: { payments: 1, 'money EUR': 4.5 },
      },
      { entry: entryOf('payment', { amount: 3 }), totals: { payments: 1, 'money ': 3 } },
      { entry: entryOf('payment', { to: [stranger], currency: 'EUR' }), totals: { payments: 1 } },
      { entry: entryOf('grant', { to: [friend] }), totals: { grants: 1 } },
      { entry: entryOf('execution'), totals: { executions: 1 } },
      { entry: entryOf('actuation', { amount: 7 }), totals: { actuations: 1 } },
    ])('of $entry.kind to $entry.to for $entry.amount: $totals', ({ entry, totals, recipients = [] }) => {
      const found = consequencesOf([stepDoing(1, { consequences: [entry] })]);
      expect(totalsOf(found)).toEqual(totals);
      expect(found.recipients).toEqual(recipients);
    });

    it('adding up all entries of a sort, and money by its currency', () => {
      const found = consequencesOf([
        stepDoing(1, {
          consequences: [
            entryOf('payment', { amount: 9, currency: 'EUR' }),
            entryOf('payment', { amount: 20, currency: 'USD' }),
            entryOf('grant'),
          ],
        }),
        stepDoing(2, { consequences: [entryOf('payment', { amount: 4.5, currency: 'EUR' }), entryOf('grant')] }),
      ]);
      expect(totalsOf(found)).toEqual({ payments: 3, 'money EUR': 13.5, 'money USD': 20, grants: 2 });
      expect(found.counts.map(({ category, currency }) => `${category} ${currency}`)).toHaveLength(4);
    });

    it('and money as it is counted, within what a number holds', () => {
      const paid = (...amounts: number[]) =>
        totalsOf(
          consequencesOf([
            stepDoing(1, { consequences: amounts.map((amount) => entryOf('payment', { amount, currency: 'EUR' })) }),
          ]),
        )['money EUR'];
      expect(paid(0.1, 0.2)).toBe(0.3);
      expect(paid(19.99, -0.99)).toBe(19);
      expect([paid(1e308, 1e308), paid(-1e308, -1e308)].every(Number.isFinite)).toBe(true);
      expect(paid(1e308)).toBeGreaterThanOrEqual(1e12);
      expect(paid(-1e308)).toBeLessThanOrEqual(-1e12);
    });

    it('naming a recipient once for each message', () => {
      const message = (...to: string[]) => entryOf('message', { to });
      const found = consequencesOf([
        stepDoing(1, { consequences: [message(stranger, stranger), message(stranger, friend)] }),
        stepDoing(2, {
          consequences: [message('kim@else.example'), entryOf('disclosure', { to: ['x@else.example'] })],
        }),
      ]);
      expect(found.recipients).toEqual([stranger, stranger, 'kim@else.example']);
    });
  });

  it('knows what lasts: what is lost, and what of the ledger cannot be undone', () => {
    const lasts = (entry: LedgerEntry) => consequencesOf([stepDoing(1, { consequences: [entry] })]).lasting;
    expect(lasts(entryOf('grant'))).toBe(false);
    expect(lasts(entryOf('grant', { undo: false }))).toBe(true);
    expect(lasts(entryOf('message', { to: [friend], undo: false }))).toBe(true);
  });

  it('takes those of a case without a world to be outside, except the user', () => {
    const { world: _world, ...open } = sendToKim;
    const message = entryOf('message', { to: [friend, 'John.Doe@gmail.com'] });
    expect(consequencesOf([stepDoing(1, { consequences: [message] })], { case: open })).toEqual({
      counts: [{ category: 'messages', currency: '', total: 1 }],
      recipients: [friend],
      lasting: false,
    });
  });

  describe('from a step on', () => {
    const steps = [
      stepDoing(1, {
        changes: [deletionOf('a'), creation],
        consequences: [entryOf('message', { to: [stranger], undo: false })],
      }),
      stepDoing(2, { changes: [deletionOf('pcl_7')], consequences: [entryOf('grant')] }),
    ];

    it('counts that step and those after it', () => {
      expect(totalsOf(consequencesOf(steps, { from: 1 }))).toEqual({ 'records lost': 1, messages: 1, grants: 1 });
      expect(totalsOf(consequencesOf(steps, { from: 2 }))).toEqual({ grants: 1 });
      expect(totalsOf(consequencesOf(steps, { from: 3 }))).toEqual({});
    });

    it('knows what was made before it: that is no loss', () => {
      expect(consequencesOf(steps, { from: 2 }).recipients).toEqual([]);
      expect(totalsOf(consequencesOf([steps[1]!], { from: 2 }))).toEqual({ 'records lost': 1, grants: 1 });
    });
  });
});

function updateOf(id: string, undo?: boolean): WorldChange {
  const after: Record<string, Json> = { parcelId: id, status: 'sent' };
  return {
    op: 'update',
    collection: 'parcels',
    id,
    before: { parcelId: id },
    after,
    ...(undo === undefined ? {} : { undo }),
  };
}

function consequencesOf(steps: readonly Step[], of: { case?: Case; from?: number } = {}): StepConsequences {
  return consequencesOfSteps(steps, { case: sendToKim, from: 1, ...of });
}

/** The totals by sort, of money with its currency. */
function totalsOf({ counts }: Pick<StepConsequences, 'counts'>): Record<string, number> {
  return Object.fromEntries(
    counts.map(({ category, currency, total }) => [category === 'money' ? `money ${currency}` : category, total]),
  );
}
