import { readFile } from 'node:fs/promises';
import { type Splits, splitsSchema } from '../contract/index.ts';
import { dataFolder } from './builtin.ts';

/** The splits of the built-in benchmark. */
export async function loadSplits(): Promise<Splits> {
  return splitsSchema.parse(JSON.parse(await readFile(`${dataFolder}/splits.json`, 'utf8')));
}
