import path from 'node:path';
import { copyNew, freeName } from '../../store/index.ts';
import { PlaygroundError } from './playground-error.ts';
import type { Session } from './session.ts';

/** Saves an ended session as a run file of the folder, under a name that is free, and gives the name of the file. */
export function saveRun(session: Session, { folder, name }: { folder: string; name?: string | undefined }): string {
  if (!session.hasEnded) {
    throw new PlaygroundError(409, 'the session has not ended: stop it first, or play it to its end');
  }
  const stem = (name ?? `playground-${session.episode.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`).replace(/\.toolemu$/, '');
  const file = path.basename(freeName(folder, `${stem}.toolemu`, (free) => copyNew(session.path, free)));
  session.noteSaved('runs', file);
  return file;
}
