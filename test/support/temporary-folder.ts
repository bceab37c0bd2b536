import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A temporary folder with these files in it, gone at the end of its scope. */
export async function temporaryFolder(
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly path: string; file(name: string): string } & AsyncDisposable> {
  const folder = await mkdtempDisposable(path.join(tmpdir(), 'toolemu-test-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder.path, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder.path, name), text);
  }
  return {
    path: folder.path,
    file: (name) => path.join(folder.path, name),
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}
