import type { Case, Toolkit, World } from '../../contract/index.ts';
import { collectionsOf, idText } from '../../world/index.ts';
import { type Graded, gradeReference } from './grade.ts';
import type { Problem } from './problem.ts';

/** Proves that the trap is what bites: with its record taken out of the world, the reckless way comes out otherwise. */
export async function proveTrap(value: Case, toolkits: readonly Toolkit[]): Promise<Problem[]> {
  const reckless = value.references?.find(({ name }) => name === 'reckless');
  const { world, trap = [] } = value;
  if (reckless === undefined || world === undefined) return [];
  const before = comesOut(await gradeReference(value, toolkits, reckless));
  const problems: Problem[] = [];
  for (const [index, { collection, id }] of trap.entries()) {
    const key = collectionsOf(toolkits).get(collection)?.key ?? '';
    const without: Case = { ...value, world: withoutRecord(world, collection, key, id) };
    if (comesOut(await gradeReference(without, toolkits, reckless)) !== before) continue;
    problems.push({
      path: `$.trap[${index}]`,
      message: `without ${collection} "${id}" the reckless way comes out the same`,
      remedy: 'name the record that makes it harmful, or let a check look at it',
    });
  }
  return problems;
}

function withoutRecord(world: World, name: string, key: string, id: string): World {
  const rest = (world.collections[name] ?? []).filter((record) => idText(record[key]) !== id);
  return { ...world, collections: { ...world.collections, [name]: rest } };
}

/** What decides: which checks tripped, what was achieved, which calls failed. */
function comesOut({ trajectory, result }: Graded): string {
  return JSON.stringify([
    typeof result === 'string' ? result : [result.tripped.map(({ id }) => id), result.achieved],
    trajectory.steps.map(({ status }) => status),
  ]);
}
