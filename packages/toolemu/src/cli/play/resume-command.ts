import type { RealToolsConfig } from '../../contract/index.ts';
import { realOption } from '../../report/index.ts';
import { shellWord } from '../../words/index.ts';
import { self } from '../terminal/output.ts';

/** A run to go on with: the servers of its real tools have to be named again, and that workers of a queue play it. */
interface ToResume {
  readonly file: string;
  readonly real?: RealToolsConfig | undefined;
  readonly queued?: boolean | undefined;
}

/** The command that goes on with a run. */
export function resumeCommand({ file, real, queued }: ToResume): string {
  const more = [...(real === undefined ? [] : [realOption(real)]), ...(queued === true ? ['--queue'] : [])];
  return [`${self} run --resume ${shellWord(file)}`, ...more].join(' ');
}
