import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Json } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { withoutSecrets } from '../../platform/index.ts';
import { UsageError } from '../terminal/failure.ts';

/**
 * Whether the user agreed to this before: an empty file is named by the hash of all that it is, as the words of a program and
 * where it would be started. It lies outside of the folders it is about, which others may write. A job of SLURM is told again
 * what it may do.
 */
export function isAgreed(what: Json): boolean {
  return process.env.SLURM_JOB_ID === undefined && existsSync(fileOf(what));
}

/** Keeps that the user agreed to this. Where it cannot be kept, they are asked again the next time. */
export function keepAgreement(what: Json): void {
  const file = fileOf(what);
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
  } catch {
    // A home that cannot be written to.
  }
}

/** Refuses what cannot be read, and so not be agreed to, since it would be shown with a secret masked. */
export function refuseMasked(file: string, text: string): void {
  const shown = withoutSecrets(text);
  if (shown === text) return;
  throw new UsageError(
    `${file} names a command or an address that contains the value of a variable, as shown here: ${shown}. It is not used: let it name the variable`,
  );
}

/** SHA-256 of a file's content; null for what is no file. */
export function contentHash(file: string): string | null {
  try {
    if (!statSync(file).isFile()) return null;
    return hash('sha256', readFileSync(file));
  } catch {
    return null;
  }
}

function fileOf(what: Json): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = process.env;
  const base = [state, local].find((folder) => folder !== undefined && path.isAbsolute(folder));
  return path.join(base ?? path.join(homedir(), '.local', 'state'), 'toolemu', 'agreed', hashOf(what));
}
