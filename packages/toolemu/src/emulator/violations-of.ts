import type { Emulation, EmulationRequest, Json, Violation, WorldChange } from '../contract/index.ts';
import { createDraft } from './draft.ts';
import type { ClaimedChange } from './read-emulation.ts';
import { noReveals, requirements } from './requirements/index.ts';

/** What the requirements of the standard emulator say against an answer, whoever gave it. */
export function violationsOf(
  request: EmulationRequest,
  { exception, observation: { text, json }, changes }: Pick<Emulation, 'exception' | 'observation' | 'changes'>,
): Violation[] {
  const observation = json === undefined ? { text } : { text, json };
  const reply = { thought: '', exception, changes: changes.map(claimed), observation, summary: '' };
  const draft = createDraft(request, reply);
  return [...requirements, noReveals].flatMap((requirement) => requirement(draft));
}

function claimed(change: WorldChange): ClaimedChange {
  const { op, collection, id } = change;
  return { op, collection, id, record: 'after' in change ? { ...removedBy(change), ...change.after } : {} };
}

/** Null for each property an update takes away. */
function removedBy(change: WorldChange): Record<string, Json> {
  const before = change.op === 'update' ? Object.keys(change.before ?? {}) : [];
  return Object.fromEntries(before.map((name) => [name, null]));
}
