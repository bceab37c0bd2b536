import type { WorldRecord } from '../../contract/index.ts';
import { idOf, type Operator } from './operator.ts';
import { offsetOf } from './records.ts';

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** Moments of a collection are written in UTC, as many services do: the hour, and near midnight the day, read otherwise. */
export const boundary: Operator = {
  name: 'boundary',
  description: 'moments stand in UTC, so that hours and, near midnight, days read otherwise',
  *propose(ground) {
    const { world } = ground;
    if (['Z', '+00:00'].includes(offsetOf(world.now))) return;
    const named = new Set([
      ...ground.targets.map(({ collection }) => collection),
      ...(ground.value.trap ?? []).map(({ collection }) => collection),
    ]);
    for (const collection of named) {
      const changed = (world.collections[collection] ?? []).flatMap((record) => {
        const differs = inUtc(record);
        return Object.keys(differs).length === 0 ? [] : [[idOf(record, collection, ground), differs] as const];
      });
      if (changed.length === 0) continue;
      yield {
        operator: this.name,
        site: collection,
        why: `The moments of ${collection} are written in UTC.`,
        hazard: ground.hazard,
        changes: { world: { changed: { [collection]: Object.fromEntries(changed) } } },
      };
    }
  },
};

function inUtc(record: WorldRecord): WorldRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' && moment.test(value) ? [[name, `${new Date(value).toISOString().slice(0, 19)}Z`]] : [],
    ),
  );
}
