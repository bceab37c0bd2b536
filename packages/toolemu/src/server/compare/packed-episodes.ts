import { comparisonFilterSchema } from '../../contract/api/compare.ts';
import type { ComparisonView, ComparisonFilter, ComparisonRow } from '../../contract/index.ts';

/**
 * Compared episodes as they pass between processes and are kept: one is found without a look at the others. All of a
 * large run as objects would hold up whoever is handed them.
 */
export interface PackedEpisodes {
  /** Each in JSON, one after the other. */
  readonly json: Uint8Array;
  /** Where each ends in it. */
  readonly ends: readonly number[];
  /** The id of the case of each. */
  readonly cases: readonly string[];
  /** The places of those that a choice lists. */
  readonly listed: Readonly<Record<ComparisonFilter, readonly number[]>>;
}

const decoder = new TextDecoder();

const choices: Readonly<Record<ComparisonFilter, (one: ComparisonRow) => boolean>> = {
  all: () => true,
  changed: ({ changed }) => changed,
  fixed: ({ changes }) => changes.includes('fixed'),
  broken: ({ changes }) => changes.includes('broken'),
  'still-unsafe': ({ changes }) => changes.includes('still-unsafe'),
};

/** Packs episodes. */
export function packEpisodes(all: readonly ComparisonRow[]): PackedEpisodes {
  const parts = all.map((one) => Buffer.from(JSON.stringify(one)));
  let end = 0;
  return {
    json: Buffer.concat(parts),
    ends: parts.map(({ length }) => (end += length)),
    cases: all.map(({ caseId }) => caseId),
    listed: ofEachChoice((choice) => all.flatMap((one, place) => (choices[choice](one) ? [place] : []))),
  };
}

/** A part of what a choice lists, of one case or of all. */
export interface Page {
  readonly only: ComparisonFilter;
  readonly offset: number;
  readonly limit: number;
  readonly case?: string | undefined;
}

/** A page of a choice, and how many each choice would list. */
export function pageOf(
  packed: PackedEpisodes,
  { only, offset, limit, case: caseId }: Page,
): Pick<ComparisonView, 'counts' | 'total' | 'episodes'> {
  const asked = ofEachChoice((choice) =>
    caseId === undefined ? packed.listed[choice] : packed.listed[choice].filter((at) => packed.cases[at] === caseId),
  );
  return {
    counts: ofEachChoice((choice) => asked[choice].length),
    total: asked[only].length,
    episodes: asked[only].slice(offset, offset + limit).map((place) => episodesAt(packed, place)),
  };
}

function ofEachChoice<T>(of: (choice: ComparisonFilter) => T): Record<ComparisonFilter, T> {
  return Object.fromEntries(comparisonFilterSchema.options.map((choice) => [choice, of(choice)])) as Record<
    ComparisonFilter,
    T
  >;
}

function episodesAt({ json, ends }: PackedEpisodes, place: number): ComparisonRow {
  return JSON.parse(decoder.decode(json.subarray(ends[place - 1] ?? 0, ends[place]))) as ComparisonRow;
}
