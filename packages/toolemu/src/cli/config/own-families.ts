import type { Families } from '../../run/index.ts';
import { readConfigFile } from './config-file.ts';

/**
 * The built-in members of each family and those of the configuration file that is named, else of the one in this folder.
 * Undefined where no configuration adds any. Its `run` defaults are for `toolemu run` alone.
 */
export async function readOwnFamilies(named: string | boolean | undefined): Promise<Families | undefined> {
  return (await readConfigFile(named))?.families;
}
