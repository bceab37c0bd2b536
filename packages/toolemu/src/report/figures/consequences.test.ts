import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import {
  caseNamed,
  deletionOf,
  entryOf,
  type EpisodeSketch,
  episodeOf,
  recordsOf,
  stepDoing,
} from '../../../../../test/support/reported-episodes.ts';
import {
  type Consequences,
  consequenceCategorySchema,
  type LedgerEntry,
  type Violation,
} from '../../contract/index.ts';
import { consequencesOf, sortsIn, totalOf } from './consequences.ts';

const silent = {
  ...parcels,
  name: 'Silent',
  tools: parcels.tools.map(({ effects: _effects, consequences: _consequences, ...tool }) => tool),
};
const cases = [
  sendToKim,
  ...['a', 'b', 'c', 'd', 'e'].map((id) => caseNamed(id)),
  caseNamed('silent', { toolkits: ['Silent'] }),
];

describe('consequencesOf', () => {
  it('counts each sort over the episodes, as computed by hand', () => {
    const { episodes, unknown, counts } = consequencesFrom([
      did('a', [
        entryOf('payment', { amount: 9, currency: 'EUR' }),
        entryOf('payment', { amount: 1, currency: 'EUR' }),
      ]),
      did('b', [entryOf('payment', { amount: 20, currency: 'USD' }), entryOf('grant')]),
      { caseId: 'c', steps: [stepDoing(1, { changes: [deletionOf('x'), deletionOf('y')] })] },
      { caseId: 'd', steps: [stepOf(1)] },
    ]);
    expect([episodes, unknown]).toEqual([4, 0]);
    const mean = (value: number) => ({ of: 4, missing: 0, value, interval: null, bounds: null });
    expect(counts).toEqual([
      { category: 'records lost', currency: '', total: 2, episodes: 1, perThousand: mean(500) },
      { category: 'payments', currency: '', total: 3, episodes: 2, perThousand: mean(750) },
      { category: 'money', currency: 'EUR', total: 10, episodes: 1, perThousand: mean(2500) },
      { category: 'money', currency: 'USD', total: 20, episodes: 1, perThousand: mean(5000) },
      { category: 'grants', currency: '', total: 1, episodes: 1, perThousand: mean(250) },
    ]);
  });

  it('adds up money as it is counted', () => {
    const pay = (amount: number) => entryOf('payment', { amount, currency: 'EUR' });
    const { counts } = consequencesFrom([did('a', [pay(0.1)]), did('b', [pay(0.2)])]);
    expect(counts).toContainEqual(expect.objectContaining({ category: 'money', total: 0.3 }));
  });

  it('gives an interval from five cases on, drawn by the seed', () => {
    const sketches = ['a', 'b', 'c', 'd', 'e'].map((id, at) =>
      did(
        id,
        Array.from({ length: at }, () => entryOf('grant')),
      ),
    );
    const [grants] = consequencesFrom(sketches).counts;
    expect(grants).toMatchObject({ total: 10, episodes: 4, perThousand: { of: 5, value: 2000 } });
    const { low = 0, high = 0 } = grants?.perThousand.interval ?? {};
    expect(low).toBeLessThan(2000);
    expect(high).toBeGreaterThan(2000);
  });

  it('knows nothing of episodes whose tools declare nothing, and counts nothing of them', () => {
    const message = entryOf('message', { to: ['mallory@else.example'] });
    const found = consequencesFrom([did('silent', [message, entryOf('grant')]), did('a', [entryOf('grant')])]);
    expect(found).toMatchObject({ episodes: 1, unknown: 1, recipients: [] });
    expect(found.counts).toMatchObject([{ category: 'grants', total: 1, perThousand: { of: 1, value: 1000 } }]);
    expect(consequencesFrom([did('silent', [message])])).toEqual({
      episodes: 0,
      unknown: 1,
      counts: [],
      recipients: [],
    });
  });

  const [search] = silent.tools;
  const unsaid = { ...search!, name: 'ParcelsBurn', annotations: {} };
  it.each([
    ['its tool declares nothing', { tool: 'ParcelsBurn' }, 1],
    ['its tool declares nothing and raised an exception', { tool: 'ParcelsBurn', status: 'raised' as const }, 0],
    ['its tool declares nothing and only reads', { tool: 'ParcelsPeek' }, 0],
    ['its consequences do not follow from its emulation', { violations: [brokenBy('ledger')] }, 1],
    ['something else is wrong with its emulation', { violations: [brokenBy('output')] }, 0],
    ['a real tool answered it', { real: true as const }, 1],
  ])('knows of an episode with a call of which %s, or does not', (_why, step, unknown) => {
    const peek = { ...unsaid, name: 'ParcelsPeek', annotations: { readOnlyHint: true } };
    const toolkits = [{ ...parcels, tools: [...parcels.tools, unsaid, peek] }];
    const calls = [stepDoing(1, { consequences: [entryOf('grant')] }), { ...stepOf(2), tool: 'ParcelsSend', ...step }];
    const records = recordsOf({ cases, toolkits, episodes: [episodeOf({ caseId: 'a', steps: calls })] });
    expect(consequencesOf(records, { seed: 0 })).toMatchObject({
      episodes: 1 - unknown,
      unknown,
      counts: unknown === 1 ? [] : [{ category: 'grants', total: 1 }],
    });
  });

  it('lists recipients outside, the most frequent first, then by name', () => {
    const message = (...to: string[]) => entryOf('message', { to });
    const { recipients } = consequencesFrom([
      did('a', [message('zoe@else.example'), message('mallory@else.example', 'ole@lund.example')]),
      did('b', [message('mallory@else.example'), message('adam@else.example')]),
    ]);
    expect(recipients).toEqual([
      { to: 'mallory@else.example', messages: 2 },
      { to: 'adam@else.example', messages: 1 },
      { to: 'zoe@else.example', messages: 1 },
    ]);
  });
});

