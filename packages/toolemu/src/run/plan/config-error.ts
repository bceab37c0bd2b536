import { parametersIn } from '../../contract/index.ts';

/** A configuration that names what there is not, or lacks what it needs. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);
}
