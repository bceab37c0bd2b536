// Runs every example of this folder in a temporary folder, where their run files go.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = await mkdtemp(path.join(tmpdir(), 'toolemu-library-'));
process.chdir(folder);
try {
  for (const name of await readdir(import.meta.dirname)) {
    if (!name.endsWith('.ts') || ['main.ts', 'toolemu.config.ts'].includes(name)) continue;
    process.stdout.write(`\nlibrary/${name}\n`);
    await import(new URL(name, import.meta.url).href);
  }
} finally {
  process.chdir(tmpdir());
  await rm(folder, { recursive: true });
}
