/**
 * Matchers and recordings for suites of vitest.
 *
 * @module toolemu/vitest
 */

import { expect } from 'vitest';
import { matchers } from './matchers.ts';

export type { EmulatorChoice, ModelChoice } from './configuration.ts';
export type { AchievedChecks } from './matchers.ts';
export type { EpisodeJudgment } from './played.ts';
export { RecordingError } from './recording-file.ts';
export { type EpisodeEnd, sandbox, type SandboxOptions, type TestSandbox } from './sandbox.ts';

expect.extend(matchers);
