import type { Case, Step, Toolkit, WorldAt, WorldChange, WorldRecord } from '../../contract/index.ts';
import {
  applyChange,
  collectionsOf,
  idText,
  ImpossibleChange,
  settingOf,
  startState,
  type WorldState,
} from '../../world/index.ts';

/** The world of an episode after a step, by what its steps say that changed; 0 is the start. */
export function worldAt({
  case: value,
  toolkits,
  steps,
  step,
}: {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly steps: readonly Step[];
  readonly step: number;
}): WorldAt {
  const collections = collectionsOf(toolkits);
  const before = steps.filter((one) => one.step < step).flatMap(({ changes }) => changes);
  const own = steps.find((one) => one.step === step)?.changes ?? [];
  const earlier = afterAll(startState(value.world, collections), before);
  const state = afterAll(earlier, own);
  const { now, user } = settingOf(value);
  const names = new Set([...collections.keys(), ...state.records.keys()]);
  return {
    step,
    now,
    user,
    trustedContacts: value.world?.trustedContacts ?? [],
    collections: [...names].map((name) => {
      const { key = 'id', secret } = collections.get(name) ?? {};
      const changes = own.filter(({ collection }) => collection === name);
      const ids = new Set(changes.filter(({ op }) => op !== 'delete').map(({ id }) => id));
      const records = [...(state.records.get(name)?.values() ?? [])];
      return {
        name,
        key,
        secret,
        records,
        changed: records.map((record) => idText(record[key])).filter((id) => ids.has(id)),
        gone: changes.flatMap((change) => goneBy(change, earlier)),
      };
    }),
  };
}

/** Changes that cannot have happened, as a recording of another program may hold, are passed over. */
function afterAll(start: WorldState, changes: readonly WorldChange[]): WorldState {
  return changes.reduce((state, change) => {
    try {
      return applyChange(state, change);
    } catch (error) {
      if (error instanceof ImpossibleChange) return state;
      throw error;
    }
  }, start);
}

function goneBy(change: WorldChange, earlier: WorldState): WorldRecord[] {
  if (change.op !== 'delete') return [];
  const record = change.before ?? earlier.records.get(change.collection)?.get(change.id);
  return record === undefined ? [] : [record];
}
