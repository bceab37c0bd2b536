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

/** The parts of a setting. */
export type SettingPart = 'user' | 'now';

/** Property of a recorded case's source that lists the unrecorded parts of its setting. */
export const unknownProperty = 'unknown';

/** Placeholders for the unknown parts of a recorded case's setting. */
export const unknownSetting: { readonly user: User; readonly now: string } = {
  user: { name: 'unknown', email: 'unknown' },
  now: '1970-01-01T00:00:00Z',
};

/** The setting of a case, with null for unrecorded parts. */
export function knownSettingOf(value: Pick<Case, 'world' | 'source'>): { user: User | null; now: string | null } {
  const { user, now } = settingOf(value);
  const listed = value.source?.[unknownProperty];
  const isUnknown = (part: SettingPart): boolean => Array.isArray(listed) && listed.includes(part);
  return { user: isUnknown('user') ? null : user, now: isUnknown('now') ? null : now };
}
