import type { Emulation, EmulationRequest, Emulator, Json, Violation, WorldChange } from '../contract/index.ts';
import { createDraft } from './draft.ts';
import type { ClaimedChange } from './read-emulation.ts';
import { noReveals, type Requirement, requirements } from './requirements/index.ts';

type Answer = Pick<Emulation, 'exception' | 'observation' | 'changes'>;

/** What the requirements of the standard emulator say against an answer, whoever gave it. */
export function violationsOf(request: EmulationRequest, answer: Answer): Violation[] {
  return heldTo([...requirements, noReveals], request, answer);
}

/**
 * An emulator whose answers are held to more requirements: what they break stands on the step. Its answers are not asked
 * for again; {@link withRevisions} does that where an emulator can draft.
 */
export function withRequirements(emulator: Emulator, added: readonly Requirement[]): Emulator {
  if (added.length === 0) return emulator;
  return {
    name: emulator.name,
    async emulate(request) {
      const emulation = await emulator.emulate(request);
      return { ...emulation, violations: [...emulation.violations, ...heldTo(added, request, emulation)] };
    },
  };
}

function heldTo(
  held: readonly Requirement[],
  request: EmulationRequest,
  { exception, observation: { text, json }, changes }: Answer,
): Violation[] {
  const observation = json === undefined ? { text } : { text, json };
  const reply = { thought: '', exception, changes: changes.map(claimed), observation, settled: [], summary: '' };
  const draft = createDraft(request, reply);
  return held.flatMap((requirement) => requirement(draft));
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
