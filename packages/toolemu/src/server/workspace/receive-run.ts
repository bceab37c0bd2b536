import { closeSync, openSync, writeSync } from 'node:fs';
import { RunFile } from '../../store/index.ts';
import { ServerError } from '../http/server-error.ts';

/** Bytes that a file may have that is sent. */
const largestUpload = 2_000_000_000;

/** Bytes that the name of a file may have: numbers and endings are added to it. */
const longestName = 180;

/** How every file of SQLite begins. */
const beginning = Buffer.from('SQLite format 3\0');

/** Writes a run file that is sent to a path where nothing is. Throws, as soon as it can be told, where it is none. */
export async function receiveRun(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await receive(file, content);
  try {
    RunFile.read(file).close();
  } catch (error) {
    throw new ServerError(400, (error as Error).message.replaceAll(file, 'the file'));
  }
}

/** A name of a run file that leads nowhere, from what a client wishes: letters and digits of all scripts stay. */
export function runFileName(wish: string): string {
  const plain = wish
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.toolemu$/i, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  const name = beginningOf(plain.replace(/^[.-]+/, ''), longestName).replace(/[.-]+$/, '');
  return `${name === '' ? 'run' : name}.toolemu`;
}

async function receive(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const target = openSync(file, 'wx');
  let head = Buffer.alloc(0);
  let bytes = 0;
  try {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > largestUpload)
        throw new ServerError(413, 'the file is too large to be sent: copy it into the folder');
      if (head.length < beginning.length) head = Buffer.concat([head, chunk.subarray(0, beginning.length)]);
      refuseOther(head);
      writeSync(target, chunk);
    }
  } finally {
    closeSync(target);
  }
}

function refuseOther(head: Uint8Array): void {
  const length = Math.min(head.length, beginning.length);
  if (!beginning.subarray(0, length).equals(head.subarray(0, length)))
    throw new ServerError(400, 'the file is not a run file of toolemu');
}

/** As many whole characters of a text as so many bytes hold. */
function beginningOf(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, '');
}
