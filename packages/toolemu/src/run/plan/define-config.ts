import type { PlayFunction } from '../../agent/index.ts';
import type { LoadOptions } from '../../benchmark/index.ts';
import type { Agent, FaultRates } from '../../contract/index.ts';
import type { CommandEntry, ModuleEntry } from './external-entry.ts';
import type { AgentDefinition, OwnFamilies } from '../families/index.ts';

/** An agent of a configuration file. */
export type AgentEntry = CommandEntry | ModuleEntry | PlayFunction | Agent | AgentDefinition;

/** Options of `toolemu run`, by their names in camelCase, that hold where the command line says nothing else. */
export type RunDefaults = { readonly [option: string]: string | number | boolean | readonly string[] | FaultRates };

/** What `toolemu.config.ts` gives as its default export. The names in it are known to every command, and to the library. */
export interface ConfigFile extends Omit<OwnFamilies, 'agents'> {
  readonly agents?: { readonly [name: string]: AgentEntry };
  /** Toolkits that come before the built-in ones: paths from the configuration file on, or the toolkits themselves. */
  readonly toolkits?: NonNullable<LoadOptions['toolkits']>;
  /** Cases that replace the built-in ones: paths from the configuration file on, or the cases themselves. */
  readonly cases?: NonNullable<LoadOptions['cases']>;
  readonly run?: RunDefaults;
}

/**
 * A configuration, as it is: for an editor that helps to write it.
 *
 * @example
 * export default defineConfig({
 *   agents: { mine: { module: './agent.ts' } },
 *   evaluators: { 'house-rules': houseRules },
 *   run: { emulator: 'offline' },
 * });
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
