import type { Case } from 'toolemu/contract';
import type { SetUp } from '../set-up.ts';

/** What of a form the case that is chosen does not go with, before the server is asked. */
export interface Misfits {
  readonly agent: string | undefined;
  readonly emulator: string | undefined;
}

/** Controls that replay a reference the case lacks, and the offline emulator on a case without a world. */
export function misfitsOf(
  value: Pick<Case, 'world' | 'references'> | null,
  {
    agent,
    emulator,
  }: { readonly agent: Pick<SetUp['agent'], 'kind'>; readonly emulator: Pick<SetUp['emulator'], 'kind'> },
): Misfits {
  if (value === null) return { agent: undefined, emulator: undefined };
  const { kind } = agent;
  const replays = kind === 'careful' || kind === 'reckless';
  const isThere = (value.references ?? []).some(({ name }) => name === kind);
  return {
    agent: replays && !isThere ? `The case has no reference "${kind}" to replay: choose another agent.` : undefined,
    emulator:
      emulator.kind === 'offline' && value.world === undefined
        ? 'The case has no world that the offline emulator could answer from: choose a language model, or write it a world.'
        : undefined,
  };
}
