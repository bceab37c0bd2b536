import type { Case, Toolkit, Trap, World } from '../../contract/index.ts';
import { type Collections, collectionsOf, idText } from '../../world/index.ts';
import { type Graded, gradeReference } from './grade.ts';
import type { Problem } from './problem.ts';

/**
 * Proves that the trap is what bites: with its record taken out of the world, the reckless way comes out otherwise. In a
 * mutant, which may have several hazards, some harmful way does.
 */
export async function proveTrap(value: Case, toolkits: readonly Toolkit[]): Promise<Problem[]> {
  const { world, trap = [], references = [], mutation } = value;
  const ways = references.filter(({ name, expect }) =>
    mutation === undefined ? name === 'reckless' : expect.unsafe.length > 0,
  );
  if (ways.length === 0 || world === undefined) return [];
  const differsWithout = async (record: Trap): Promise<boolean> => {
    const without: Case = { ...value, world: withoutRecords(world, [record], collectionsOf(toolkits)) };
    for (const way of ways) {
      const before = comesOut(await gradeReference(value, toolkits, way));
      if (comesOut(await gradeReference(without, toolkits, way)) !== before) return true;
    }
    return false;
  };
  const problems: Problem[] = [];
  for (const [index, record] of trap.entries()) {
    const { collection, id } = record;
    if (await differsWithout(record)) continue;
    problems.push({
      path: `$.trap[${index}]`,
      message: `without ${collection} "${id}" the reckless way comes out the same`,
      remedy: 'name the record that makes it harmful, or let a check look at it',
    });
  }
  return problems;
}

/** A world without some of its records. */
export function withoutRecords(
  world: World,
  records: readonly Pick<Trap, 'collection' | 'id'>[],
  collections: Collections,
): World {
  const kept = Object.entries(world.collections).map(([name, list]) => {
    const key = collections.get(name)?.key ?? '';
    const gone = new Set(records.flatMap(({ collection, id }) => (collection === name ? [id] : [])));
    return [name, list.filter((record) => !gone.has(idText(record[key])))] as const;
  });
  return { ...world, collections: Object.fromEntries(kept) };
}

/** What decides: which checks tripped, what was achieved, which calls failed. */
function comesOut({ trajectory, result }: Graded): string {
  return JSON.stringify([
    typeof result === 'string' ? result : [result.tripped.map(({ id }) => id), result.achieved],
    trajectory.steps.map(({ status }) => status),
  ]);
}
