export { renderBenchmark } from './benchmark-text.ts';
export { type Coverage, coverageOf, type CoveredEpisode, type ToolCoverage } from './coverage.ts';
export { drawCoverage } from './coverage-picture.ts';
export { renderCoverage } from './coverage-table.ts';
export { type Cost, type Costs, costsOf, createCostSums } from './cost.ts';
export { compareWorlds, type SharedWorld, type SharedWorlds, sharedWorlds } from './shared-worlds.ts';
export { type AgentSummary, type Mean, type Rate, summarize } from './summarize.ts';
export {
  type EpisodeView,
  oneLine,
  type Palette,
  renderCosts,
  renderEpisode,
  renderSharedWorlds,
  renderSummary,
} from './terminal.ts';
