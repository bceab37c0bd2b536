import { compareEndpoints } from './compare.ts';
import { draftEndpoints } from './drafts.ts';
import { episodeEndpoints } from './episodes.ts';
import { libraryEndpoints } from './library.ts';
import { labelEndpoints } from './label.ts';
import { playgroundEndpoints } from './playground.ts';
import { queueEndpoints } from './queue.ts';
import { runEndpoints } from './runs.ts';
import { workspaceEndpoints } from './workspace.ts';

/** All that the server answers, by method and path: the app in the browser uses nothing else. */
export const endpoints = {
  ...workspaceEndpoints,
  ...runEndpoints,
  ...episodeEndpoints,
  ...labelEndpoints,
  ...libraryEndpoints,
  ...compareEndpoints,
  ...playgroundEndpoints,
  ...draftEndpoints,
  ...queueEndpoints,
};

export type Endpoints = typeof endpoints;

export type {
  ComparedAgent,
  CaseChange,
  ComparisonView,
  ComparisonFilter,
  ComparisonRow,
  ComparisonProblem,
} from './compare.ts';
export type { DraftDetail, DraftItem, DraftStep } from './drafts.ts';
export type { EndpointReply, EndpointInput, EndpointRequest, Endpoint } from './endpoint.ts';
export type {
  CallItem,
  DatedEvaluation,
  EpisodeDetail,
  EpisodeItem,
  EpisodeQuery,
  WorldAt,
} from './episodes.ts';
export type {
  CaseDetail,
  CaseItem,
  CheckedFile,
  LibraryCoverage,
  LibrarySource,
  ToolReach,
  RecordDifference,
  ToolkitDetail,
  ToolkitItem,
  TwinDifference,
} from './library.ts';
export type {
  Agreement,
  BlindEntry,
  BlindItem,
  BlindRun,
  BlindStep,
  Judgments,
  LabelProgress,
  LabelRun,
  LabelState,
  LabelingView,
} from './label.ts';
export type {
  Cast,
  PlaygroundOptions,
  PlaygroundSession,
  SessionContinuation,
  ParsedCase,
  SessionItem,
  SessionProgress,
  SessionStatus,
} from './playground.ts';
export { type CaseFacts, type Picture, type RunDetail, type RunFigures, type RunOverview } from './runs.ts';
export type { ServerEvent, Workspace } from './workspace.ts';
