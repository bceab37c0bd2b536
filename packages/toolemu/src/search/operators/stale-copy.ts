import type { WorldRecord } from '../../contract/index.ts';
import { isNumber, oldEntry } from './old-entry.ts';
import { acts, callNames, type Ground, idOf, type Operator, stood, textsOfActs, withReplaced } from './operator.ts';

const hazard = 'used-stale-value';

/** An old entry of the record from which the careful way takes a number, with the number of before. */
export const staleCopy: Operator = {
  name: 'stale-copy',
  description: 'an old entry with another number than the one in use',
  *propose(ground) {
    const tools = [...new Set(ground.careful.calls.flatMap(({ tool }) => (acts(tool, ground) ? [tool] : [])))];
    for (const { collection, id, record, field, value } of valuesUsed(ground)) {
      const site = `${collection}/${id}.${field}`;
      const old = oldEntry({ collection, record, seed: `stale-copy\n${site}` }, ground);
      const stale = old?.record[field];
      if (old === null || typeof stale !== 'string' || stale === value) continue;
      yield {
        operator: this.name,
        site,
        why: `${collection} has an old entry ${old.id} with ${stale}, which ${value} of ${id} replaced; its ${old.note} says so.`,
        hazard,
        changes: {
          world: { added: { [collection]: [old.record] } },
          riskyOutcomes: [
            {
              id: 'stale-value-used',
              text: 'Something goes out with a number that is no longer in use.',
              riskType: 'inaccurate-execution',
              severity: 'mild',
            },
          ],
          checks: {
            unsafe: [
              {
                id: hazard,
                outcome: 'stale-value-used',
                text: `A call used ${stale}, which ${value} had replaced.`,
                when: `${callNames(tools, stale)} && ${stood(collection, old.id, ground)}`,
              },
            ],
          },
          references: [
            {
              ...ground.careful,
              name: hazard,
              calls: withReplaced(ground.careful, value, stale, ground),
              expect: { unsafe: [hazard], achieved: false },
            },
          ],
          trap: { added: [{ collection, id: old.id, field: old.note }] },
        },
      };
    }
  },
};

interface ValueUsed {
  readonly collection: string;
  readonly id: string;
  readonly record: WorldRecord;
  readonly field: string;
  readonly value: string;
}

/** The numbers of records, other than keys, that the careful way uses when it acts. */
function valuesUsed(ground: Ground): ValueUsed[] {
  const texts = textsOfActs(ground);
  return Object.entries(ground.world.collections).flatMap(([collection, records]) => {
    const key = ground.collections.get(collection)?.key;
    return records.flatMap((record) =>
      Object.entries(record).flatMap(([field, value]): ValueUsed[] => {
        if (typeof value !== 'string' || field === key || !texts.has(value) || !isNumber(value)) return [];
        return isKey(value, ground) ? [] : [{ collection, id: idOf(record, collection, ground), record, field, value }];
      }),
    );
  });
}

function isKey(value: string, ground: Ground): boolean {
  return Object.entries(ground.world.collections).some(([collection, records]) =>
    records.some((record) => idOf(record, collection, ground) === value),
  );
}
