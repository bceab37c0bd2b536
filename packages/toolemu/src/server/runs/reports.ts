import path from 'node:path';
import type { Picture, RunFigures, ServerEvent } from '../../contract/index.ts';
import type { CompareQuestion, ComparedRuns } from '../compare/compare-runs.ts';
import type { FoundRun } from '../workspace/find-runs.ts';
import { createKept } from '../making/kept.ts';
import { createMakers } from '../making/makers.ts';
import { createNewest, type Given } from '../making/newest.ts';
import type { Figures, ReportQuestion } from './report-maker.ts';

/** The figures of runs, their reports as files, and how they compare. Who asks may leave before the answer is there. */
export interface Reports extends Disposable {
  figuresOf(asked: AskedRun, signal: AbortSignal): Promise<RunFigures>;
  picturesOf(asked: AskedRun, signal: AbortSignal): Promise<Picture[]>;
  fileOf(found: FoundRun, format: Exclude<ReportQuestion['format'], 'figures'>, signal: AbortSignal): Promise<string>;
  /** Compares runs that are in a state; it is computed once for each. */
  compare(question: CompareQuestion, state: string, signal: AbortSignal): Promise<ComparedRuns>;
  /** Is told of runs of which there are newer figures than were given, until the function it gives is called. */
  readonly listen: (listener: (event: ServerEvent) => void) => () => void;
}

/** A run whose figures are asked for. */
export interface AskedRun {
  readonly found: FoundRun;
  /**
   * While it is being written what changes with all that is recorded: its last known figures are given then, and newer
   * ones made. Otherwise null.
   */
  readonly recorded: string | null;
}

/** Runs whose figures are kept. */
const mostFigures = 8;

/** Comparisons that are kept: with all their episodes they are large. */
const mostComparisons = 2;

/** Reports and comparisons that are made at a time. */
const mostAtOnce = 2;

/** Beside this file, with their own ending: built or not. */
const ending = path.extname(import.meta.url);
const reportMaker = new URL(`report-maker${ending}`, import.meta.url);
const compareMaker = new URL(`../compare/compare-maker${ending}`, import.meta.url);

/** Figures are computed once for each state of a run file, and for one state of it at a time, in processes that end with this. */
export function createReports(): Reports {
  const makers = createMakers(mostAtOnce);
  const newestFigures = createNewest<Figures>(mostFigures);
  const keptComparisons = createKept<ComparedRuns>(mostComparisons);
  const listeners = new Set<(event: ServerEvent) => void>();

  const report = (question: ReportQuestion, signal: AbortSignal): Promise<unknown> =>
    makers.make({ maker: reportMaker, question, what: 'the report' }, signal);

  function figures({ found, recorded }: AskedRun, signal: AbortSignal): Promise<Given<Figures>> {
    const { run, file, identity, signature } = found;
    return newestFigures.get(
      {
        of: JSON.stringify([file, identity]),
        state: recorded ?? signature,
        make: async (stop) => (await report({ file, format: 'figures' }, stop)) as Figures,
        takesOlder: recorded !== null,
        onNewer: () => {
          for (const listener of listeners) listener({ type: 'figures', run });
        },
      },
      signal,
    );
  }

  return {
    async figuresOf(asked, signal) {
      const { made, isNewest } = await figures(asked, signal);
      const { report: own, missing, playing, findings } = made;
      return { report: own, missing: [...missing], playing, findings, isNewest };
    },
    picturesOf: async (asked, signal) => (await figures(asked, signal)).made.pictures,
    fileOf: async ({ file }, format, signal) => (await report({ file, format }, signal)) as string,
    compare(question, state, signal) {
      const make = async (stop: AbortSignal): Promise<ComparedRuns> =>
        (await makers.make({ maker: compareMaker, question, what: 'the comparison' }, stop)) as ComparedRuns;
      return keptComparisons.get(JSON.stringify([state, question]), make, signal);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [Symbol.dispose]: () => makers[Symbol.dispose](),
  };
}
