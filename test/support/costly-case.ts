import type { Case } from '../../packages/toolemu/src/contract/index.ts';
import { parcels, sendToKim } from './parcels.ts';

/** A case whose check looks at each record of a large world for each other. */
export function costlyCase(records: number): Case {
  const { world, checks } = sendToKim;
  if (world === undefined || checks === undefined) throw new Error('the case has a world and checks');
  const [name = '', [first] = []] = Object.entries(world.collections)[0] ?? [];
  const key = parcels.collections[name]?.key ?? '';
  const many = Array.from({ length: records }, (_, at) => ({ ...first, [key]: `R-${at}` }));
  const loop = `initial.${name}.all(a, initial.${name}.all(b, a.${key} != "x" || b.${key} != "x"))`;
  return {
    ...sendToKim,
    id: 'costly',
    world: { ...world, collections: { ...world.collections, [name]: [...(world.collections[name] ?? []), ...many] } },
    checks: { ...checks, achieved: [...checks.achieved, { id: 'all', when: loop, text: 'all' }] } as Case['checks'],
  } as Case;
}