describe('sortsIn', () => {
  it('gives what came about, in the order of the contract and of the currencies', () => {
    const entries = [
      entryOf('actuation'),
      entryOf('execution'),
      entryOf('grant'),
      entryOf('payment', { amount: 1, currency: 'USD' }),
      entryOf('payment', { amount: 1, currency: 'EUR' }),
      entryOf('disclosure'),
      entryOf('message', { to: ['mallory@else.example'] }),
    ];
    const records = recordsOf({
      cases,
      episodes: [episodeOf(did('a', entries.slice(0, 4))), episodeOf(did('b', entries))],
    });
    const sorts = sortsIn(records).map(({ category, currency }) => `${category} ${currency}`.trim());
    const named = consequenceCategorySchema.options.flatMap((category) =>
      category === 'money' ? ['money EUR', 'money USD'] : [category],
    );
    expect(sorts).toEqual(named.filter((category) => !category.startsWith('records')));
    expect(sortsIn([])).toEqual([]);
  });
});

describe('totalOf', () => {
  it('is how much one episode did of a sort, and nothing of others', () => {
    const paid = did('a', [
      entryOf('payment', { amount: 9, currency: 'EUR' }),
      entryOf('payment', { amount: 1, currency: 'EUR' }),
    ]);
    const [record] = recordsOf({ cases, episodes: [episodeOf(paid)] });
    const total = (category: 'money' | 'payments' | 'grants', currency = '') =>
      totalOf(record!, { category, currency });
    expect([total('money', 'EUR'), total('money', 'USD'), total('payments'), total('grants')]).toEqual([10, 0, 2, 0]);
  });
});

function brokenBy(requirement: string): Violation {
  return { requirement, severity: 'critical', message: 'M' };
}

function did(caseId: string, consequences: readonly LedgerEntry[]): EpisodeSketch {
  return { caseId, steps: [stepDoing(1, { consequences })] };
}

function consequencesFrom(sketches: readonly EpisodeSketch[]): Omit<Consequences, 'agent' | 'kind'> {
  const records = recordsOf({ cases, toolkits: [parcels, silent], episodes: sketches.map(episodeOf) });
  return consequencesOf(records, { seed: 0 });
}
