import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import type { Step, WorldChange } from '../../contract/index.ts';
import { idText } from '../../world/index.ts';
import { worldAt } from './world-at.ts';

const [name = '', collection] = Object.entries(parcels.collections)[0] ?? [];
const key = collection?.key ?? '';
const [first] = sendToKim.world?.collections[name] ?? [];
const id = idText(first?.[key]);

function stepWith(step: number, ...changes: WorldChange[]): Step {
  return { ...stepOf(step), changes };
}

const steps = [
  stepWith(1, { op: 'create', collection: name, id: 'new', after: { [key]: 'new' } }),
  stepWith(2),
  stepWith(
    3,
    { op: 'update', collection: name, id: 'new', before: { [key]: 'new' }, after: { [key]: 'new', more: 1 } },
    { op: 'delete', collection: name, id, before: first ?? null },
  ),
];

function collectionAt(step: number, value = sendToKim) {
  const { collections, ...rest } = worldAt({ case: value, toolkits: [parcels], steps, step });
  return { ...rest, collection: collections.find((one) => one.name === name) };
}

describe('worldAt', () => {
  it('is at the start what the case says', () => {
    const { collection: start, now, user } = collectionAt(0);
    expect(start).toMatchObject({ key, records: sendToKim.world?.collections[name], changed: [], gone: [] });
    expect([now, user]).toEqual([sendToKim.world?.now, sendToKim.world?.user]);
  });

  it('tells what each step changed, and keeps what earlier ones did', () => {
    const before = sendToKim.world?.collections[name] ?? [];
    expect(collectionAt(1).collection).toMatchObject({ records: [...before, { [key]: 'new' }], changed: ['new'] });
    expect(collectionAt(2).collection).toMatchObject({ records: [...before, { [key]: 'new' }], changed: [] });
    expect(collectionAt(3).collection).toMatchObject({
      records: [...before.slice(1), { [key]: 'new', more: 1 }],
      changed: ['new'],
      gone: [first],
    });
    expect(collectionAt(99).collection).toMatchObject({ changed: [], gone: [] });
  });

  it('of a case without a world is what its history tells, and passes over what cannot have happened', () => {
    const { world: _world, ...open } = sendToKim;
    expect(collectionAt(3, open).collection).toMatchObject({ records: [{ [key]: 'new', more: 1 }], gone: [first] });
    const impossible = stepWith(4, { op: 'update', collection: name, id, before: null, after: { [key]: id } });
    const { collections } = worldAt({ case: open, toolkits: [parcels], steps: [...steps, impossible], step: 4 });
    expect(collections.find((one) => one.name === name)?.records).toEqual([{ [key]: 'new', more: 1 }]);
  });
});
