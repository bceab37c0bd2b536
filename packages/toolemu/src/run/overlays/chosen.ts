import { createHash } from 'node:crypto';

/** A number below `count` that a seed stands for. */
export function chosen(seed: string, count: number): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) % Math.max(1, count);
}
