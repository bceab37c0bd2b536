import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { BlindItem, IssueSeverity, Judgments, LabelingView } from 'toolemu/contract';
import { nextIssue, withIssue, withJudgement } from '../judging/issues.ts';
import { JudgePanel } from '../judging/judge-panel.tsx';
import type { Judgement } from '../judging/rubric.ts';
import { saidIn } from '../judging/said.ts';
import { useSaid } from '../judging/use-said.ts';
import type { Saver } from '../saving/saver.ts';
import { placeId } from '../trajectory/marks.ts';
import { Trajectory } from '../trajectory/trajectory.tsx';
import { useReading } from '../trajectory/use-reading.ts';
import { KeysDialog } from './keys-dialog.tsx';
import type { Shortcut } from './shortcuts.ts';
import type { Move } from './use-moves.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** A trajectory beside what is said of it, with the keys for both. */
export function ItemView({
  blind,
  labelling: { items, isBeingWritten },
  saver,
  takeEarly,
  onMove,
}: {
  readonly blind: BlindItem;
  readonly labelling: LabelingView;
  readonly saver: Saver<Judgments>;
  /** Gives, once, the keys that were pressed before it had come. */
  readonly takeEarly: () => readonly Shortcut[];
  readonly onMove: (to: Move) => void;
}): ReactNode {
  const { item, steps, reopened } = blind;
  const [asksKeys, setAsksKeys] = useState(false);
  const reading = useReading(steps.length);
  const place = items.findIndex((one) => one.item === item);
  const { said, state, say, takeBack } = useSaid(blind, saver);
  const sayNote = (step: number, text: string): void =>
    say((before) => ({ ...before, notes: { ...before.notes, [step]: text } }), 'long');
  const mark = (step: number, severity: IssueSeverity): void => say((before) => withIssue(before, step, severity));
  const act = (shortcut: Shortcut): boolean => {
    switch (shortcut.kind) {
      case 'judge':
        say((before) => withJudgement(before, shortcut.judgement, shortcut.value));
        break;
      case 'move':
        onMove(shortcut.to);
        break;
      case 'step':
        reading.goBy(shortcut.by);
        break;
      case 'note':
        reading.writeNote(shortcut.on === 'all' ? 0 : undefined);
        break;
      case 'issue': {
        const step = reading.here();
        if (step === 0 || step > steps.length) return false;
        say((before) => withIssue(before, step, nextIssue(before, step)));
        break;
      }
      case 'help':
        setAsksKeys(true);
    }
    return true;
  };
  useItemShortcuts(act, takeEarly);
  return (
    <div className="label-item">
      <section tabIndex={-1} id={placeId(0)} className="label-read" aria-label={`Trajectory ${place + 1}`}>
        {reopened !== null && <ReopenedNote reopened={reopened} />}
        <Trajectory
          blind={blind}
          step={reading.step}
          notes={{
            texts: said.notes,
            noted: reading.noted,
            onOpen: reading.writeNote,
            onNote: sayNote,
            onEnd: reading.endNote,
          }}
          issues={{ marked: said.issues, before: saidIn(reopened?.before ?? null).issues, onMark: mark }}
        />
      </section>
      <JudgePanel
        said={said}
        state={state}
        reopened={reopened}
        onJudge={(judgement, value) => say((before) => ({ ...before, [judgement]: value }))}
        onNote={sayNote}
        onEndNote={reading.endNote}
        onTakeBack={takeBack}
        onMove={onMove}
        onKeys={() => setAsksKeys(true)}
        isFirst={place <= 0}
        isLast={place === items.length - 1}
        isBeingWritten={isBeingWritten}
        saver={saver}
      />
      <KeysDialog isOpen={asksKeys} onClose={() => setAsksKeys(false)} backTo={placeId(reading.step)} />
    </div>
  );
}

/** Hears the keys of a trajectory, first those that were pressed before it had come, which are given once. */
function useItemShortcuts(act: (shortcut: Shortcut) => boolean, takeEarly: () => readonly Shortcut[]): void {
  useShortcuts(act);
  const actEarly = useEffectEvent(() => {
    for (const shortcut of takeEarly()) act(shortcut);
  });
  useLayoutEffect(() => actEarly(), []);
}

/** Why a trajectory is labelled again: on what annotators disagree, and what is filled in. */
function ReopenedNote({
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
