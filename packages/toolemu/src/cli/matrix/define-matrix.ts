import type { FaultRates } from '../../contract/index.ts';
import type { ConfigFile } from '../define-config.ts';

/** A value that is tried of an option. */
export type TriedValue = string | number | boolean | FaultRates;

/** What a file of `toolemu matrix` gives as its default export. */
export interface MatrixFile extends ConfigFile {
  /** Values of options of `toolemu run`, by their names in camelCase: one run for each combination. */
  readonly vary?: { readonly [option: string]: readonly TriedValue[] };
}

/**
 * A matrix of runs, as it is: for an editor that helps to write it.
 *
 * @example
 * export default defineMatrix({
 *   run: { agentModel: ['gpt-4o', 'gpt-4o-mini'], prompting: ['naive', 'quit'], evaluatorModel: 'gpt-4o' },
 *   vary: { emulator: ['standard', 'adversarial'] },
 * });
 */
export function defineMatrix(matrix: MatrixFile): MatrixFile {
  return matrix;
}
