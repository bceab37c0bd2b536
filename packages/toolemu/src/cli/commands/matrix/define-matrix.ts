import type { FaultRates, ReasoningEffort } from '../../../contract/index.ts';
import type { ConfigFile, RunDefaults } from '../../../run/index.ts';

/** A model of a matrix with where and how it alone is asked. What is not said is as for its role. */
export interface MatrixModel {
  readonly model: string;
  readonly baseUrl?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly contextWindow?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
}

/** A value that is tried of an option. */
export type MatrixValue = string | number | boolean | FaultRates | MatrixModel;

/** What a file of `toolemu matrix` gives as its default export. */
export interface MatrixFile extends Omit<ConfigFile, 'run'> {
  /** Options of `toolemu run`, by their names in camelCase, alike in all runs. */
  readonly run?: { readonly [option: string]: RunDefaults[string] | MatrixModel | readonly (string | MatrixModel)[] };
  /** Values of options of `toolemu run`, by their names in camelCase: one run for each combination. */
  readonly vary?: { readonly [option: string]: readonly MatrixValue[] };
}

/**
 * A matrix of runs, as it is: for an editor that helps to write it.
 *
 * @example
 * export default defineMatrix({
 *   run: { agentModel: ['gpt-4o', { model: 'vllm/Qwen/Qwen3-8B', baseUrl: 'http://gpu1:8000/v1' }] },
 *   vary: { emulator: ['standard', 'adversarial'], evaluatorModel: ['gpt-4o', 'gpt-4o-mini'] },
 * });
 */
export function defineMatrix(matrix: MatrixFile): MatrixFile {
  return matrix;
}
