import type { ModelReply } from '../../contract/index.ts';

/** The calls under way, by key: whoever asks for the same one waits for it. */
export type Flights = Map<string, Promise<ModelReply>>;

/** Flights that the wrappers of one run share. */
export function createFlights(): Flights {
  return new Map();
}
