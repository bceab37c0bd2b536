import type { ConfigFile } from '../run/index.ts';

/** A configuration file that was read. */
export interface LoadedConfig extends ConfigFile {
  /** Its path, from the root on. */
  readonly file: string;
}
