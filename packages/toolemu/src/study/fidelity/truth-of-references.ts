import { isDeepStrictEqual } from 'node:util';
import {
  type Case,
  EpisodeError,
  type FidelityCall,
  type Reference,
  type Toolkit,
  type Trajectory,
} from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { type TrueCall, trueCalls, type TrueEpisode, type Truth } from './true-call.ts';

/** Plays a reference with the emulator that carries out declared effects. */
type Play = (value: Case, toolkits: readonly Toolkit[], reference: Reference) => Promise<Trajectory>;

/**
 * The calls of references of cases, played by declared effects, which are exact. Left out is what the case alone answers:
 * no emulator is told it.
 */
export async function truthOfReferences({
  of,
  cases,
  toolkits,
  names,
  play,
}: {
  readonly of: string;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly names: readonly string[];
  readonly play: Play;
}): Promise<Truth> {
  const closed = cases.filter(({ world }) => world !== undefined);
  const episodes: TrueEpisode[] = [];
  for (const value of closed) {
    for (const name of names) {
      const reference = value.references?.find((one) => one.name === name);
      if (reference === undefined) continue;
      const plan = { id: `${value.id}#${name}#1`, caseId: value.id, agent: name, epoch: 1 };
      episodes.push({ plan, trajectory: await play(value, toolkits, reference) });
    }
  }
  const calls = episodes.flatMap(callsOf);
  const known = trueCalls({ cases: closed, toolkits, episodes, calls });
  const byAnswers = await Promise.all(known.map(isByAnswerAlone));
  const asked = calls.filter((_, index) => byAnswers[index] === false);
  const skipped = { caseAnswers: calls.length - asked.length, duplicates: 0 };
  return { of, cases: closed, toolkits, episodes, calls: asked, skipped };
}

function callsOf({ plan, trajectory }: TrueEpisode): FidelityCall[] {
  return trajectory.steps
    .filter(({ status }) => status !== 'rejected')
    .map(({ step }) => ({ episode: plan.id, step, changes: true }));
}

/** Whether declared effects would not give this answer without the answers of the case. */
async function isByAnswerAlone({ request, due }: TrueCall): Promise<boolean> {
  const { world } = request.case;
  if (world?.answers === undefined || world.answers.length === 0) return false;
  const untold = { ...request, case: { ...request.case, world: { ...world, answers: [] } } };
  try {
    const { exception, observation, changes } = await createOfflineEmulator().emulate(untold);
    return !isDeepStrictEqual({ exception, observation, changes }, { ...due });
  } catch (error) {
    if (error instanceof EpisodeError) return true;
    throw error;
  }
}
