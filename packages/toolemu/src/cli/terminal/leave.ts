import type { Writable } from 'node:stream';
import type { AgentSpec } from '../../contract/index.ts';

/** What users' functions may take to end by themselves once a run is over. */
const graceMs = 1000;

/** Ends the process where timers and connections that agents which are functions left open would keep it. */
export async function leaveBehind(agents: readonly AgentSpec[]): Promise<void> {
  if (!agents.some(({ external }) => external?.kind === 'module')) return;
  await Promise.all([written(process.stdout), written(process.stderr)]);
  // Without a hold on the process: where nothing keeps it, it ends by itself.
  setTimeout(() => process.exit(), graceMs).unref();
}

function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
