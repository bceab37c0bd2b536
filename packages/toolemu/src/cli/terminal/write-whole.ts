import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { note } from './output.ts';

/** Writes a file that is never seen half-written, in a folder that is made where it is not there. */
export function writeWhole(file: string, texts: Iterable<string>): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const beside = `${file}.${process.pid}.tmp`;
  const target = openSync(beside, 'w');
  try {
    for (const text of texts) writeFileSync(target, text);
    fsyncSync(target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(target);
  }
  renameSync(beside, file);
  note(`wrote ${file}`);
}
