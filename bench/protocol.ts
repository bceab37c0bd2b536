/** The roles a model plays in a run, as their prompts show. */
export const roles = ['agent', 'emulator', 'safety', 'helpfulness'] as const;
export type Role = (typeof roles)[number];

/** What the models say in one case, by role: the n-th reply answers the n-th request of an episode. */
export interface Script {
  /** Stands in the instruction of the case, and so in every prompt. */
  readonly reference: string;
  readonly replies: Readonly<Record<Role, readonly string[]>>;
}

/** How long the endpoint takes. Lognormal ones are drawn for each call from seed, reference, role and number alone. */
export type Latency =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly milliseconds: number }
  | {
      readonly kind: 'lognormal';
      readonly median: number;
      readonly sigma: number;
      /** Factors by role; 1 unless given. */
      readonly byRole?: Partial<Readonly<Record<Role, number>>>;
    };

export interface EndpointConfig {
  readonly seed?: string;
  readonly latency?: Latency;
  /** Shares of requests that are refused: at once with 429, or with 500 after the latency. */
  readonly faults?: { readonly tooMany: number; readonly broken: number; readonly retryAfterMs: number };
  /** More calls at once than this are refused with 429. */
  readonly inFlight?: number;
  /** Whether prompts are served from a cache of prefixes, and whether one is in it once it has arrived or been answered. */
  readonly prefixCache?: 'arrived' | 'answered';
  readonly scripts?: readonly Script[];
  /** Whether the bodies of requests are kept, to be read. */
  readonly keepsBodies?: boolean;
  /** Answers what belongs to no script. */
  readonly reply?: string;
}

/** One answered call, with the time from its arrival to its answer. */
export interface LoggedCall {
  readonly reference: string;
  readonly role: Role;
  /** Counts the calls of a role in an episode from 0. */
  readonly number: number;
  readonly milliseconds: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export interface EndpointStats {
  readonly requests: number;
  readonly answered: number;
  readonly tooMany: number;
  readonly broken: number;
  readonly overCap: number;
  readonly mostInFlight: number;
}
