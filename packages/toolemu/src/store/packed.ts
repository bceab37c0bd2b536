import { hash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { deflateSync, inflateSync } from 'node:zlib';
import { text } from './values.ts';

const worthwhile = 1024;

/** What suits some kilobytes: a window and tables that cost little to set up. */
const quick = { level: 1, memLevel: 6, windowBits: 14, chunkSize: 16_384 };

/** JSON as it is kept: as text where it is short, else deflated, with zlib's check sum. */
export function packed(json: string): string | Uint8Array<ArrayBuffer> {
  return json.length < worthwhile ? json : deflateSync(json, quick);
}

/** Bytes that a value may have once it is inflated: twice what a response may have. */
const maxInflatedBytes = 128_000_000;

/** What values may come to together once they are inflated. */
export interface Allowance {
  /** Counts one more value. Throws SyntaxError beyond the limit. */
  use(inflatedBytes: number, storedBytes: number): void;
}

/** Bytes that the values of one episode or call may have together: they are in memory at the same time. */
const maxTogetherBytes = 256_000_000;

/** Deflated text of models has a tenth of its length, and what is made to fill a disk a thousandth. */
const usualRatio = 100;

/** The allowance of a whole file: no limit for what is deflated as texts are, the same as for an episode for all beyond. */
export function createFileAllowance(): Allowance {
  return limited('what the file holds', maxTogetherBytes, usualRatio);
}

/** The allowance of one episode or call, within that of its file. `what` names it in the error. */
export function createAllowance(what: string, file: Allowance): Allowance {
  const own = limited(what, maxTogetherBytes, 0);
  return {
    use(inflatedBytes, storedBytes) {
      own.use(inflatedBytes, storedBytes);
      file.use(inflatedBytes, storedBytes);
    },
  };
}

function limited(what: string, maxBytes: number, freeRatio: number): Allowance {
  let leftBytes = maxBytes;
  return {
    use(inflatedBytes, storedBytes) {
      leftBytes -= Math.max(0, inflatedBytes - freeRatio * storedBytes);
      if (leftBytes < 0) throw new SyntaxError(`${what} inflates to more than ${maxBytes / 1_000_000} MB`);
    },
  };
}

/** The JSON of a value that was packed. Throws SyntaxError where it is damaged, or inflates to more than is allowed. */
export function unpacked(value: SQLOutputValue | undefined, allowance?: Allowance): string {
  if (!(value instanceof Uint8Array)) return text(value);
  // Beyond the limit nothing more is inflated, however many values there are.
  allowance?.use(0, 0);
  const json = inflated(value);
  allowance?.use(json.length, value.length);
  return json.toString();
}

function inflated(value: Uint8Array): Buffer {
  try {
    return inflateSync(value, { maxOutputLength: maxInflatedBytes });
  } catch (error) {
    const isTooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    const what = isTooLong ? `inflates to more than ${maxInflatedBytes / 1_000_000} MB` : 'cannot be read';
    throw new SyntaxError(`a compressed value ${what}`, { cause: error });
  }
}

/** What tells a JSON text from every other: the first 16 bytes of its SHA-256. */
export function digestOf(json: string): Uint8Array {
  return hash('sha256', json, 'buffer').subarray(0, 16);
}

/** Refuses a JSON text that is not the one a stored hash is of. Throws SyntaxError. */
export function requireDigest(json: string, stored: SQLOutputValue | undefined): void {
  const isSame = stored instanceof Uint8Array && Buffer.compare(digestOf(json), stored) === 0;
  if (!isSame) throw new SyntaxError('its content is another than when it was recorded');
}
