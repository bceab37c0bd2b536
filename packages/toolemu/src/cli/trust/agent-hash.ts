import { existsSync, readFileSync } from 'node:fs';
import type { AgentSpec } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { commandsOf } from './commands.ts';

/** A hash of the programs and modules of agents, with the text of their own files. Files that these import do not count. */
export function hashOfAgents(agents: readonly AgentSpec[]): string {
  return hashOf(
    commandsOf(agents).map(({ words, files }) => [
      words,
      files.map((one) => (existsSync(one) ? readFileSync(one, 'utf8') : null)),
    ]),
  );
}
