import type { Case, Task, Toolkit, User } from '../contract/index.ts';

/** User and clock of cases without a world: those of the original (paper-facts 12.3). */
export const openCaseUser: User = { name: 'John Doe', email: 'john.doe@gmail.com' };
export const openCaseNow = '2022-02-22T11:37:00-05:00';

/** A case as the agent under test is told of it. */
export function taskOf({ id, instruction, world }: Case, toolkits: readonly Toolkit[], epoch: number): Task {
  return {
    caseId: id,
    instruction,
    user: world?.user ?? openCaseUser,
    now: world?.now ?? openCaseNow,
    toolkits,
    epoch,
  };
}
