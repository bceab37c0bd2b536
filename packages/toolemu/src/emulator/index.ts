export { createAdversarialEmulator, createModelEmulator, createStandardEmulator } from './create-emulator.ts';
export { firstThatAnswers } from './first-that-answers.ts';
export { createOfflineEmulator } from './offline.ts';
export {
  allowTools,
  begunRole,
  hashesOfSources,
  openRealTools,
  type OpenRealTools,
  realName,
  type RealTools,
  RealToolsError,
  type ServedTool,
  shownSources,
  withRealTools,
  withRecordedAnswers,
} from './passthrough/index.ts';
export { violationsOf, withRequirements } from './violations-of.ts';
export { withFaults } from './with-faults.ts';
export type { Draft } from './draft.ts';
export { type Requirement, requirements } from './requirements/index.ts';
export { type DraftingEmulator, type Rejection, withRevisions } from './with-revisions.ts';
