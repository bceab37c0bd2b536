import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

/** Of a text file, in bytes. Node holds no longer text. */
const maxBytes = 512 * 1024 * 1024;

/**
 * Reads a text file without a byte order mark. Throws for what is no plain file, because a pipe may never end and a device
 * never does, and for a file that is too large; else what `readFileSync` throws. A pipe of the shell, as in `<(...)`, and
 * standard input can be read.
 */
export function readTextFile(file: string): string {
  // Opening a pipe would wait for its writer.
  if (!isFromShell(file)) checkPlain(statSync(file));
  const descriptor = openSync(file, 'r');
  try {
    if (!isFromShell(file)) checkPlain(fstatSync(descriptor));
    return readFileSync(descriptor, 'utf8').replace(/^\uFEFF/, '');
  } finally {
    closeSync(descriptor);
  }
}

function isFromShell(file: string): boolean {
  return /^\/dev\/(?:stdin|fd\/\d+)$/.test(file);
}

function checkPlain(status: ReturnType<typeof statSync>): void {
  if (status === undefined) return;
  // As Node says it.
  if (status.isDirectory()) throw Object.assign(new Error('EISDIR: it is a folder'), { code: 'EISDIR' });
  if (!status.isFile())
    throw Object.assign(new Error('it is a pipe, a device or a socket, and no plain file'), { code: 'ENOTFILE' });
  if (status.size > maxBytes)
    throw Object.assign(new Error(`it is larger than ${maxBytes / 1024 ** 2} MB`), { code: 'EFBIG' });
}
