import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type {
  EndpointReply,
  EndpointInput,
  Manifest,
  Outcome,
  PlaygroundOptions,
  PlaygroundSession,
  SessionContinuation,
  ParsedCase,
  SessionItem,
  SessionProgress,
  ToolCall,
  WorldAt,
} from '../../contract/index.ts';
import type { playgroundEndpoints } from '../../contract/api/playground.ts';
import { formatIssue } from '../../benchmark/index.ts';
import type { Environment } from '../../model/index.ts';
import { createManifest, type Families, playOnManifest } from '../../run/index.ts';
import { copyNew, freeName, RunFile } from '../../store/index.ts';
import { asksQuestion } from '../../world/index.ts';
import { worldAt } from '../runs/world-at.ts';
import { type Library, openLibrary } from '../library/library.ts';
import { castRun, orRefused, refuseUncallable, unjudgedBy } from './cast-run.ts';
import { optionsOf } from './options.ts';
import { PlaygroundError } from './playground-error.ts';
import { askProver, ProofFailure } from '../making/prover.ts';
import { saveCase, type SaveCaseRequest } from './save-case.ts';
import { createSessionFolder } from './session-folder.ts';
import { createSessionModels } from './session-models.ts';
import { type Session, startSession } from './session.ts';

type Body<K extends keyof typeof playgroundEndpoints> = EndpointInput<(typeof playgroundEndpoints)[K]>['body'];
type Ending = Body<'POST /api/playground/sessions/{session}/end'>;

export interface PlaygroundSettings {
  /** Where sessions are kept, cases and runs are saved, and cases of one's own are found. */
  readonly folder: string;
  readonly version: string;
  /** Environment variables with keys and addresses of providers. */
  readonly env: Environment;
  /** What can be chosen by name: the built-in members unless more are given. */
  readonly families?: Families | undefined;
  /** How many sessions are kept, ended ones included. */
  readonly most?: number;
  /** How long a call of a model may take. */
  readonly timeoutMs?: number | undefined;
}

/** Cases played step by step, each a session. Methods throw {@link PlaygroundError} for what cannot be done. */
export interface Playground extends AsyncDisposable {
  options(): Promise<PlaygroundOptions>;
  readCase(input: Body<'POST /api/playground/cases'>): Promise<ParsedCase>;
  list(): SessionItem[];
  begin(input: Body<'POST /api/playground/sessions'>): Promise<PlaygroundSession>;
  /** Plays an episode of a run on, of which the path is given. */
  beginFrom(
    run: { readonly id: string; readonly file: string },
    from: SessionContinuation & { readonly episode: string },
  ): PlaygroundSession;
  session(id: string): PlaygroundSession;
  remove(id: string): Promise<void>;
  worldAt(id: string, step: number): WorldAt;
  control(id: string, action: 'play' | 'pause' | 'step' | 'stop'): SessionProgress;
  call(id: string, call: ToolCall): SessionProgress;
  end(id: string, ending: Ending): SessionProgress;
  reply(id: string, text: string | null): SessionProgress;
  /** Plays a session on from a step, as a new one. */
  fork(id: string, from: SessionContinuation): PlaygroundSession;
  saveRun(
    id: string,
    name: string | undefined,
  ): EndpointReply<(typeof playgroundEndpoints)['POST /api/playground/sessions/{session}/save-run']>;
  saveCase(
    id: string,
    request: SaveCaseRequest,
  ): Promise<EndpointReply<(typeof playgroundEndpoints)['POST /api/playground/sessions/{session}/save-case']>>;
  /** Tells a listener at once how a session stands, and after each change, until the function it gives is called; `onEnd`, where the session is gone first. */
  subscribe(id: string, listener: (progress: SessionProgress) => void, onEnd?: () => void): () => void;
}

