import type { Observation } from '../contract/index.ts';

/** What an agent sees of a call that was refused or raised an exception. */
export function observedError(name: string, message: string): Observation {
  const json = { error: `${name}: ${message}` };
  return { text: JSON.stringify(json), json };
}
