import type { AgentSpec, Manifest, Side } from '../../contract/index.ts';
import { readRecords, type ReportSource, type RunRecords } from '../create-report.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';

/** What is compared: run files, or what looks like them. */
export type RunSource = Pick<ReportSource, 'path' | 'manifest' | 'episodesOf' | 'endedOf'>;

/** A run as comparisons see it: without the texts of its episodes. */
export interface ReadRun extends RunRecords {
  readonly path: string;
  readonly manifest: Manifest;
}

/** An agent of a run with its finished episodes. */
export interface ComparedSide {
  readonly side: Side;
  readonly agent: AgentSpec;
  readonly manifest: Manifest;
  readonly records: readonly EpisodeRecord[];
}

/** The two sides of a comparison; b is told beside a. */
export interface SidePair {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
}

/** Reads a run, one episode at a time. */
export function readRun(source: RunSource): ReadRun {
  return { path: source.path, manifest: source.manifest, ...readRecords(source) };
}

/** The side that an agent of a run is. */
export function sideOf({ path, manifest, records }: ReadRun, agent: AgentSpec, name: string): ComparedSide {
  return {
    side: { name, run: path, agent: agent.name },
    agent,
    manifest,
    records: records.filter(({ plan }) => plan.agent === agent.name),
  };
}
