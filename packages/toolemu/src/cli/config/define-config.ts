import type { ConfigFile, Families } from '../../run/index.ts';

/** A configuration file that was read. */
export interface LoadedConfig extends ConfigFile {
  /** Its path, from the root on. */
  readonly file: string;
  /** The built-in members of each family, and its own. */
  readonly families?: Families;
}
