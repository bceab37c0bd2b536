import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PlaygroundSession, SessionProgress } from 'toolemu/contract';
import { Link } from 'wouter';
import { ask } from '../../../api.ts';
import { Problem } from '../../../components/page/problem.tsx';
import { ShortcutHelp, useShortcuts } from '../../../components/shortcuts.tsx';
import { SaveRun } from './saving/save-run.tsx';
import { keys, keysOf } from './session-keys.ts';
import { controlsOf, isPerson, noControls, statusWords } from './session-state.ts';
import { StartAgain } from './start-again.tsx';

type Control = 'play' | 'pause' | 'step' | 'stop';

/** How the session stands, and what holds it, lets it on, or ends it. */
export function SessionControls({
  session,
  tell,
  refresh,
  isBehind,
}: {
  readonly session: PlaygroundSession;
  readonly tell: (progress: SessionProgress) => void;
  readonly refresh: () => void;
  readonly isBehind: boolean;
}): ReactNode {
  const { control, when } = useControl(session.id, tell);
  const can = isBehind ? noControls : controlsOf(session);
  const stop = useSure(when(can.stop, 'stop'));
  const step = when(can.step, 'step');
  const kind = session.status.kind;
  useStepKeys();
  useShortcuts([
    { ...keys.turn, run: when(can.play || can.pause, can.pause ? 'pause' : 'play') },
    { ...keys.step, run: step },
    { ...keys.stop, run: stop.run },
  ]);
  return (
    <section className="playground-controls" aria-label="Controls">
      <p role="status" aria-live="polite">
        {statusWords(session)}
        {stop.isAsked && can.stop && ' Stop it for good? Press again.'}
        {isBehind && ' The connection broke off; it is opened again.'}
      </p>
      <div className="actions">
        {kind.startsWith('waiting') && (
          <a className="playground-to-move" href="#playground-move">
            To your move
          </a>
        )}
        {kind === 'ended' && <SessionNext session={session} refresh={refresh} />}
        {kind !== 'ended' && !isPerson(session) && (
          <>
            <ControlButton name="Play" keyName="space" keyCode="Space" isOn={can.play} run={when(can.play, 'play')} />
            <ControlButton
              name="Pause"
              keyName="space"
              keyCode="Space"
              isOn={can.pause}
              run={when(can.pause, 'pause')}
            />
            <ControlButton name="One step" keyName="s" isOn={can.step} run={step} />
          </>
        )}
        {kind !== 'ended' && (
          <ControlButton
            name={stop.isAsked ? 'Stop: press again' : 'Stop'}
            keyName="x"
            isOn={can.stop}
            run={stop.run}
          />
        )}
        <ShortcutHelp shortcuts={keysOf(session)} />
      </div>
      {control.error !== null && <Problem error={control.error} />}
    </section>
  );
}

/** A button with its key, which keeps the focus where it cannot be pressed for a while. */
function ControlButton({
  name,
  keyName,
  keyCode = keyName,
  isOn,
  run,
}: {
  readonly name: string;
  readonly keyName: string;
  readonly keyCode?: string;
  readonly isOn: boolean;
  readonly run: () => void;
}): ReactNode {
  return (
    <button type="button" aria-disabled={!isOn} aria-keyshortcuts={keyCode} onClick={run}>
      {name} <kbd>{keyName}</kbd>
    </button>
  );
}

/** What can be done next with a session that ended. */
function SessionNext({
  session,
  refresh,
}: {
  readonly session: PlaygroundSession;
  readonly refresh: () => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        Save as run
      </button>
      <StartAgain session={session} />
      <Link className="button" href="/playground">
        Choose otherwise
      </Link>
      <SaveRun session={session} isOpen={isOpen} onClose={() => setOpen(false)} onSaved={refresh} />
    </>
  );
}

function useControl(session: string, tell: (progress: SessionProgress) => void) {
  const control = useMutation({
    mutationFn: (action: Control) =>
      ask('POST /api/playground/sessions/{session}/control', { params: { session }, body: { do: action } }),
    onSuccess: tell,
  });
  const when = (isAllowed: boolean, action: Control) => () => {
    if (isAllowed) control.mutate(action);
  };
  return { control, when };
}

/** How long one is asked whether one is sure, in milliseconds. */
const patience = 4_000;

/** Runs what cannot be undone once it is asked for twice within a few seconds. */
function useSure(run: () => void): { readonly isAsked: boolean; readonly run: () => void } {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => setAsked(false), patience);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return {
    isAsked,
    run: () => {
      setAsked(!isAsked);
      if (isAsked) run();
    },
  };
}

/** Keys that lead from step to step of a session, and to the move that is waited for. */
function useStepKeys(): void {
  useShortcuts([
    { ...keys.nextStep, run: () => go(1) },
    { ...keys.previousStep, run: () => go(-1) },
    { ...keys.toMove, run: () => show(document.querySelector('#playground-move')) },
  ]);
}

/** Goes on from the step that has the focus; before the first where none has it. */
function go(way: 1 | -1): void {
  const steps = [...document.querySelectorAll('[data-step]')];
  const here = steps.findIndex((step) => step.contains(document.activeElement));
  show(steps[here === -1 && way === -1 ? steps.length - 1 : here + way] ?? null);
}

function show(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  place.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  place.focus({ preventScroll: true });
}
