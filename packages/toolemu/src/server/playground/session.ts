import {
  type Case,
  type Costs,
  type Evaluation,
  type Manifest,
  type Outcome,
  type PlaygroundSession,
  type RunEvent,
  type SessionProgress,
  type SessionStatus,
  type Step,
  type Toolkit,
  type Verdict,
} from '../../contract/index.ts';
import { withoutCredentials } from '../../platform/index.ts';
import { costsOf } from '../../report/index.ts';
import { createSituations, type Families, personAgent, playOne } from '../../run/index.ts';
import { plansOf, RunFile } from '../../store/index.ts';
import { createGate } from './gate.ts';
import { createPerson, type Move } from './person.ts';
import type { ModelOf } from './session-models.ts';

/** What a session is made of. */
export interface SessionOptions {
  readonly id: string;
  /** The run it is: one case, one agent, once. */
  readonly head: Omit<Manifest, 'format'>;
  /** Where its run file is kept while it lives. */
  readonly path: string;
  readonly begin: 'playing' | 'paused';
  readonly unjudged: PlaygroundSession['unjudged'];
  readonly forkedFrom: PlaygroundSession['forkedFrom'];
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
  modelsOf(stop: AbortSignal): ModelOf;
}

/** A case that is played step by step: a run of one episode in a file of its own. */
export interface Session {
  readonly id: string;
  readonly createdAt: string;
  readonly path: string;
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly episode: string;
  readonly steps: readonly Step[];
  readonly outcome: Outcome | null;
  readonly hasEnded: boolean;
  /** Settles once it has ended, however it does. */
  readonly ended: Promise<void>;
  progress(): SessionProgress;
  state(): PlaygroundSession;
  control(action: 'play' | 'pause' | 'step' | 'stop'): void;
  /** False where no move of a person is waited for. */
  move(move: Move): boolean;
  /** False where no reply of a user is waited for. */
  reply(text: string | null): boolean;
  /** Looks into its run file. */
  withFile<T>(look: (file: RunFile) => T): T;
  noteSaved(sort: 'runs' | 'cases', name: string): void;
  /** Is told at once how it stands, and again after each change, until the function it gives is called; `onEnd`, where it is forgotten first. */
  subscribe(listener: (progress: SessionProgress) => void, onEnd: () => void): () => void;
  /** Lets go of all who listen. */
  forget(): void;
}

/** Begins a session. */
export function startSession(options: SessionOptions): Session {
  const { id, head, path, unjudged, forkedFrom } = options;
  const stop = new AbortController();
  const listeners = new Map<(progress: SessionProgress) => void, () => void>();
  const file = RunFile.create(path, head);
  const [plan] = plansOf(file.manifest);
  if (plan === undefined) throw new RangeError('a session plays one episode');
  const { case: value, toolkits } = createSituations(file.manifest)(plan);
  const prefix = head.fork?.parents[0]?.prefix ?? [];
  const saved = { runs: [] as string[], cases: [] as string[] };
  const played: Step[] = [];
  const evaluations: Evaluation[] = [];
  let outcome: Outcome | null = null;
  let verdict: Verdict | null = null;
  let costs: Costs = costsOf([]);
  let phase: 'playing' | 'judging' | 'ended' = 'playing';
  let revision = 0;

  function changed(): void {
    revision += 1;
    for (const listener of listeners.keys()) {
      try {
        listener(progress());
      } catch {
        // Whoever cannot listen any more is not to break off an episode.
        listeners.delete(listener);
      }
    }
  }

  const gate = createGate({ open: options.begin === 'playing', signal: stop.signal, onChange: changed });
  const person = createPerson({ signal: stop.signal, onChange: changed });

  function statusNow(): SessionStatus {
    if (phase !== 'playing') return { kind: phase };
    if (person.awaits?.kind === 'move') return { kind: 'waiting-for-call' };
    if (person.awaits?.kind === 'reply') return { kind: 'waiting-for-reply', question: person.awaits.question };
    if (gate.isHolding) return { kind: 'paused', next: gate.held };
    return { kind: 'playing', pausing: !gate.isOpen };
  }

  /** Steps that are kept are there from the first moment on. */
  function stepsNow(): Step[] {
    return [...played, ...prefix.slice(played.length)];
  }

  function progress(): SessionProgress {
    return {
      id,
      revision,
      status: statusNow(),
      steps: stepsNow(),
      outcome,
      evaluations: [...evaluations],
      verdict,
      costs,
      saved: structuredClone(saved),
    };
  }

  function follow(event: RunEvent): void {
    if (event.type === 'call-end') costs = costsOf(file.usage());
    if (event.type === 'step-end') played.push(event.step);
    if (event.type === 'trajectory-end') {
      ({ outcome } = event);
      phase = 'judging';
    }
    if (event.type === 'evaluation-end') evaluations.push(event.evaluation);
    if (event.type === 'episode-end' && !stop.signal.aborted) ({ verdict } = event.episode);
    changed();
  }

  async function play(): Promise<void> {
    try {
      await playOne(
        {
          file,
          allowCommands: [],
          models: (end) => ({ model: options.modelsOf(end), slots: { count: 1, onChange: () => {} } }),
          people: person,
          guardAgent: (agent, spec) => (spec.kind === personAgent.kind ? agent : gate.guard(agent, prefix.length)),
          families: options.families,
          signal: stop.signal,
          onEvent: follow,
        },
        plan as NonNullable<typeof plan>,
      );
    } catch (error) {
      outcome = { kind: 'error', code: 'internal', message: withoutCredentials((error as Error).message) };
    } finally {
      phase = 'ended';
      file.close();
      changed();
    }
  }

  const ended = play();
  return {
    id,
    createdAt: head.createdAt,
    path,
    case: value,
    toolkits,
    episode: plan.id,
    ended,
    get steps() {
      return stepsNow();
    },
    get outcome() {
      return outcome;
    },
    get hasEnded() {
      return phase === 'ended';
    },
    progress,
    state: () => ({
      ...progress(),
      createdAt: head.createdAt,
      episode: plan.id,
      agent: plan.agent,
      config: head.config,
      case: value,
      toolkits,
      unjudged: [...unjudged],
      kept: prefix.length,
      forkedFrom,
    }),
    control(action) {
      if (action === 'play') gate.open();
      if (action === 'pause') gate.close();
      if (action === 'step') gate.letOne();
      if (action === 'stop') stop.abort(new Error('the session was stopped'));
    },
    move: (move) => person.move(move),
    reply: (text) => person.reply(text),
    withFile(look) {
      if (phase !== 'ended') return look(file);
      using closed = RunFile.read(path);
      return look(closed);
    },
    noteSaved(sort, name) {
      if (!saved[sort].includes(name)) saved[sort].push(name);
      changed();
    },
    subscribe(listener, onEnd) {
      listeners.set(listener, onEnd);
      listener(progress());
      return () => void listeners.delete(listener);
    },
    forget() {
      for (const onEnd of listeners.values()) onEnd();
      listeners.clear();
    },
  };
}
