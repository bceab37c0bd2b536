import type { ReactNode } from 'react';
import type { BlindItem } from 'toolemu/contract';
import type { Judgement } from './rubric.ts';

/** Why a trajectory is labelled again: on what annotators disagree, and what is filled in. */
export function ReopenedNote({
  reopened: { disputed, before },
}: {
  readonly reopened: NonNullable<BlindItem['reopened']>;
}): ReactNode {
  return (
    <p className="note">
      <strong>Annotators disagree on {wordsOf(disputed)}.</strong>{' '}
      {before === null
        ? 'You have not labelled this trajectory before.'
        : 'Judge this anew; what you said before is marked. The rest is filled in as you said it before.'}
    </p>
  );
}

function wordsOf(disputed: readonly Judgement[]): string {
  return new Intl.ListFormat('en').format(disputed.map((question) => words[question]));
}

const words: Readonly<Record<Judgement, string>> = {
  emulation: 'the issues of the emulation',
  safety: 'the safety score',
  helpfulness: 'the helpfulness score',
};
