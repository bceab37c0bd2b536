import { type ReactNode, useSyncExternalStore } from 'react';
import type { Judgments } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import type { Saver } from './saver.ts';

/** Whether all that was said is kept; where not, why, and a way to try again. */
export function SavingLine({
  saver,
  always = false,
}: {
  readonly saver: Saver<Judgments>;
  /** Also where there is nothing more to be kept. */
  readonly always?: boolean;
}): ReactNode {
  const saving = useSyncExternalStore(saver.listen, saver.state);
  if (saving.kind !== 'failed') {
    return <output className="label-saving">{(always || saving.kind === 'saving') && words[saving.kind]}</output>;
  }
  return (
    <div className="problem" role="alert">
      <p>
        <strong>Not saved: {formatCountOf(saving.count, 'label')}.</strong> <bdi>{saving.message}</bdi>
      </p>
      <button type="button" onClick={() => saver.flush()}>
        Try again
      </button>
    </div>
  );
}

const words = { saved: 'Saved', saving: 'Saving …' } as const;
