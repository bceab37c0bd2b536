export { type CalibrationInput, calibrate } from './calibrate.ts';
export { fewestControls, rightNeeded } from './control-measures.ts';
export { type FailureCount, correctedRate, whyNotOf } from './corrected-rate.ts';
export { type Reference, referenceOf } from './reference.ts';
