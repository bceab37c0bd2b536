import path from 'node:path';

/** Where a run is kept: `--out` itself where it ends in .toolemu, else a file in that folder, named by the moment. */
export function runPath(out: string, name: string, now: Date = new Date()): string {
  if (out.endsWith('.toolemu')) return out;
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return path.join(out, `${moment}-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.toolemu`);
}
