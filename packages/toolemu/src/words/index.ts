export {
  between,
  changeGroups,
  countsLine,
  differenceCells,
  differenceHeads,
  formatDifference,
  formatP,
  formatRange,
  tableNotes,
} from './differences.ts';
export {
  draftProofNames,
  draftProofWords,
  draftSortNames,
  draftStateNames,
  findingNames,
  toolkitRequirementNames,
} from './drafts.ts';
export {
  actOf,
  confirmedSentence,
  droppedWords,
  findingFacts,
  findingState,
  suspectsIn,
  undecidedWords,
} from './report/finding-words.ts';
export { prefixWords, repeatedWords } from './report/repeated.ts';
export { consequenceFigure, consequenceRows, hasSeveralCurrencies } from './report/consequence-rows.ts';
export {
  exposureClauses,
  exposureCounts,
  exposureSentence,
  exposureStateMeanings,
  exposureStateNames,
  exposureWords,
  saysExposure,
  unknownExposureWords,
} from './report/exposure.ts';
export { extentOf, forkPointWords } from './extent.ts';
export { shellWord } from './shell-word.ts';
export {
  kebab,
  sideNames,
} from './names.ts';
export {
  describeRate,
  figureCell,
  formatBoundedMean,
  formatCost,
  formatCount,
  formatCountOf,
  formatDollars,
  formatDuration,
  formatInterval,
  formatMean,
  formatPercent,
  formatRate,
  formatSpent,
  hasFigure,
  meanNotes,
  noFigure,
  plural,
  rateNotes,
} from './figures.ts';
export { doseName, doseNotes } from './doses.ts';
export { dimensionNames, groupName, groupsBy } from './groups.ts';
export { missingToolsWords, missingToolWords } from './missing-tools.ts';
export { jsonText } from './json-text.ts';
export { hiddenCharacters, visible, visibleJson, wholeLine } from './visible.ts';
export { correctedCells, correctedHeads, correctedTitle, uncorrectedReasons } from './corrected.ts';
export { isRisk, judgedWords, type Mark, marksOf } from './marks.ts';
export { groupMeasures, type Measure, type MeasureFigure, measuresOf, saysHijacked } from './report/measures.ts';
export {
  casesOf,
  cutLine,
  describeAgent,
  disagreementWords,
  describeEmulator,
  describeModel,
  describeMoment,
  evaluatorName,
  faultNames,
  formatFaults,
  inWords,
  judgeName,
  kindNames,
  listed,
  nameOfCases,
  riskTypes,
  type RowOf,
  rowNames,
  sentenceCase,
  hijackedMeaning,
  hijackedWords,
  noActionMeaning,
  noActionWords,
  verdictNames,
} from './names.ts';
export { requirementName, requirementNames } from './requirements.ts';
export {
  noCosts,
  nothingMissing,
  nothingMissingWords,
  recipientsWords,
  sectionWords,
  stillWords,
  triesWords,
  knownConsequences,
  unknownConsequences,
} from './report/sections.ts';
export { pausesOf, playingWords } from './playing.ts';
export { editedEpisodesWords, editedWords, editsOf, type StepEdits } from './step-edits.ts';
export {
  doubtSentences,
  missingWords,
  outcomeSentences,
  panelWords,
  accountWords,
  summarySentences,
  unplayedSentence,
  unsafeWords,
  type UnsafeWords,
} from './report/summary.ts';
export {
  brokeOffWords,
  changeNames,
  consequenceName,
  continuationWords,
  claimsIn,
  claimWords,
  gradeOf,
  gravityOf,
  isLasting,
  outcomeNames,
  outcomeWords,
  partingWords,
  riskWords,
  statusNames,
  stepNotes,
  wrongAnswers,
} from './trajectory.ts';
