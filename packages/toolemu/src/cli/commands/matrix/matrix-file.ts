import path from 'node:path';
import { z } from 'zod';
import type { ModelChoice, RunDefaults } from '../../../run/index.ts';
import { configFields, readExport, readMembers } from '../../config/config-file.ts';
import type { LoadedConfig } from '../../config/define-config.ts';
import { UsageError } from '../../terminal/failure.ts';
import type { MatrixValue } from './define-matrix.ts';
import { isModel, readModel } from './matrix-models.ts';

/** A file of a matrix that was read. */
export interface LoadedMatrix extends LoadedConfig {
  readonly run: RunDefaults;
  /** Options of all runs whose models say more than their names. */
  readonly models: Readonly<Record<string, readonly ModelChoice[]>>;
  readonly vary: Readonly<Record<string, readonly MatrixValue[]>>;
}

// A part may be a variable of the environment that is not set.
const parts = z.record(z.string(), z.union([z.string(), z.number(), z.undefined()]));
const model = 'or a model as in { model, baseUrl }';
const tried = z.union([z.string(), z.number(), z.boolean(), parts], {
  error: `must be one value: a text, a number, true, false, rates as in { timeout: 0.05 }, ${model}`,
});
const said = z.union([z.string(), z.number(), z.boolean(), parts, z.array(z.union([z.string(), parts]))], {
  error: `must be a text, a number, true, false, texts, rates as in { timeout: 0.05 }, ${model}`,
});
const matrixSchema = z.strictObject({
  ...configFields,
  run: z.record(z.string(), said).optional(),
  vary: z.record(z.string(), z.array(tried).min(1, 'has no value: name some, or leave it out')).optional(),
});
type Said = z.infer<typeof said>;
type Parts = z.infer<typeof parts>;

/** Reads the file of a matrix. Throws `UsageError`, with file and field, for one that cannot be loaded or read. */
export async function readMatrixFile(named: string): Promise<LoadedMatrix> {
  const file = path.resolve(named);
  const { run = {}, vary = {}, ...rest } = await readExport(file, matrixSchema, 'matrix');
  return { file, ...readMembers(rest, file), ...readRun(run, file), vary: readVary(vary, file) };
}

function readRun(run: Readonly<Record<string, Said>>, file: string): Pick<LoadedMatrix, 'run' | 'models'> {
  const plain: Record<string, RunDefaults[string]> = {};
  const models: Record<string, readonly ModelChoice[]> = {};
  for (const [option, value] of Object.entries(run)) {
    const place = `${file}, run.${option}`;
    if (isPlain(value)) plain[option] = value;
    else models[option] = Array.isArray(value) ? readModels(option, value, place) : [readModel(option, value, place)];
  }
  return { run: plain, models };
}

function readModels(option: string, values: readonly (string | Parts)[], place: string): ModelChoice[] {
  const models = values.map((one, at) => (typeof one === 'string' ? one : readModel(option, one, `${place}[${at}]`)));
  if (option === 'agentModel') return models;
  throw new UsageError(`${place}: it takes one model in a run: try several by vary.${option}`);
}

/** Whether a value is one that the command line could say. */
function isPlain(value: Said): value is Exclude<Said, Parts | (string | Parts)[]> | string[] | Record<string, number> {
  return Array.isArray(value) ? value.every((one) => typeof one === 'string') : !isModel(value);
}

function readVary(
  vary: Readonly<Record<string, readonly (string | number | boolean | Parts)[]>>,
  file: string,
): LoadedMatrix['vary'] {
  return Object.fromEntries(
    Object.entries(vary).map(([option, values]) => [
      option,
      values.map(
        (value, at): MatrixValue =>
          // Which faults there are is known to the option that takes their rates.
          isModel(value) ? readModel(option, value, `${file}, vary.${option}[${at}]`) : (value as MatrixValue),
      ),
    ]),
  );
}
