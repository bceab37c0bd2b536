import type { Case, EpisodeItem } from '../../contract/index.ts';
import { type ReadRun, readRun } from '../../report/compare/index.ts';
import { RunFile } from '../../store/index.ts';
import { episodeItemOf } from '../runs/episodes.ts';

/** A run by its id, and where its file is. */
export interface RunPlace {
  readonly run: string;
  /** Absolute. */
  readonly file: string;
}

/** A run as it is compared: told by its id, with what its figures come from and its episodes in short. */
export interface ComparedRun extends ReadRun {
  readonly kinds: ReadonlyMap<string, Case['kind']>;
  /** Those that were begun. */
  readonly items: readonly EpisodeItem[];
}

/** Reads a run to be compared. */
export function readCompared({ run, file: path }: RunPlace): ComparedRun {
  using file = RunFile.read(path);
  return {
    ...readRun({
      path: run,
      manifest: file.manifest,
      episodesOf: () => file.episodesOf(),
      endedOf: () => file.endedOf(),
    }),
    kinds: new Map(file.manifest.cases.map(({ id, kind }) => [id, kind])),
    items: [...file.rows()].map(episodeItemOf),
  };
}
