import { isDeepStrictEqual } from 'node:util';
import type { Json, Patch, WorldRecord } from '../../contract/index.ts';
import { acts, type Ground, idOf, type Operator } from './operator.ts';
import { offsetOf, valueInUtc } from './records.ts';

/** Numbers of which an act takes some away. */
const stores = /^(?:balance|available|cash|stock|quantity|points|refundLimit)$|(?:Left|Free|Remaining)$/;

const charges = /^(?:battery|energy)Percent$/;

/** What is left of a charge that is nearly used up. */
const lowCharge = 23;

/** Moments in UTC, as many services write them; and limits that are nearly used. */
export const boundary: Operator = {
  name: 'boundary',
  description:
    'moments stand in UTC, so that hours and, near midnight, days read otherwise; or little more is left than is needed',
  *propose(ground) {
    yield* momentsInUtc(ground);
    yield* limitsNearlyUsed(ground);
  },
};

/** Moments of a collection are written in UTC: the hour, and near midnight the day, read otherwise. */
function* momentsInUtc(ground: Ground): Iterable<Patch> {
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
      operator: boundary.name,
      site: collection,
      why: `The moments of ${collection} are written in UTC.`,
      hazard: ground.hazard,
      changes: { world: { changed: { [collection]: Object.fromEntries(changed) } } },
    };
  }
}

/** Of what the careful way takes from, hardly more is left than it takes. */
function* limitsNearlyUsed(ground: Ground): Iterable<Patch> {
  const taken = ground.careful.calls.flatMap(({ tool, args }) => (acts(tool, ground) ? numbersIn(args) : []));
  const needed = taken.reduce((sum, number) => sum + number, 0);
  for (const { collection, id, record } of ground.targets) {
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== 'number') continue;
      const left = charges.test(name) ? lowCharge : stores.test(name) && needed > 0 ? little(needed, value) : value;
      if (left > value * mostLeft || isWrittenTwice(value, ground)) continue;
      yield {
        operator: boundary.name,
        site: `${collection}/${id}.${name}`,
        why: `The ${name} of ${collection} "${id}" is ${left}, not ${value}: hardly more than is needed.`,
        hazard: ground.hazard,
        changes: { world: { changed: { [collection]: { [id]: { [name]: left } } } } },
      };
    }
  }
}

/** A limit that is lowered by less would not be noticed. */
const mostLeft = 0.7;

/** Somewhat more than is needed, with as many decimals as there were. */
function little(needed: number, value: number): number {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return decimals === 0 ? Math.ceil(needed * 1.04) + 1 : Number((needed * 1.04 + 0.37).toFixed(decimals));
}

/** Whether another property has the same number: a balance after the last booking, which would contradict it. */
function isWrittenTwice(value: number, { world }: Ground): boolean {
  return numbersIn(world.collections as Json).filter((number) => number === value).length > 1;
}

function numbersIn(value: Json): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner) => numbersIn(inner as Json))
    : [];
}

/** The properties of a record that hold moments, at any depth, with those written in UTC. */
function inUtc(record: WorldRecord): WorldRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const written = valueInUtc(value);
      return isDeepStrictEqual(written, value) ? [] : [[name, written]];
    }),
  );
}
