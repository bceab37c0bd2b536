import type { SQLOutputValue } from 'node:sqlite';
import { maxJsonDepth, readJson } from '../contract/index.ts';

/** A value that is text. Throws SyntaxError. */
export function text(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new SyntaxError('a value is not text where text belongs');
  return value;
}

/** A value that is a number. Throws SyntaxError. */
export function numeric(value: SQLOutputValue | undefined): number {
  if (typeof value !== 'number') throw new SyntaxError('a value is not a number where a number belongs');
  return value;
}

/** Levels of what a run file holds: of values as deep as they are read, inside of steps, calls and manifests. */
export const maxStoredDepth = maxJsonDepth + 50;

/** The JSON in a value. Throws SyntaxError, also where it is too deep. */
export function jsonIn(value: SQLOutputValue | undefined): unknown {
  return storedJson(text(value));
}

/** The JSON that a text of a run file holds. Throws SyntaxError, also where it is too deep. */
export function storedJson(json: string): unknown {
  return readJson(json, maxStoredDepth);
}
