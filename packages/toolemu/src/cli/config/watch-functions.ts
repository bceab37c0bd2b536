import { watchBlockedProcess } from '../../agent/index.ts';
import { oneLine } from '../../report/index.ts';
import { shellWord } from '../../words/index.ts';
import type { RunFile } from '../../store/index.ts';
import { self } from '../terminal/output.ts';

/** How long nothing may move before that is said. */
const seconds = 60;

/** Says so where a function that plays in this process gives way to nothing. Undefined where none plays. */
export function watchFunctions({ path, manifest }: Pick<RunFile, 'path' | 'manifest'>): Disposable | undefined {
  const names = manifest.config.agents.filter(({ external }) => external?.kind === 'module').map(({ name }) => name);
  if (names.length === 0) return undefined;
  const who = oneLine(names.join(', '));
  return watchBlockedProcess({
    seconds,
    message: `nothing has moved for ${seconds} seconds: a function of ${who} does not give way, as in while (true) {}. End this process by: kill -9 ${process.pid}; once it is mended, go on with: ${self} run --resume ${shellWord(path)}`,
  });
}
