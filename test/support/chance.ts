import { createHash } from 'node:crypto';

/** A number from 0 to below 1 that follows from a seed and a name. */
export function chance(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}
