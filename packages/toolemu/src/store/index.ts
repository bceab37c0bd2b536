export { addLabel, removeLabel, setTags } from './annotate.ts';
export type { CallRow } from './calls/call-rows.ts';
export type { CallFilter, CallUsage } from './calls/calls.ts';
export type { EpisodeFilter } from './episodes/choose-episodes.ts';
export type { DerivedValue } from './episodes/derived.ts';
export type { EndedEpisode, EpisodeRow, Grade, StoredEpisode } from './episodes/episode-row.ts';
export type { EpisodeStore } from './episode-store.ts';
export type { GivenEvaluation } from './episodes/episodes.ts';
export { countPlans, planEpisodes, plansOf } from './episodes/plan.ts';
export { formatOf, type Inspection, inspectRunFile } from './inspect/inspect.ts';
export type { EpisodeCounts, OverviewGroup } from './episodes/overview.ts';
export type {
  EpisodeChoice,
  EpisodeList,
  EpisodeOrder,
  EpisodePage,
  Judge,
  Neighbours,
} from './episodes/query-episodes.ts';
export { firstWithChecksums } from './row-checksums.ts';
export { RunFile } from './run-file.ts';
export { formatVersion as currentFormat } from './format/schema.sql.ts';
export { moreOfDamage, RunFileError, RunFileLostError } from './run-file-error.ts';
export type { Spending, SpendingInTime } from './calls/spending.ts';
export type { WriterOptions } from './file/writer.ts';
export { copyNew, freeName, moveToFreeName, writeNew } from './file/write-new.ts';
