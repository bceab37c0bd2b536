import type { Case, Task, Toolkit } from '../contract/index.ts';
import { deepFreeze, offeredToolkits, settingOf } from '../world/index.ts';

/** A case as the agent under test is told of it: deeply frozen copies, so that no agent can change a case or a toolkit. */
export function taskOf(value: Case, toolkits: readonly Toolkit[], epoch: number): Task {
  const { user, now } = settingOf(value);
  return Object.freeze({
    caseId: value.id,
    instruction: value.instruction,
    user: deepFreeze(structuredClone(user)),
    now,
    toolkits: offeredToolkits(toolkits),
    epoch,
  });
}
