/** Environment variables with their values. */
export type Variables = Readonly<Record<string, string>>;

/** A server that is started and spoken to by its standard input and output. */
export interface CommandConnection {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** Its own variables, in addition to the inherited ones. */
  readonly environment: Variables;
  readonly folder?: string | undefined;
}

/** A server that answers at an address. */
export interface HttpConnection {
  readonly kind: 'http';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it speaks the older SSE transport alone. */
  readonly isSse: boolean;
}

/** An MCP server, and how it is reached. */
export interface McpServer {
  /** What the configuration calls it; null where nothing does, and it says itself what it is called. */
  readonly name: string | null;
  readonly connection: CommandConnection | HttpConnection;
  /** Variables that the user passed to it. Their values are never shown or stored. */
  readonly variables?: Variables | undefined;
  /** What a configuration file says of it, to be agreed to. */
  readonly named?: NamedServer;
}

/** A server that a configuration file names, as a reader of the file would see it. */
export interface NamedServer {
  readonly name: string;
  readonly kind: 'command' | 'address';
  /** The command with its variables as a shell takes them, or the address. Values that may be secret are `…`. */
  readonly words: string;
  /** Whole paths of the words of its command, some of which may be files that it reads. */
  readonly files: readonly string[];
  /** Of all that the entry says, as it is written. */
  readonly hash: string;
  /** Variables of the environment that it gets. */
  readonly gets: readonly string[];
}

/** Asked before servers that a file names are started or asked. What it throws is thrown. */
export type AgreeOnServers = (servers: readonly NamedServer[], file: string) => Promise<void>;

/** A server of a configuration that cannot be reached, and why. */
export interface UnusableServer {
  readonly name: string;
  readonly problem: string;
  /** Whether nobody uses it: agents have none of its tools. */
  readonly isDisabled?: boolean;
}

/** What a server says of itself and its tools. */
export interface ListedServer {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string | undefined } | undefined;
  readonly instructions: string | undefined;
  /** As they came: nothing is known of their shape. */
  readonly tools: readonly unknown[];
}

/** How long a server may take, and what else ends the wait. */
export interface ListLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}
