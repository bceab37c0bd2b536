import type { AgentSpec } from '../../contract/index.ts';
import { shellWord } from '../../words/index.ts';
import { ConfigError } from './config-error.ts';

/** What an agent of a run starts on this machine, word for word. */
export interface Started {
  readonly agent: string;
  /** The words of a program as a shell takes them, or `module:FILE#EXPORT`. */
  readonly words: string;
  /** Words that may name files, as they are taken by the system. */
  readonly files: readonly string[];
}

/** The programs and modules that may be started: words as {@link startedBy} gives them, or all. */
export type AllowedCommands = 'all' | readonly string[];

/** What agents start on this machine. */
export function startedBy(agents: readonly AgentSpec[]): Started[] {
  return agents.flatMap(({ name: agent, external }): Started[] => {
    switch (external?.kind) {
      case 'command':
        return [{ agent, words: external.command.map(shellWord).join(' '), files: external.command }];
      case 'module':
        return [{ agent, words: `module:${external.file}#${external.export}`, files: [external.file] }];
      default:
        return [];
    }
  });
}

/** Throws {@link ConfigError} for agents that start what is not allowed. */
export function requireAllowed(agents: readonly AgentSpec[], allowed: AllowedCommands): void {
  if (allowed === 'all') return;
  const refused = [...new Set(startedBy(agents).map(({ words }) => words))].filter((words) => !allowed.includes(words));
  if (refused.length === 0) return;
  throw new ConfigError(
    `the run file names what would be started on this machine: ${refused.join(' and ')}. Read it, and allow it by \`allowCommands\`, word for word`,
  );
}
