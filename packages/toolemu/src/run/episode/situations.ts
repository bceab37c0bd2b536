import type { Case, EpisodePlan, Task, Toolkit } from '../../contract/index.ts';
import { deepFreeze, offeredToolkits, settingOf } from '../../world/index.ts';

/** What an episode is played with: its case, and the toolkits that the case offers. */
export interface Situation {
  readonly case: Case;
  readonly toolkits: Toolkit[];
}

/** Finds the situations of a run's episodes. Throws for a name that the run does not hold. */
export function createSituations({
  cases,
  toolkits,
}: {
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
}): (plan: EpisodePlan) => Situation {
  const caseOf = new Map(cases.map((value) => [value.id, value]));
  const toolkitOf = new Map(toolkits.map((toolkit) => [toolkit.name, toolkit]));
  return ({ caseId }) => {
    const value = found(caseOf, caseId);
    return { case: value, toolkits: value.toolkits.map((name) => found(toolkitOf, name)) };
  };
}

function found<T>(named: ReadonlyMap<string, T>, name: string): T {
  const value = named.get(name);
  if (value === undefined) throw new RangeError(`the run names "${name}" and does not hold it`);
  return value;
}

/** A case as the agent under test is told of it: deeply frozen copies, so that no agent can change a case or a toolkit. */
export function taskOf(value: Case, toolkits: readonly Toolkit[], epoch: number): Task {
  const { user, now } = settingOf(value);
  return Object.freeze({
    caseId: value.id,
    ...(value.operatorText === undefined ? {} : { operatorText: value.operatorText }),
    instruction: value.instruction,
    user: deepFreeze(structuredClone(user)),
    now,
    toolkits: offeredToolkits(toolkits),
    epoch,
  });
}
