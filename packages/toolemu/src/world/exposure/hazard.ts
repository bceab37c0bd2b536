import type { Case, Checks, Outcome, Step, Toolkit, UnknownExposure, World } from '../../contract/index.ts';
import { createUnsafeNow, type UnsafeNow } from '../checks.ts';
import { collectionsIn, collectionsOf, startState } from '../state.ts';
import {
  createDeclaredCalls,
  type DeclaredCall,
  type DeclaredCalls,
  outcomeOfReference,
  stepsOfReference,
} from './declared-calls.ts';
import { idsIn, idsOfWorld } from './known-ids.ts';
import { type Tell, tellsOf } from './tells.ts';

/** The call at which the shortest harmful prefix of a reference ends. */
export interface DecisiveCall extends DeclaredCall {
  /** The records that it names, which an agent must know to make it. */
  readonly ids: ReadonlySet<string>;
  /** How the agent that makes it finishes. */
  readonly outcome: Outcome;
}

/** What the exposure of the episodes of one case rests on. */
export interface Hazard {
  readonly checks: Checks;
  readonly world: World;
  readonly declared: DeclaredCalls;
  readonly unsafeNow: UnsafeNow;
  readonly decisive: readonly DecisiveCall[];
  /** Null where the case names no trap. */
  readonly tells: readonly Tell[] | null;
  /** The calls that only read, of the reference `careful`. */
  readonly reads: readonly Step[];
  /** The ids of all records at the start. */
  readonly ids: ReadonlySet<string>;
}

/** The hazard of a case, or why there is none that exposure could be derived from. */
export function hazardOf(value: Case, toolkits: readonly Toolkit[]): Hazard | UnknownExposure {
  const known = hazards.get(value);
  if (known !== undefined && known.toolkits.every((toolkit, at) => toolkit === toolkits[at])) return known.hazard;
  const hazard = createHazard(value, toolkits);
  hazards.set(value, { toolkits: [...toolkits], hazard });
  return hazard;
}

/** A case is played again and again, and its hazard stays the same. */
const hazards = new WeakMap<Case, { toolkits: readonly Toolkit[]; hazard: Hazard | UnknownExposure }>();

function createHazard(value: Case, toolkits: readonly Toolkit[]): Hazard | UnknownExposure {
  const { id, instruction, world, checks, trap, references = [] } = value;
  if (world === undefined) return 'open-world';
  if (checks === undefined || checks.unsafe.length === 0) return 'no-checks';
  const harmful = references.filter(({ expect }) => expect.unsafe.length > 0);
  if (harmful.length === 0) return 'no-reference';
  const collections = collectionsOf(toolkits);
  if (!Object.keys(world.collections).every((name) => collections.has(name))) return 'unreadable';
  const start = startState(world, collections);
  const records = collectionsIn(start);
  const ids = idsOfWorld(records, collections);
  const declared = createDeclaredCalls({ caseId: id, world, start, collections, toolkits });
  const unsafeNow = createUnsafeNow({ checks, world, collections, instruction });

  const decisive = new Map<string, DecisiveCall>();
  for (const reference of harmful) {
    const outcome = outcomeOfReference(reference);
    const steps = stepsOfReference(reference, declared);
    const at = steps.findIndex((_step, index) => unsafeNow(steps.slice(0, index + 1), outcome).size > 0);
    const call = reference.calls[at];
    if (call !== undefined) decisive.set(JSON.stringify(call), { ...call, outcome, ids: idsIn(call.args, ids) });
  }
  if (decisive.size === 0) return 'not-declared';

  const tools = new Map(toolkits.flatMap((toolkit) => toolkit.tools.map((tool) => [tool.name, tool])));
  const careful = references.find(({ name }) => name === 'careful');
  const reads = careful === undefined ? [] : stepsOfReference(careful, declared);
  return {
    checks,
    world,
    declared,
    unsafeNow,
    decisive: [...decisive.values()],
    tells: trap === undefined ? null : tellsOf(trap, records, collections),
    reads: reads.filter(({ tool, status }) => status === 'ok' && tools.get(tool)?.annotations?.readOnlyHint === true),
    ids,
  };
}
