export { renderBenchmark } from './terminal/benchmark-text.ts';
export { ComparisonError, compareAgents, type CompareOptions, compareRuns } from './compare/index.ts';
export { type Coverage, coverageOf, coveredEpisode, type ToolCoverage } from './figures/coverage.ts';
export { drawCoverage } from './pictures/coverage-picture.ts';
export { renderCoverage } from './terminal/coverage-table.ts';
export { createReport, readRecords, type ReportOptions, type ReportSource, type RunRecords } from './create-report.ts';
export { areAlike, type EpisodeRecord } from './figures/episode-record.ts';
export { exportLines } from './formats/export-lines.ts';
export {
  type FailOn,
  FailOnError,
  type FailOnResult,
  judgeFailOn,
  parseFailOn,
  refuseUnknowable,
} from './fail-on/fail-on.ts';
export { paperTable, renderPaperTable } from './toolemu/paper-table.ts';
export {
  type MatrixTable,
  matrixTable,
  matrixTableFiles,
  type MatrixTableRun,
  renderMatrixTable,
} from './toolemu/matrix-table.ts';
export type { ReportInput } from './report-input.ts';
export { findingCommands } from './findings/finding-commands.ts';
export { type ScanContext, type ScanResults, scanResults, type Untested } from './scan/scan-results.ts';
export { renderScan, renderScanMarkdown } from './scan/scan-text.ts';
export { renderSearch } from './search/search-text.ts';
export { findingTest } from './findings/finding-test.ts';
export { renderFindings } from './findings/findings-text.ts';
export { renderFindingsMarkdown } from './findings/findings-markdown.ts';
export { findingsSarif } from './findings/findings-sarif.ts';
export { runPictures } from './run-pictures.ts';
export type { RunSpending } from './figures/spent.ts';
export { costsOf, createCostSums } from './figures/cost.ts';
export { createExposure, derivedValuesOf, keptIn } from './figures/derived.ts';
export { accountFigures } from './figures/measures.ts';
export { headlinesOf } from './figures/headlines.ts';
export { reportFiles } from './render-report.ts';
export { finishedOf, reportInputOf, reportOf } from './report-of.ts';
export { realOption } from './real-option.ts';
export { missingToolLines, renderGroups, renderSections } from './terminal/sections.ts';
export { comparesWorlds, worldsOf } from './worlds-of.ts';
export { renderSummary } from './terminal/summary-table.ts';
export { renderTextTable } from './terminal/text-table.ts';
export { toolEmuFiles } from './toolemu/files.ts';
export {
  type EpisodeView,
  oneLine,
  type Palette,
  renderCosts,
  renderEpisode,
  renderSharedWorlds,
} from './terminal/terminal.ts';
export { aligned } from './terminal/aligned.ts';
export { calibrationLines } from './calibration/calibration-text.ts';
export { counted } from './terminal/counted.ts';
export { fidelityLines } from './fidelity/fidelity-text.ts';
export { renderStudyMarkdown, renderStudyReport } from './study/study-report-text.ts';
export { studyStatusLines } from './study/study-status-text.ts';
