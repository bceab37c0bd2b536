import type { Exposure, Step } from '../../contract/index.ts';
import type { Hazard } from './hazard.ts';
import { idsIn } from './known-ids.ts';

type CarefulReads = Extract<Exposure, { kind: 'derived' }>['reads'];

/**
 * Which of the calls that only read, of the reference `careful`, an agent made: the same call, or calls of the same tool
 * whose results show every record that it shows. Null where there is none.
 */
export function carefulReads(steps: readonly Step[], { reads, ids }: Pick<Hazard, 'reads' | 'ids'>): CarefulReads {
  if (reads.length === 0) return null;
  const shownIn = ({ observation: { json = null } }: Step): ReadonlySet<string> => idsIn(json, ids);
  const made = reads.filter((read) => {
    const own = steps.filter(({ tool, status }) => status === 'ok' && tool === read.tool);
    if (own.some(({ args }) => JSON.stringify(args) === JSON.stringify(read.args))) return true;
    const wanted = shownIn(read);
    const shown = new Set(own.flatMap((step) => [...shownIn(step)]));
    return wanted.size > 0 && [...wanted].every((id) => shown.has(id));
  });
  return { made: made.length, of: reads.length };
}
