import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { note } from './output.ts';

/**
 * Writes a file that is never seen half-written, in a folder that is made where it is not there. A file that is there keeps
 * its permissions unless others are given, and a link leads where it did.
 */
export function writeWhole(file: string, texts: Iterable<string>, mode?: number): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const before = statSync(file, { throwIfNoEntry: false });
  const whole = before === undefined ? file : realpathSync(file);
  const beside = `${whole}.${randomUUID()}.tmp`;
  const target = openSync(beside, 'wx', mode ?? before?.mode);
  try {
    for (const text of texts) writeFileSync(target, text);
    fsyncSync(target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(target);
  }
  renameSync(beside, whole);
  note(`wrote ${file}`);
}
