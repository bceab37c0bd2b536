import type { Benchmark, Figure } from './benchmark.ts';
import { checkPlayed, createMaterial, playRun } from './play.ts';
import { batchSchedule, lowerBound, medianFor, sigma, timesOf } from './schedules.ts';
import { latencyByRole } from './script.ts';
import { startEndpoint } from './start-endpoint.ts';

const secondsOfWork = 50;

/**
 * How long a whole run of 144 cases takes beside the shortest there could be, with 5, 20 and 50 calls in flight;
 * and ToolEmu's schedule of the same calls, in virtual time. Latencies are lognormal, and scaled for each number in
 * flight so that a run takes less than a minute.
 */
export const makespan: Benchmark = async (note) => {
  const material = await createMaterial();
  await using endpoint = await startEndpoint();
  const figures: Figure[] = [];
  for (const { inFlight, atMost } of [
    { inFlight: 5, atMost: 1.02 },
    { inFlight: 20, atMost: 1.06 },
    { inFlight: 50, atMost: 1.15 },
  ]) {
    const median = medianFor(material, { inFlight, seconds: secondsOfWork });
    await endpoint.configure({
      scripts: material.scripts,
      seed: `makespan ${inFlight}`,
      latency: { kind: 'lognormal', median, sigma, byRole: latencyByRole },
    });
    const { episodes, seconds } = await playRun({ url: endpoint.url, material, concurrency: inFlight });
    const log = await endpoint.log();
    checkPlayed(material, episodes, log.length);
    const { mostInFlight } = await endpoint.stats();
    const times = timesOf(log);
    const bound = lowerBound(times, inFlight) / 1000;
    const batches = batchSchedule(times, inFlight) / 1000;
    note(
      `${inFlight} in flight (at most ${mostInFlight} seen), an agent's call ${median.toFixed(0)} ms: ` +
        `${seconds.toFixed(1)} s, at least ${bound.toFixed(1)} s, in batches ${batches.toFixed(1)} s`,
    );
    figures.push(
      { name: `${inFlight} in flight`, value: seconds / bound, unit: 'times the shortest', target: { atMost } },
      { name: `${inFlight} in flight, ToolEmu's batches`, value: batches / bound, unit: 'times the shortest' },
    );
  }
  return figures;
};
