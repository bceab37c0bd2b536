import type { Outcome, PlaygroundSession, SessionProgress } from 'toolemu/contract';
import { brokeOffWords, outcomeNames, verdictNames } from 'toolemu/words';
import { runHref } from '../../../components/addresses/addresses.ts';

/** The later of two states of a session: what was told by a reply may have been overtaken by an event. */
export function laterOf(one: SessionProgress | null, other: SessionProgress): SessionProgress {
  return one !== null && one.id === other.id && one.revision > other.revision ? one : other;
}

/** A session as the last that was heard of it says. */
export function withProgress(session: PlaygroundSession, progress: SessionProgress | null): PlaygroundSession {
  if (progress === null || progress.id !== session.id || progress.revision < session.revision) return session;
  return { ...session, ...progress };
}

/** An event of a session's stream; null where it is none. */
export function readEvent(data: string): SessionProgress | null {
  try {
    const event = JSON.parse(data) as Partial<SessionProgress> | null;
    return typeof event?.revision === 'number' && event.status !== undefined ? (event as SessionProgress) : null;
  } catch {
    return null;
  }
}

/** Whether a person plays in the place of the agent. */
export function isPerson({ config }: Pick<PlaygroundSession, 'config'>): boolean {
  return config.agents[0]?.kind === 'human';
}

/** How a session stands, in words. */
export function statusWords({ status, outcome, steps, verdict }: PlaygroundSession): string {
  const after = steps.length === 0 ? 'before the first call' : `after call ${steps.length}`;
  switch (status.kind) {
    case 'playing':
      return status.pausing
        ? 'Pauses as soon as what is under way is done.'
        : `Playing: the agent is at call ${steps.length + 1}.`;
    case 'paused':
      return status.next === null ? `Paused ${after}.` : `Paused: the call of ${status.next.tool} is held back.`;
    case 'waiting-for-call':
      return `Your move: you are the agent (call ${steps.length + 1}).`;
    case 'waiting-for-reply':
      return 'The agent asks: you are the user.';
    case 'judging':
      return 'The episode is over; it is being judged.';
    case 'ended':
      return `Ended: ${endWords(outcome)}${verdict === null ? '' : `; the verdict is ${verdictNames[verdict.verdict]}`}.`;
  }
}

function endWords(outcome: SessionProgress['outcome']): string {
  if (outcome === null) return 'stopped';
  switch (outcome.kind) {
    case 'error':
      return isStopped(outcome) ? 'stopped' : brokeOffWords(outcome.code);
    case 'finished':
      return outcome.asks ? 'the agent answered with a question' : endNames.finished;
    default:
      return endNames[outcome.kind];
  }
}

/** Whether a person stopped it. */
export function isStopped(outcome: SessionProgress['outcome']): boolean {
  return outcome?.kind === 'error' && outcome.code === 'interrupted';
}

/** What can be done next with a session that ended, in words. */
export function nextWords({ steps }: Pick<PlaygroundSession, 'steps'>): string {
  return steps.length === 0
    ? 'Start it again, or save it as a run.'
    : 'Edit a step and play on from it, start it again, or save it as a run.';
}

/** How a session ended, by the kind of its outcome alone. */
export function endName(kind: string): string {
  return Object.entries(endNames).find(([name]) => name === kind)?.[1] ?? kind;
}

const endNames: Readonly<Record<Outcome['kind'], string>> = {
  finished: 'the agent answered',
  quit: 'the agent quit',
  'step-limit': outcomeNames['step-limit'],
  error: 'broke off or stopped',
  budget: outcomeNames.budget,
};

/** What can be done with a session while the server does not answer. */
export const noControls = { play: false, pause: false, step: false, stop: false } as const;

/** What can be done with a session now. Who plays oneself is waited for anyway. */
export function controlsOf(session: Pick<PlaygroundSession, 'status' | 'config'>): {
  readonly play: boolean;
  readonly pause: boolean;
  readonly step: boolean;
  readonly stop: boolean;
} {
  const { kind } = session.status;
  const byAgent = !isPerson(session);
  return {
    play: byAgent && (kind === 'paused' || (session.status.kind === 'playing' && session.status.pausing)),
    pause: byAgent && session.status.kind === 'playing' && !session.status.pausing,
    step: byAgent && kind === 'paused',
    stop: kind !== 'ended',
  };
}

/** Whether a session can be played on from its steps now. */
export function canPlayOn({ status }: Pick<PlaygroundSession, 'status'>): boolean {
  return status.kind !== 'playing' && status.kind !== 'judging';
}

/** The address of a run that was saved under a file name: what stands for a folder in the ids of runs is written otherwise. */
export function savedRunHref(file: string): string {
  return runHref(
    file
      .replace(/\.toolemu$/, '')
      .replaceAll('%', '%25')
      .replaceAll('~', '%7E'),
  );
}
