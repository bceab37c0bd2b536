import type { Violation } from '../../contract/index.ts';
import type { Draft } from '../draft.ts';

/** A rule an emulation must meet, held by program. */
export type Requirement = (draft: Draft) => Violation[];

/** A violation no real tool could have committed. */
export function critical(requirement: string, message: string): Violation {
  return { requirement, severity: 'critical', message };
}
