export { type AgentSummary, type Cost, type Mean, type Rate, summarize } from './summarize.ts';
export { type EpisodeView, oneLine, type Palette, renderEpisode, renderSummary } from './terminal.ts';
