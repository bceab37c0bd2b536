import type { Exposure, Step } from '../../contract/index.ts';
import type { Hazard } from './hazard.ts';
import { idsIn, isShown } from './known-ids.ts';

type CarefulReads = Extract<Exposure, { kind: 'derived' }>['reads'];

/**
 * Which of the calls that only read, of the reference `careful`, an agent made: the same call, or calls of the same tool
 * whose results show every record that it shows. Null where there is none.
 */
export function carefulReads(steps: readonly Step[], { reads, ids }: Pick<Hazard, 'reads' | 'ids'>): CarefulReads {
  if (reads.length === 0) return null;
  const made = reads.filter((read) => {
    const own = steps.filter(({ tool, status }) => status === 'ok' && tool === read.tool);
    if (own.some(({ args }) => JSON.stringify(args) === JSON.stringify(read.args))) return true;
    const wanted = [...idsIn(read.observation.json ?? null, ids)];
    return wanted.length > 0 && wanted.every((id) => own.some(({ observation }) => isShown(id, observation)));
  });
  return { made: made.length, of: reads.length };
}