/** A playground in this process. Its sessions and their files end with it. */
export function createPlayground({
  folder,
  version,
  env,
  families,
  most = 20,
  timeoutMs,
}: PlaygroundSettings): Playground {
  const library = () => openLibrary(folder);
  const sessions = new Map<string, Session>();
  const modelsToTry = createSessionModels({ env, stop: new AbortController().signal, timeoutMs });
  const files = createSessionFolder(folder);

  function found(id: string): Session {
    const session = sessions.get(id);
    if (session === undefined) throw new PlaygroundError(404, `there is no session "${id}": begin a new one`);
    return session;
  }

  function unended(id: string): Session {
    const session = found(id);
    if (!session.hasEnded) return session;
    throw new PlaygroundError(409, 'the session has ended: play it on from one of its steps, or begin a new one');
  }

  function start(
    head: Omit<Manifest, 'format'>,
    begin: 'playing' | 'paused',
    rest: Pick<PlaygroundSession, 'unjudged' | 'forkedFrom'>,
  ): PlaygroundSession {
    makeRoom();
    const id = randomBytes(6).toString('hex');
    const session = startSession({
      id,
      head,
      path: path.join(files.path(), `${id}.toolemu`),
      begin,
      ...rest,
      families,
      modelsOf: (stop) => createSessionModels({ env, stop, timeoutMs }),
    });
    sessions.set(id, session);
    return session.state();
  }

  /** The oldest session that has ended makes room for a new one. */
  function makeRoom(): void {
    if (sessions.size < most) return;
    const oldest = [...sessions.values()].find(({ hasEnded }) => hasEnded);
    if (oldest === undefined) {
      throw new PlaygroundError(409, `there are ${most} sessions, and none has ended: stop or remove one of them`);
    }
    drop(oldest);
  }

  function drop(session: Session): void {
    const { id, path: file } = session;
    sessions.delete(id);
    session.forget();
    rmSync(file, { force: true });
  }

  function playOn(
    file: RunFile,
    { episode, run, session }: { episode: string; run: string | null; session: Session | null },
    { keep, observation, world, by, offline, model, begin, maxSteps }: SessionContinuation,
  ): PlaygroundSession {
    const head = orRefused(() =>
      playOnManifest(file, {
        version,
        run: run ?? 'playground',
        episode,
        keep,
        observation,
        world,
        byPerson: by === 'person',
        offline,
        model,
        maxSteps,
        families,
      }),
    );
    refuseUncallable(head.config, modelsToTry);
    const forkedFrom = {
      session: session?.id ?? null,
      run,
      episode,
      keep,
      observationEdited: observation !== undefined,
      worldEdited: (world ?? []).length > 0,
    };
    const [value] = head.cases;
    const unjudged =
      value !== undefined && (offline || model !== undefined)
        ? unjudgedBy({ offline, model }, value)
        : (session?.state().unjudged ?? []);
    return start(head, begin, { unjudged: [...unjudged], forkedFrom });
  }

  return {
    options: async () => optionsOf(await library(), env, families),
    readCase: async (input) => read(input, await library()),
    list: () => [...sessions.values()].reverse().map(itemOf),
    async begin({ cast, begin, ...input }) {
      const { case: value, toolkits, issues } = await read(input, await library());
      if (value === null) throw new PlaygroundError(400, saying(issues), issues);
      const { config, unjudged } = castRun(cast, value, modelsToTry, families);
      const head = createManifest({ version, config, cases: [value], toolkits });
      return start(head, begin, { unjudged: [...unjudged], forkedFrom: null });
    },
    beginFrom(run, { episode, ...from }) {
      using file = RunFile.read(run.file);
      return playOn(file, { episode, run: run.id, session: null }, from);
    },
    session: (id) => found(id).state(),
    async remove(id) {
      const session = found(id);
      session.control('stop');
      await session.ended;
      drop(session);
    },
    worldAt(id, step) {
      const session = found(id);
      const { case: value, toolkits, steps } = session;
      if (step <= steps.length) return worldAt({ case: value, toolkits, steps, step });
      throw new PlaygroundError(404, `step: the session has ${steps.length} steps`);
    },
    control(id, action) {
      const session = unended(id);
      session.control(action);
      return session.progress();
    },
    call(id, call) {
      return moved(unended(id), { call });
    },
    end(id, ending) {
      const session = unended(id);
      return moved(session, { end: outcomeOf(ending, session.case.instruction) });
    },
    reply(id, text) {
      const session = unended(id);
      if (session.reply(text)) return session.progress();
      throw new PlaygroundError(409, 'no question waits for a reply');
    },
    fork(id, from) {
      const session = found(id);
      const status = session.progress().status.kind;
      if (status === 'playing' || status === 'judging') {
        throw new PlaygroundError(
          409,
          'the session is at play: pause or stop it, and play on from one of its steps then',
        );
      }
      return session.withFile((file) => playOn(file, { episode: session.episode, run: null, session }, from));
    },
    saveRun: (id, name) => ({ file: saveRun(found(id), { folder, name }) }),
    saveCase: async (id, request) => saveCase(found(id), request, { folder, library: await library() }),
    subscribe: (id, listener, onEnd = () => {}) => found(id).subscribe(listener, onEnd),
    async [Symbol.asyncDispose]() {
      for (const session of sessions.values()) session.control('stop');
      await Promise.all([...sessions.values()].map(({ ended }) => ended));
      sessions.clear();
      files[Symbol.dispose]();
    },
  };
}

/** What is wrong with a case, or why that cannot be said. */
async function read(input: Body<'POST /api/playground/cases'>, library: Library): Promise<ParsedCase> {
  try {
    return await askProver('case', [input], library);
  } catch (error) {
    if (!(error instanceof ProofFailure)) throw error;
    return { case: null, toolkits: [], choices: [], issues: [error.issue('case')], remarks: [] };
  }
}

function itemOf(session: Session): SessionItem {
  const { id, createdAt, agent, status, case: value, steps, outcome } = session.state();
  return { id, createdAt, agent, status, caseId: value.id, steps: steps.length, outcome: outcome?.kind ?? null };
}

function moved(session: Session, move: Parameters<Session['move']>[0]): SessionProgress {
  if (session.move(move)) return session.progress();
  throw new PlaygroundError(409, 'no move of a person is waited for: wait for the answer to the last one');
}

function outcomeOf(ending: Ending, instruction: string): Outcome {
  if ('quit' in ending) return { kind: 'quit', reason: ending.quit };
  return { kind: 'finished', answer: ending.answer, asks: asksQuestion(ending.answer, instruction) };
}

function saying(issues: ParsedCase['issues']): string {
  return issues.map(formatIssue).join('\n');
}

/** Saves an ended session as a run file of the folder, under a name that is free, and gives the name of the file. */
function saveRun(session: Session, { folder, name }: { folder: string; name?: string | undefined }): string {
  if (!session.hasEnded) {
    throw new PlaygroundError(409, 'the session has not ended: stop it first, or play it to its end');
  }
  const stem = (name ?? `playground-${session.episode.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`).replace(/\.toolemu$/, '');
  const file = path.basename(freeName(folder, `${stem}.toolemu`, (free) => copyNew(session.path, free)));
  session.noteSaved('runs', file);
  return file;
}
