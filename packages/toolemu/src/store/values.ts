import type { SQLOutputValue } from 'node:sqlite';
import { RunFileError } from './run-file-error.ts';

/** A value that is text. */
export function text(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new RunFileError('a run file holds a value that is not text where text belongs');
  return value;
}

/** The JSON in a row's value. */
export function parsed<T>(row: Record<string, SQLOutputValue>): T {
  return JSON.parse(text(row.value)) as T;
}

/** The JSON in a value, or undefined where there is none. */
export function jsonIn(value: SQLOutputValue | undefined): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}
