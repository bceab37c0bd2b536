import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The jobs that were submitted, by their numbers. */
export interface SubmittedJobs {
  readonly play: string;
  readonly merge: string;
  /** Of the job of the model server, where there is one. */
  readonly serve?: string;
}

/** Whether a program is on the search path. */
export function findProgram(name: string, searched = process.env.PATH ?? ''): boolean {
  return searched.split(path.delimiter).some((folder) => isProgram(path.join(folder, name)));
}

/** Carries out the script that submits. Throws with what SLURM said where it refuses. */
export async function submitJobs(script: string): Promise<SubmittedJobs> {
  const child = spawn('bash', [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const [ended, said, complaint] = await Promise.all([code, text(child.stdout), text(child.stderr)]);
  const lines = said.split('\n').filter((line) => line !== '');
  const jobs = Object.fromEntries(lines.map((line) => line.split(' '))) as Partial<SubmittedJobs>;
  const { play, merge } = jobs;
  if (ended === 0 && play !== undefined && merge !== undefined) return { ...jobs, play, merge };
  throw new Error(`SLURM did not take the jobs: ${complaint.trim() || `bash ${script} ended with ${ended}`}`);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
