export { type PlannedStudy, type PlannedStudyRun, planStudy, type StudyRequest } from './plan-study.ts';
export { type PlayedItem, type PlayedStudy, readPlayed, runFile } from './played-items.ts';
export { readStudy, type StudyState } from './read-study.ts';
export { reopenedFor, reopenedItems } from './reopened.ts';
export { fillRound, roundConfig, roundOf } from './rounds.ts';
export { StudyError } from './study-error.ts';
export { labellingFolder, openStudy, type OpenStudy, studyFile } from './study-folder.ts';
export { createStudyReport } from './study-report.ts';
export { disputesOf, statusOf } from './study-status.ts';
