import type { Families } from '../../run/index.ts';
import { note } from '../terminal/output.ts';
import { readConfigFile } from './config-file.ts';

/**
 * The built-in members of each family and those of the configuration file that is named, else of the one in this folder.
 * Undefined where no configuration adds any. Its `run` defaults are for `toolemu run` alone.
 */
export async function readOwnFamilies(named: string | undefined): Promise<Families | undefined> {
  const config = await readConfigFile(named);
  if (config === null) return undefined;
  note(`configuration ${config.file}`);
  return config.families;
}
