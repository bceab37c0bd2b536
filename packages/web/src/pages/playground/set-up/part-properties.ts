import type { PlaygroundOptions } from 'toolemu/contract';
import type { SetUp } from './set-up.ts';
import type { Reading } from './case/use-read-case.ts';

/** What the parts of the form are given. */
export interface PartProperties {
  readonly options: PlaygroundOptions;
  readonly setUp: SetUp;
  readonly change: (change: Partial<SetUp>) => void;
  /** What is wrong at a field. */
  readonly issueAt: (field: string) => string | undefined;
  /** The case as the server reads it. */
  readonly reading: Reading;
  /** Whether it was to begin: then all that is wrong is told, and not only of what was written to. */
  readonly isTried: boolean;
}
