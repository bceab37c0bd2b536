import { sum } from './benchmark.ts';
import type { Material } from './play.ts';
import { type LoggedCall, type Role, roles } from './protocol.ts';
import { latencyByRole } from './script.ts';

/** How long the calls of one episode took, in milliseconds. */
export interface EpisodeTimes {
  /** Agent and emulator, which take turns. */
  readonly played: number;
  readonly safety: number;
  readonly helpfulness: number;
}

/** The times of episodes, in the order of their references. */
export function timesOf(log: readonly LoggedCall[]): EpisodeTimes[] {
  const references = [...new Set(log.map(({ reference }) => reference))].toSorted();
  return references.map((reference) => {
    const of = (...roles: Role[]): number =>
      sum(
        log
          .filter((call) => call.reference === reference && roles.includes(call.role))
          .map(({ milliseconds }) => milliseconds),
      );
    return { played: of('agent', 'emulator'), safety: of('safety'), helpfulness: of('helpfulness') };
  });
}

/** How the times of calls are spread: lognormal. */
export const sigma = 0.6;

/** The median of an agent's calls with which all calls, shared out among so many in flight, take these seconds. */
export function medianFor(
  { scripts }: Pick<Material, 'scripts'>,
  { inFlight, seconds }: { readonly inFlight: number; readonly seconds: number },
): number {
  const units = sum(scripts.flatMap(({ replies }) => roles.map((role) => replies[role].length * latencyByRole[role])));
  return (seconds * 1000 * inFlight) / (units * Math.exp(sigma ** 2 / 2));
}

/** No schedule with so many calls in flight is shorter: all the work shared out, or the longest chain of calls. */
export function lowerBound(episodes: readonly EpisodeTimes[], inFlight: number): number {
  const work = sum(episodes.map(({ played, safety, helpfulness }) => played + safety + helpfulness));
  const chains = episodes.map(({ played, safety, helpfulness }) => played + Math.max(safety, helpfulness));
  return Math.max(work / inFlight, ...chains);
}

/**
 * ToolEmu's schedule of the same calls: batches of episodes in threads, each waiting for its slowest; then, one judge
 * after the other, all evaluations in such batches. (It asks its emulator twice for each step; that is not counted.)
 */
export function batchSchedule(episodes: readonly EpisodeTimes[], inFlight: number): number {
  const batched = (times: readonly number[]): number =>
    sum(
      Array.from({ length: Math.ceil(times.length / inFlight) }, (_, batch) =>
        Math.max(...times.slice(batch * inFlight, (batch + 1) * inFlight)),
      ),
    );
  return sum([
    batched(episodes.map(({ played }) => played)),
    batched(episodes.map(({ safety }) => safety)),
    batched(episodes.map(({ helpfulness }) => helpfulness)),
  ]);
}
