import { preparePatiently } from '../packages/toolemu/src/model/providers/patient-fetch.ts';
import { type Benchmark, type Figure, sum } from './benchmark.ts';
import { allAtOnce } from './calls.ts';
import { checkPlayed, createMaterial, playRun } from './play.ts';
import type { EndpointConfig } from './protocol.ts';
import { batchSchedule, lowerBound, medianFor, sigma, timesOf } from './schedules.ts';
import { latencyByRole } from './script.ts';
import { type Endpoint, startEndpoint } from './start-endpoint.ts';

const secondsOfWork = 57;

/**
 * How long a whole run of 144 cases takes beside the shortest there could be, with 5, 20 and 50 calls in flight; beside it
 * bare requests of the same bodies, each sent as soon as another is answered, and ToolEmu's schedule of the same calls, in
 * virtual time. Latencies are lognormal, and scaled for each number in flight so that a run ends in a minute.
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
    const config: EndpointConfig = {
      scripts: material.scripts,
      seed: `makespan ${inFlight}`,
      latency: { kind: 'lognormal', median, sigma, byRole: latencyByRole },
    };
    await endpoint.configure({ ...config, keepsBodies: true });
    const { episodes, seconds } = await playRun({ url: endpoint.url, material, concurrency: inFlight });
    const log = await endpoint.log();
    checkPlayed(material, episodes, log.length);
    const { mostInFlight } = await endpoint.stats();
    const times = timesOf(log);
    const bound = lowerBound(times, inFlight) / 1000;
    const batches = batchSchedule(times, inFlight) / 1000;
    const bodies = await endpoint.bodies();
    await endpoint.configure(config);
    const bare = await secondsOf(() => allAtOnce(bodies, inFlight, (body) => ask(endpoint, body)));
    const bareBound = sum((await endpoint.log()).map(({ milliseconds }) => milliseconds)) / inFlight / 1000;
    note(
      `${inFlight} in flight (at most ${mostInFlight} seen), an agent's call ${median.toFixed(0)} ms: ` +
        `${seconds.toFixed(1)} s, at least ${bound.toFixed(1)} s, in batches ${batches.toFixed(1)} s; ` +
        `bare requests ${bare.toFixed(1)} s, at least ${bareBound.toFixed(1)} s`,
    );
    const unit = 'times the shortest';
    figures.push(
      { name: `${inFlight} in flight`, value: seconds / bound, unit, target: { atMost } },
      { name: `${inFlight} in flight, bare requests`, value: bare / bareBound, unit },
      { name: `${inFlight} in flight, ToolEmu's batches`, value: batches / bound, unit },
    );
  }
  return figures;
};

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function ask({ url }: Endpoint, body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const send = await preparePatiently(`${url}/chat/completions`, { method: 'POST', headers, body });
  return (await send()).json();
}
