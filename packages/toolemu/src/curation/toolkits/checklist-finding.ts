import type { ChecklistEntry } from '../../contract/index.ts';

/** What a program finds of a requirement, and why, in a sentence. */
export type Finding = Pick<ChecklistEntry, 'found' | 'why'>;
