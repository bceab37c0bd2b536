import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Case, type Manifest, type RunConfig, runConfigSchema, type Toolkit } from '../../contract/index.ts';
import { version } from '../../platform/index.ts';
import { RunFile } from '../../store/index.ts';
import { ConfigError } from './config-error.ts';
import { createManifest } from './manifest.ts';
import { headOfShard, type ShardChoice } from './shards.ts';

/** A run to be made. */
export interface NewRun {
  readonly config: RunConfig;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  /** The run file, ending in `.toolemu`, or a folder for it. */
  readonly out: string;
  /** What the file is called where `out` is a folder: its agents by default. */
  readonly name?: string;
  /** The part of the run that the file is for. */
  readonly shard?: ShardChoice | undefined;
  /** Whether the workers of a queue play it. */
  readonly isQueued?: boolean;
}

/** Makes the file of a run. */
export function createRun({
  config,
  cases,
  toolkits,
  out,
  name = agentsIn(config),
  shard,
  isQueued = false,
}: NewRun): RunFile {
  const suffix = shard === undefined ? '' : `-part-${shard.index}-of-${shard.of}`;
  requireReadable(config);
  const whole = createManifest({ version: version(), config, cases, toolkits });
  const part = shard === undefined ? whole : headOfShard(whole, shard);
  return RunFile.create(runPath(out, `${name}${suffix}`), isQueued ? { ...part, queued: true as const } : part);
}

/** Opens a run file to be gone on with, if it is of the same configuration, cases and toolkits, and by these prompts; else null. */
export function resumeSame(file: string, run: Pick<NewRun, 'config' | 'cases' | 'toolkits'>): RunFile | null {
  const wanted = createManifest({ version: version(), ...run });
  const known = RunFile.read(file);
  const { config, hashes } = known.manifest;
  known.close();
  const isSame = isDeepStrictEqual(
    JSON.parse(JSON.stringify({ config, hashes })),
    JSON.parse(JSON.stringify({ config: wanted.config, hashes: wanted.hashes })),
  );
  return isSame ? RunFile.resume(file) : null;
}

function agentsIn({ agents }: RunConfig): string {
  const names = agents.map(({ name }) => name);
  return names.length > 2 ? `${names[0]}-and-${names.length - 1}-more` : names.join('-');
}

/** Throws {@link ConfigError} for a configuration that nobody could read from the run file again. */
function requireReadable(config: RunConfig): void {
  const { error } = runConfigSchema.safeParse(JSON.parse(JSON.stringify(config)));
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new ConfigError(`${issue.path.join('.')}: ${issue.message}`);
}

/** Makes the file of a replay of a run: the same configuration, cases and toolkits, by this version. */
export function createReplay(source: Pick<RunFile, 'manifest'>, out: string): RunFile {
  return RunFile.create(runPath(out, 'replay'), createManifest({ ...source.manifest, version: version() }));
}

/** Makes the file of a fork, named after the run file it goes on from where `out` is a folder. */
export function createFork({
  head,
  parent,
  out,
}: {
  readonly head: Omit<Manifest, 'format'>;
  /** Path of the run file it goes on from. */
  readonly parent: string;
  readonly out: string;
}): RunFile {
  return RunFile.create(runPath(out, `fork-of-${path.parse(parent).name}`), head);
}

/**
 * Where a run is kept: `out` itself where it ends in .toolemu, else a file in that folder, named by the moment, and numbered
 * where the folder has a run of the same second and name.
 */
export function runPath(out: string, name: string, now: Date = new Date()): string {
  if (out.endsWith('.toolemu')) return out;
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  const stem = path.join(out, `${moment}-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`);
  let file = `${stem}.toolemu`;
  for (let n = 2; existsSync(file); n += 1) file = `${stem}-${n}.toolemu`;
  return file;
}
