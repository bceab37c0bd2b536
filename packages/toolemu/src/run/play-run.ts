import { createPlayers, isPlayedOnce, type ModelAccess, type People, type Players, specOf } from './players.ts';
import type { Agent, AgentSpec, CallLog, CallSlots, EpisodePlan, OnEvent, RunConfig } from '../contract/index.ts';
import type { RealTools } from '../emulator/index.ts';
import type { Models } from '../model/index.ts';
import type { EpisodeStore, RunFile } from '../store/index.ts';
import { builtinFamilies, type Families, requireMembers } from './families/index.ts';
import { createExternalAgents, type ExternalAgentOptions } from './episode/external-agents.ts';
import { type AllowedCommands, requireAllowed } from './plan/started.ts';
import { replayOf, withReuse } from './fork/replay.ts';
import { openEpisodes, playEpisode, type Retry, run, type RunResult } from './run.ts';

/** What the episodes of a run file are played with. */
export interface PlayOptions {
  readonly file: EpisodeStore;
  /** Makes the models; once the signal is aborted, they begin no call. */
  readonly models: (stop: AbortSignal) => Pick<Models, 'model' | 'slots'>;
  /** Which programs and modules that the run names may be started. A replay starts none. */
  readonly allowCommands: AllowedCommands;
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
  /** How programs and clients are reached: by a gateway on this machine by default. */
  readonly external?: Omit<ExternalAgentOptions, 'signal'> | undefined;
  readonly people?: People | undefined;
  /** Real tools that may be called. */
  readonly realTools?: RealTools | undefined;
  /** All answers come from this run. */
  readonly replay?: RunFile | undefined;
  /** Answers to the same requests come from these runs. */
  readonly reuse?: readonly RunFile[] | undefined;
  /** Put around the agent of an episode, as to pause it. */
  readonly guardAgent?: ((agent: Agent, spec: AgentSpec) => Agent) | undefined;
  /** The episodes to be played; all that the run plans by default. */
  readonly plans?: readonly EpisodePlan[] | undefined;
  /** Episodes that are played again though they have ended. */
  readonly retry?: Retry | undefined;
  /** How many episodes are open at a time: as many as the models can answer by default. */
  readonly slots?: CallSlots | undefined;
  /** Whether episodes that were begun are ended before others begin: under a budget. */
  readonly finishFirst?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Plays the episodes of a run file that have not ended: the one way in which every door plays. Models are recorded into
 * the file; once an answer cannot be kept, no other is paid for and the error is thrown. Throws `ConfigError` before
 * anything is played for a name that is not known here, and for what may not be started here.
 */
export async function playRun(options: PlayOptions): Promise<RunResult> {
  const { file, plans, slots, finishFirst, retry, onEvent } = options;
  requirePlayable(options);
  await using wiring = wire(options);
  const { players, signal, failed } = wiring;
  const result = await run({
    file,
    players,
    slots: slots ?? wiring.slots,
    ...(finishFirst === undefined ? {} : { finishFirst }),
    plans,
    retry,
    signal,
    ...(onEvent === undefined ? {} : { onEvent }),
  });
  failed.throwIfAborted();
  return result;
}

/** The same for one episode of a run file, which is played once. */
export async function playOne(
  options: Omit<PlayOptions, 'plans' | 'retry' | 'slots'>,
  plan: EpisodePlan,
): Promise<void> {
  const { file, onEvent } = options;
  requirePlayable(options);
  await using wiring = wire(options);
  const { players, signal, failed } = wiring;
  await playEpisode({ file, players, plan, signal, ...(onEvent === undefined ? {} : { onEvent }) });
  failed.throwIfAborted();
}

/**
 * Throws for a name of the run that is not known here, and for what may not be started here, unless nothing is left to play.
 * In a replay agents of the user's own repeat what they did: they need not be known, and are not started.
 */
function requirePlayable({
  file,
  allowCommands,
  families = builtinFamilies,
  replay,
  plans,
  retry,
}: Pick<PlayOptions, 'file' | 'allowCommands' | 'families' | 'replay' | 'plans' | 'retry'>): void {
  const { config } = file.manifest;
  const agents = replay === undefined ? config.agents : config.agents.filter((spec) => !isPlayedOnce(spec));
  try {
    requireMembers(config, families, agents);
    requireAllowed(agents, allowCommands);
  } catch (error) {
    if (openEpisodes(file, { plans, retry }).open.length > 0) throw error;
  }
}

interface Wiring extends AsyncDisposable {
  readonly players: Players;
  readonly slots: CallSlots;
  readonly signal: AbortSignal;
  /** Aborted with the error once an answer could not be kept. */
  readonly failed: AbortSignal;
}

/** The players of a run file, or of another configuration on it, over recorded models, and the signals that end them. */
export function wire(
  {
    file,
    models,
    families = builtinFamilies,
    external,
    people,
    realTools,
    replay,
    reuse = [],
    guardAgent,
    finishFirst = false,
    signal,
    onEvent,
  }: Omit<PlayOptions, 'allowCommands' | 'plans' | 'retry' | 'slots'>,
  config: RunConfig = file.manifest.config,
): Wiring {
  const log = announcedLog(file, onEvent);
  const stop = signal === undefined ? log.failed : AbortSignal.any([signal, log.failed]);
  const { model, slots } = models(stop);
  const agents = createExternalAgents({ ...external, signal: stop });
  const access: ModelAccess =
    replay === undefined
      ? {
          model,
          log: withReuse(log, reuse),
          external: agents.agent,
          ...(people === undefined ? {} : { people }),
        }
      : replayOf(replay, log);
  const players = createPlayers(
    { ...file.manifest, config },
    { ...access, families, real: realTools, finishFirst, signal: stop },
  );
  return {
    players: guardAgent === undefined ? players : guarded(players, file, guardAgent),
    slots,
    signal: stop,
    failed: log.failed,
    [Symbol.asyncDispose]: () => agents.close(),
  };
}

function guarded(players: Players, { manifest }: EpisodeStore, guard: NonNullable<PlayOptions['guardAgent']>): Players {
  return {
    ...players,
    agent: (plan) => guard(players.agent(plan), specOf(plan, manifest.config.agents)),
  };
}

/**
 * The log of a run file that tells each call it pays for. `failed` is aborted once a call could not be kept: no other is
 * to be paid for.
 */
export function announcedLog(
  file: EpisodeStore,
  onEvent: OnEvent | undefined,
): CallLog & { readonly failed: AbortSignal } {
  const failed = new AbortController();
  return {
    failed: failed.signal,
    find: (key) => file.find(key),
    expect: (call) => file.expect?.(call),
    add(record) {
      const told = (): void => {
        if (record.reused !== true)
          onEvent?.({ type: 'call-end', role: record.role, model: record.model, usage: record.reply.usage });
      };
      try {
        const kept = file.add(record);
        if (kept === undefined) return told();
        return kept.then(told, (error: unknown) => {
          failed.abort(error);
          throw error;
        });
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    },
  };
}
