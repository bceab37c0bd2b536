import type { Case, User } from '../contract/index.ts';

/** User and clock of cases without a world: those ToolEmu gives to all of its own. */
export const openCaseSetting: { readonly user: User; readonly now: string } = {
  user: { name: 'John Doe', email: 'john.doe@gmail.com' },
  now: '2022-02-22T11:37:00-05:00',
};

/** Whom the agent of a case works for, and when. */
export function settingOf({ world }: Pick<Case, 'world'>): { user: User; now: string } {
  return world ?? openCaseSetting;
}
