export { type AnnotatedTrajectory, annotate, type Judgement } from './annotated.ts';
export { failsIn, issuesOf, isTrueFailure } from './aggregate.ts';
export { failureStatistics } from './failure-statistics.ts';
export { leaveOneOut } from './leave-one-out.ts';
export { studyAgreement } from './study-agreement.ts';
