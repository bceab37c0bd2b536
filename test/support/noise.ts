import { randomBytes } from 'node:crypto';

/** Text of a length that takes up most of its length in a run file too, which deflates what is long. */
export function noise(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
