import {
  type Agent,
  type CallLog,
  type CallRecord,
  type EpisodePlan,
  EpisodeError,
  type LanguageModel,
  ModelError,
  type ModelRequest,
} from '../../contract/index.ts';
import type { RunFile, StoredEpisode } from '../../store/index.ts';
import { afterCalls, afterUserReplies } from './continuations.ts';
import type { Caller, ModelAccess, People } from '../players.ts';
import { differenceOf, sharedMessages } from './request-difference.ts';

/** A log that answers also from the calls of other runs, the first that has one, and keeps what it took from them. */
export function withReuse(log: CallLog, sources: readonly Pick<CallLog, 'find'>[]): CallLog {
  return {
    find(key) {
      const own = log.find(key);
      if (own !== undefined) return own;
      for (const source of sources) {
        const found = source.find(key);
        if (found === undefined) continue;
        const reused = { ...found, reused: true };
        void log.add(reused);
        return reused;
      }
      return undefined;
    },
    expect: (call) => log.expect?.(call),
    add: (record) => log.add(record),
  };
}

/** Models that answer with what another run recorded. A call it lacks is an error that names what differs. */
export function replayOf(source: RunFile, log: CallLog): ModelAccess {
  const people = peopleOf(source);
  return {
    log: withReuse(log, [source]),
    people,
    external: (_spec, plan) => people.agent(plan),
    repeatsOwnAgents: true,
    model: ({ model: name }, caller): LanguageModel => ({
      name,
      async generate(request) {
        throw new ModelError(
          `${source.path} does not hold this call of ${name}: ${whatDiffers(request, caller, source)}`,
          {
            kind: 'not-recorded',
            model: name,
          },
        );
      },
    }),
  };
}

/** People and agents from outside who do again what they did in a run. */
function peopleOf(source: RunFile): People {
  let stored: Map<string, StoredEpisode> | undefined;
  const played = (plan: EpisodePlan): Pick<StoredEpisode, 'steps' | 'outcome'> => {
    stored ??= new Map(source.stored().map((episode) => [episode.plan.id, episode]));
    const { steps = [], outcome = null } = stored.get(plan.id) ?? {};
    return { steps: steps.slice((plan.parent?.step ?? 1) - 1), outcome };
  };
  return {
    agent: (plan) => {
      const { steps, outcome } = played(plan);
      const end: Agent = {
        name: plan.agent,
        async play() {
          if (outcome !== null) return outcome;
          throw new EpisodeError('agent', `${source.path} does not hold how ${plan.id} ended`);
        },
      };
      return afterCalls(end, steps);
    },
    user: (plan) => afterUserReplies(undefined, played(plan).steps),
  };
}

/** Where a request departs from the most similar call that the same role made in the same case. */
function whatDiffers(request: ModelRequest, { role, plan }: Caller, source: RunFile): string {
  let nearest: { record: CallRecord; same: number } | undefined;
  for (const record of source.calls({ role })) {
    if (record.epoch !== plan.epoch || (role !== 'emulator' && record.episode !== plan.id)) continue;
    const same = sharedMessages(request.messages, record.messages);
    if (nearest === undefined || same > nearest.same) nearest = { record, same };
  }
  if (nearest === undefined) return `the ${role} of ${plan.id} made no call there`;
  return `the nearest one of the ${role}, in ${nearest.record.episode}, ${differenceOf(request, nearest.record)}`;
}
