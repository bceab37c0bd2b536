import type { Agent, FaultRates } from '../contract/index.ts';
import type { PlayFunction } from '../agent/index.ts';

/** A program that plays, as a configuration file names it. */
export interface CommandEntry {
  /** The program and its arguments; never given to a shell. */
  readonly command: readonly string[];
  /** How it is told its instruction: `stdin` where nothing is said. */
  readonly instruction?: 'stdin' | 'argument';
  /** Whether it is offered the tool `quit`. */
  readonly quits?: boolean;
  /** Seconds an episode may take: 600 where nothing is said. */
  readonly timeLimit?: number;
  /**
   * The model of a program that calls it by OpenAI's API, as `provider/model`. The program is told the address of a proxy,
   * which offers the model the emulated tools and answers its calls of them: `all` of them where nothing is said, or only
   * the program's `own`, which its request offers by name.
   */
  readonly proxy?: string | { readonly model: string; readonly tools?: 'all' | 'own' };
}

/** A function of another module, as a configuration file names it. */
export interface ModuleEntry {
  /** The module's file, from the configuration file on. */
  readonly module: string;
  /** Its export, `default` where nothing is said; dots lead into objects. */
  readonly export?: string;
  /** Seconds an episode may take: 600 where nothing is said. */
  readonly timeLimit?: number;
}

/** An agent of a configuration file. */
export type AgentEntry = CommandEntry | ModuleEntry | PlayFunction | Agent;

/** Options of `toolemu run`, by their names in camelCase, that hold where the command line says nothing else. */
export type RunDefaults = { readonly [option: string]: string | number | boolean | readonly string[] | FaultRates };

/** What `toolemu.config.ts` gives as its default export. */
export interface ConfigFile {
  readonly agents?: { readonly [name: string]: AgentEntry };
  readonly run?: RunDefaults;
}

/** A configuration file that was read. */
export interface LoadedConfig extends ConfigFile {
  /** Its path, from the root on. */
  readonly file: string;
}

/**
 * A configuration, as it is: for an editor that helps to write it.
 *
 * @example
 * export default defineConfig({ agents: { mine: { module: './agent.ts' } }, run: { emulator: 'offline' } });
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
