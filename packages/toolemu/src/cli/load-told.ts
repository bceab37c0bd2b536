import { loadBenchmark, type LoadOptions } from '../benchmark/index.ts';
import type { Case, Toolkit } from '../contract/index.ts';
import { oneLine } from '../report/index.ts';
import { note } from './output.ts';

/** Loads toolkits and cases, and says what of their sources was left out or changed. */
export async function loadTold(options: LoadOptions): Promise<{ toolkits: Toolkit[]; cases: Case[] }> {
  const { notes, toolkits, cases } = await loadBenchmark(options);
  tellAll(notes);
  return { toolkits, cases };
}

/** Says each of some sentences that may quote a server or a file. */
export function tellAll(notes: readonly string[]): void {
  for (const text of notes) note(oneLine(text));
}
