import { costOf, priceOf } from '../model/index.ts';
import type { RunFile } from '../store/index.ts';

/** US dollars that the recorded calls of a run cost; calls of unknown price are left out. */
export function spentOn(file: RunFile): number {
  let sum = 0;
  for (const { usage, model } of file.usage()) sum += costOf(usage, priceOf(model)) ?? 0;
  return sum;
}
