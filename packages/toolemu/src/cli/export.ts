import { renameSync, writeFileSync } from 'node:fs';
import { RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';

/** `toolemu export`: the finished episodes of a run file, a line of JSON each. */
export function exportRun(path: string, { format, out }: { format: string; out?: string }): void {
  if (format !== 'jsonl') throw new UsageError(`there is no format "${format}"; there is jsonl`);
  using file = RunFile.read(path);
  const text = file
    .episodes()
    .map((episode) => `${JSON.stringify(episode)}\n`)
    .join('');
  if (out === undefined) process.stdout.write(text);
  else writeWhole(out, text);
}

/** Writes a file that is never seen half-written. */
function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  writeFileSync(beside, text);
  renameSync(beside, file);
}
