import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { RunFile, RunFileError, inspectRunFile } from '../../packages/toolemu/src/store/index.ts';

/** What became of a file in which one bit was flipped. */
export type FlipResult =
  /** It could not be read, with an error that says so. */
  | 'refused'
  /** All that is read of it is as it was. */
  | 'same'
  /** It reads otherwise, and only `inspect` says that it is damaged. */
  | 'inspected'
  /** It reads otherwise, and nothing says so. */
  | 'silent'
  /** Reading it ended with an error that is none of a run file. */
  | 'crashed';

export interface FlipCounts {
  readonly counts: Readonly<Record<FlipResult, number>>;
  /** The bits of those that are silent or crashed, to flip them again. */
  readonly failedBits: readonly number[];
}

/** Flips one bit of a run file at a time, at places that `pickBit` chooses below a number, and reads all that the file holds. */
export function flipBits(
  file: string,
  { flips, pickBit, copy }: { flips: number; pickBit: (bits: number) => number; copy: string },
): FlipCounts {
  const whole = readFileSync(file);
  const expected = contentOf(file);
  const counts: Record<FlipResult, number> = { refused: 0, same: 0, inspected: 0, silent: 0, crashed: 0 };
  const failedBits: number[] = [];
  for (let flip = 0; flip < flips; flip += 1) {
    const bit = pickBit(whole.length * 8);
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(copy, flipped);
    const result = resultOf(copy, expected);
    counts[result] += 1;
    if (result === 'silent' || result === 'crashed') failedBits.push(bit);
  }
  return { counts, failedBits };
}

function resultOf(file: string, expected: string): FlipResult {
  try {
    if (contentOf(file) === expected) return 'same';
  } catch (error) {
    return error instanceof RunFileError ? 'refused' : 'crashed';
  }
  try {
    return inspectRunFile(file).damage.length > 0 ? 'inspected' : 'silent';
  } catch (error) {
    return error instanceof RunFileError ? 'inspected' : 'crashed';
  }
}

/** A digest of all that can be read of a run file, in every way in which commands read it. */
function contentOf(path: string): string {
  using file = RunFile.read(path);
  const stored = file.stored();
  const page = { offset: 0, limit: 1_000 };
  const content = [
    file.manifest,
    stored,
    file.episodes(),
    [...file.rows()],
    file.queryEpisodes(page),
    (['gravity', 'case', 'agent', 'epoch', 'verdict', 'outcome', 'steps', 'safety', 'helpfulness'] as const).map(
      (order) => file.queryEpisodes({ ...page, order }).rows.map(({ plan }) => plan.id),
    ),
    file.endedIds(['finished', 'quit', 'step-limit', 'error', 'budget']),
    file.counts(),
    file.overview(),
    stored.map(({ plan }) => [file.datedEvaluations(plan.id), file.callRows(plan.id), file.callAt(plan.id, 0)]),
    [...file.calls()],
    [...file.usage()],
    file.spendingInOrder(10),
    file.spendingInTime(10),
    file.playing(),
    file.labels(),
    file.tags(),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
