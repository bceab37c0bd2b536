import type { RealToolsConfig } from '../contract/index.ts';
import { realOption, shellWord } from '../report/index.ts';
import { self } from './output.ts';

/** The command that goes on with a run; the servers of its real tools have to be named again. */
export function resumeCommand(file: string, real: RealToolsConfig | undefined): string {
  return `${self} run --resume ${shellWord(file)}${real === undefined ? '' : ` ${realOption(real)}`}`;
}
