import type { Issue } from '../../contract/index.ts';

/** What a proof finds wrong; the caller knows the file. */
export type Problem = Omit<Issue, 'file'>;
