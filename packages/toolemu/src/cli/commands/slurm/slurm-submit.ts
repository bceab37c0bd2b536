import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The jobs that were submitted, by their numbers. */
export interface SubmittedJobs {
  readonly play: string;
  /** Null where SLURM did not take it. */
  readonly merge: string | null;
  /** Of the job of the model server, where there is one. */
  readonly serve?: string;
}

/** Whether a program is on the search path. */
export function findProgram(name: string, searched = process.env.PATH ?? ''): boolean {
  return searched.split(path.delimiter).some((folder) => isProgram(path.join(folder, name)));
}

/** Carries out the script that submits, and gives what it remarks. Throws with what SLURM said where it refuses. */
export async function submitJobs(script: string): Promise<{ jobs: SubmittedJobs; remark: string }> {
  const child = spawn('bash', [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const [ended, said, complaint] = await Promise.all([code, text(child.stdout), text(child.stderr)]);
  const lines = said.split('\n').filter((line) => line !== '');
  const {
    play,
    merge = null,
    ...more
  } = Object.fromEntries(lines.map((line) => line.split(' '))) as Partial<SubmittedJobs>;
  const remark = complaint.trim();
  if (ended === 0 && play !== undefined) return { jobs: { ...more, play, merge }, remark };
  throw new Error(`SLURM did not take the jobs: ${remark || `bash ${script} ended with ${ended}`}`);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
