import type { RealToolsConfig } from '../contract/index.ts';
import { shellWord } from '../words/index.ts';

/**
 * The option by which the servers of a run's real tools are named again. Arguments of commands may be secret and were not
 * kept: capitals stand in their place.
 */
export function realOption({ sources }: Pick<RealToolsConfig, 'sources'>): string {
  return `--real ${sources.map((source) => shellWord(isCommand(source) ? `${source} ARGUMENTS` : source)).join(' ')}`;
}

function isCommand(source: string): boolean {
  return source.startsWith('mcp:') && !/^mcp:https?:/i.test(source);
}
