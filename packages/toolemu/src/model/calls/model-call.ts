import type { ModelReply, ModelRequest } from '../../contract/index.ts';

/** A request with the hooks of the run that makes it: gate, budget and recording work by them. */
export interface ModelCall extends ModelRequest {
  /** How many of the messages, from the first, will stand at the head of later requests too: what is worth caching. */
  readonly stableMessages?: number;
  /** Requests of one key share a prefix: a provider that asks for it keeps them at the same cache. */
  readonly cacheKey?: string;
  /**
   * How far its episode is, by its answered calls: where calls wait, the smallest number goes first. Negative where the
   * most advanced episode is to be ended first.
   */
  readonly progress?: number;
  /** Waited for once the request is ready to be sent, and not before; what it throws is thrown in its place. */
  readonly begin?: () => Promise<void>;
  /** Makes the reply durable. Waited for before another call takes the place of this one. */
  readonly keep?: (reply: ModelReply) => void | Promise<void>;
}

/**
 * A language model that honors the hooks of a call. Its type is that of any model, so that wrappers take both: what a
 * user wrote is held to the hooks by `limitModel`.
 */
export interface CallableModel {
  readonly name: string;
  generate(call: ModelCall): Promise<ModelReply>;
}
