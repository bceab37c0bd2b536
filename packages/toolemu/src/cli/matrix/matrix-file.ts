import path from 'node:path';
import { z } from 'zod';
import { configFields, readAgents, readExport } from '../config-file.ts';
import type { LoadedConfig, RunDefaults } from '../define-config.ts';
import type { TriedValue } from './define-matrix.ts';

/** A file of a matrix that was read. */
export interface LoadedMatrix extends LoadedConfig {
  readonly run: RunDefaults;
  readonly vary: Readonly<Record<string, readonly TriedValue[]>>;
}

const tried = z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.number())], {
  error: 'must be one value: a text, a number, true, false, or rates as in { timeout: 0.05 }',
});
const matrixSchema = z.strictObject({
  ...configFields,
  vary: z.record(z.string(), z.array(tried).min(1, 'has no value: name some, or leave it out')).optional(),
});

/** Reads the file of a matrix. Throws `UsageError`, with file and field, for one that cannot be loaded or read. */
export async function readMatrixFile(named: string): Promise<LoadedMatrix> {
  const file = path.resolve(named);
  const { agents, run = {}, vary = {} } = await readExport(file, matrixSchema, 'defineMatrix({ ... })');
  return { file, agents: readAgents(agents, file), run, vary };
}
