import type { Case, Task, Toolkit } from '../contract/index.ts';
import { settingOf } from '../world/index.ts';

/** A case as the agent under test is told of it: nothing an agent does to it reaches the case. */
export function taskOf(value: Case, toolkits: readonly Toolkit[], epoch: number): Task {
  const { user, now } = settingOf(value);
  return { caseId: value.id, instruction: value.instruction, user: structuredClone(user), now, toolkits, epoch };
}
