import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { type Splits, splitsSchema } from '../contract/index.ts';

/** Folder of the data that ships with the package. */
export const dataFolder: string = fileURLToPath(new URL('../../data', import.meta.url));

/** Folders of the built-in toolkits and cases. */
export const builtinToolkits = `${dataFolder}/toolkits`;
export const builtinCases = `${dataFolder}/cases`;

/** The splits of the built-in benchmark. */
export async function loadSplits(): Promise<Splits> {
  return splitsSchema.parse(JSON.parse(await readFile(`${dataFolder}/splits.json`, 'utf8')));
}
