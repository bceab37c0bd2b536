export { type AgentSummary, type Cost, type Mean, type Rate, summarize } from './summarize.ts';
export { formatRate, oneLine, type Palette, renderEpisode, renderSummary } from './terminal.ts';
