export { renderAnnotations } from './annotations.ts';
export { renderBenchmark } from './benchmark-text.ts';
export { ComparisonError, compareAgents, type CompareOptions, compareRuns } from './compare/index.ts';
export { type Coverage, coverageOf, type CoveredEpisode, type ToolCoverage } from './coverage.ts';
export { drawCoverage } from './coverage-picture.ts';
export { renderCoverage } from './coverage-table.ts';
export { costsOf, createCostSums } from './cost.ts';
export { createReport, readRecords, type ReportOptions, type ReportSource, type RunRecords } from './create-report.ts';
export { csvLines } from './csv.ts';
export { exportLines } from './export-lines.ts';
export { type FailOn, FailOnError, type FailOnResult, judgeFailOn, parseFailOn, refuseUnknowable } from './fail-on.ts';
export { renderHtml } from './html/render-html.ts';
export { renderJunit } from './junit.ts';
export { renderMarkdown } from './markdown.ts';
export { missingVerdicts } from './missing.ts';
export { paperTable, renderPaperTable } from './paper-table.ts';
export type { ReportInput } from './report-input.ts';
export { renderGroups, renderSections } from './sections.ts';
export { compareWorlds, type SharedWorld, sharedWorlds } from './shared-worlds.ts';
export { renderSummary } from './summary-table.ts';
export { toolEmuFiles } from './toolemu-files.ts';
export { renderUnifiedReports } from './unified-report.ts';
export {
  type EpisodeView,
  oneLine,
  type Palette,
  renderCosts,
  renderEpisode,
  renderSharedWorlds,
  wholeLine,
} from './terminal.ts';
