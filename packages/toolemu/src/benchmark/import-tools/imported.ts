import type { AgreeOnServers } from './mcp/servers.ts';
import type { Toolkit } from '../../contract/index.ts';

/** A tool or operation that is in a source and was not imported, and why. */
export interface LeftOut {
  /** As the source calls it: a tool's name, or `GET /pets/{id}`. */
  readonly name: string;
  readonly reason: string;
  /** Whether a real agent has this tool and is tested without it. False if the user excluded it, or if it is not a tool. */
  readonly isMissing?: boolean;
}

/** What a source of tools became. Each of its tools is in a toolkit or among those left out. */
export interface ImportedTools {
  readonly toolkits: readonly Toolkit[];
  readonly leftOut: readonly LeftOut[];
  /** What was lost or changed on the way, a sentence each. */
  readonly notes: readonly string[];
}

/** Options for listing the tools of MCP servers. */
export interface ServerOptions {
  /** How long a server may take to list its tools, in milliseconds: 30,000 by default. */
  readonly timeoutMs?: number;
  /** Variables for MCP servers in addition to those of their configuration. Their values are never shown or stored. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Servers that a configuration file (`mcp.json`) names and that may be started or asked, word for word as `BadFileError` shows
   * them, or all: none by default.
   */
  readonly allowCommands?: 'all' | readonly string[];
  /** Asked in the place of `allowCommands`. What it throws is thrown. */
  readonly agree?: AgreeOnServers;
}

/** How tools are imported. */
export interface ImportToolsOptions extends ServerOptions {
  /** The toolkit's name, where the source makes one toolkit; otherwise its own name, made an identifier. */
  readonly name?: string;
  /** Tools to import, by name; `*` stands for any text. All where it is empty. */
  readonly only?: readonly string[];
  /** OpenAPI's operations to import, by tag. All where it is empty. */
  readonly tags?: readonly string[];
  /** Whether references of an OpenAPI document to other files and addresses are fetched. */
  readonly externalReferences?: boolean;
  readonly signal?: AbortSignal;
}

/** What one source became, with the servers of it that told no tools; these are among what is left out, too. */
export interface ImportedSource extends ImportedTools {
  readonly failures: readonly LeftOut[];
}
