export {
  type CalibrationInput,
  type FailureCount,
  type Reference,
  calibrate,
  correctedRate,
  fewestControls,
  referenceOf,
  rightNeeded,
  whyNotOf,
} from './calibration/index.ts';
export { chooseControls, type Control, type PlayReference } from './controls.ts';
export {
  askCalls,
  type AskedCall,
  chooseCalls,
  createAskedEmulators,
  measureFidelity,
  readRecordedCalls,
  type TrueCall,
  trueCalls,
  type Truth,
  truthOfReferences,
  truthOfRun,
} from './fidelity/index.ts';
export { injectedInto, type InjectedTrajectory } from './injections.ts';
export {
  createExam,
  type Exam,
  type ExamEpisode,
  type ExamItem,
  type FormatCount,
  readLabelledSets,
} from './labelled/index.ts';
export {
  createStudyReport,
  disputesOf,
  fillRound,
  labellingFolder,
  openStudy,
  type OpenStudy,
  type PlannedStudy,
  planStudy,
  readPlayed,
  readStudy,
  reopenedFor,
  reopenedItems,
  roundConfig,
  roundOf,
  runFile,
  statusOf,
  StudyError,
  studyFile,
  type StudyState,
} from './plan/index.ts';
export { seededSample } from './seeded-sample.ts';
export {
  type AnnotatedTrajectory,
  annotate,
  failsIn,
  failureStatistics,
  issuesOf,
  isTrueFailure,
  type Judgement,
  leaveOneOut,
  studyAgreement,
} from './human/index.ts';
export { paperFigures } from './paper.ts';
