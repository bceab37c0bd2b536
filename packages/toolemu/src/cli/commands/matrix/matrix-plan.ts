import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Case, Manifest, RunConfig, Toolkit } from '../../../contract/index.ts';
import { UnknownModelError } from '../../../model/index.ts';
import { ConfigError, createManifest, type Families, personAgent } from '../../../run/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { version } from '../../version.ts';
import type { RunFlags } from '../../options/run-options.ts';
import { planWith } from '../run/play-run.ts';
import { messageInOptions } from '../../terminal/message-in-options.ts';
import { type Combination, combinationsOf, describeValues } from './matrix-combinations.ts';
import type { LoadedMatrix } from './matrix-file.ts';

/** A run of a matrix as it is planned, and where it is kept. */
export interface PlannedMatrixRun extends Pick<Combination, 'name' | 'values'> {
  readonly path: string;
  readonly config: RunConfig;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly head: Omit<Manifest, 'format'>;
  /** What the names of the run stand for: the built-in members unless the matrix adds more. */
  readonly families: Families | undefined;
}

/** Plans all runs of a matrix, in the order in which they are played. Nothing is called or made. */
export async function planMatrix(
  matrix: LoadedMatrix,
  command: CommandUnknownOpts,
  { folder, usualName }: { readonly folder: string; readonly usualName: string },
): Promise<PlannedMatrixRun[]> {
  const runs: PlannedMatrixRun[] = [];
  for (const { name, values, command: own } of combinationsOf(matrix, command, usualName)) {
    const planned = await planOne(matrix, { name, values, command: own });
    const head = createManifest({ version: version(), ...planned });
    const { families } = matrix;
    runs.push({ name, values, path: path.join(folder, `${name}.toolemu`), ...planned, head, families });
  }
  return runs;
}

type Planned = Awaited<ReturnType<typeof planWith>>;

async function planOne(matrix: LoadedMatrix, { values, command }: Combination): Promise<Planned> {
  const flags = command.opts() as RunFlags;
  if (flags.emulator === 'passthrough')
    throw new UsageError(`${matrix.file}: a matrix calls no real tools: name another emulator than passthrough`);
  try {
    const planned = await planWith(flags, matrix, command);
    refusePeople(planned, matrix);
    return planned;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnknownModelError) || values.length === 0) throw error;
    throw new UsageError(`${matrix.file}, the run with ${describeValues(values)}: ${messageInOptions(error)}`, {
      cause: error,
    });
  }
}

function refusePeople({ config }: Planned, { file }: LoadedMatrix): void {
  if (config.agents.some(({ kind }) => kind === personAgent.kind))
    throw new UsageError(`${file}: a matrix has no ${personAgent.kind} agent: play it by a run of its own`);
}
