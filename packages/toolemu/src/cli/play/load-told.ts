import { loadBenchmark, type LoadOptions } from '../../benchmark/index.ts';
import type { Case, Toolkit } from '../../contract/index.ts';
import { oneLine } from '../../report/index.ts';
import type { ServerFlags } from '../options/server-options.ts';
import { note } from '../terminal/output.ts';
import { serversFrom } from './servers.ts';

/** Loads toolkits and cases, and says what of their sources was left out or changed. */
export async function loadTold({
  env,
  envFile,
  allowCommand,
  ...options
}: LoadOptions & ServerFlags): Promise<{ toolkits: Toolkit[]; cases: Case[] }> {
  const sources = [...(options.toolkits ?? []), ...(options.cases ?? [])];
  const servers = await serversFrom(
    { env, envFile, allowCommand },
    sources.filter((source) => typeof source === 'string'),
  );
  const { notes, toolkits, cases } = await loadBenchmark({ ...options, servers });
  tellAll(notes);
  return { toolkits, cases };
}

/** Says each of some sentences that may quote a server or a file. */
export function tellAll(notes: readonly string[]): void {
  for (const text of notes) note(oneLine(text));
}
