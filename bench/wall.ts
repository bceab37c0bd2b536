import path from 'node:path';
import { RunFile } from '../packages/toolemu/src/store/index.ts';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import { allAtOnce, callReply, createCaller, createCalls } from './calls.ts';
import { manifestOf, temporaryFolder } from './play.ts';
import { type Endpoint, startEndpoint } from './start-endpoint.ts';

const count = 1000;
const milliseconds = 200;
const rounds = 3;

/** How long 1,000 calls of 25 KB take that are answered after 200 ms, beside the time if the harness took none. */
export const wall: Benchmark = async (note) => {
  await using endpoint = await startEndpoint();
  await endpoint.configure({ reply: callReply, latency: { kind: 'fixed', milliseconds } });
  const figures: Figure[] = [];
  for (const { inFlight, atMost } of [
    { inFlight: 50, atMost: 1.15 },
    { inFlight: 200, atMost: 1.5 },
  ]) {
    const ideal = (count / inFlight) * milliseconds;
    const times: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const time = await timeOf(endpoint, inFlight, `${inFlight} ${round}`);
      note(`${inFlight} in flight, round ${round}: ${time.toFixed(0)} ms, ideally ${ideal} ms`);
      if (round > 0) times.push(time / ideal);
    }
    figures.push({ name: `${inFlight} in flight`, value: median(times), unit: 'times the ideal', target: { atMost } });
  }
  return figures;
};

async function timeOf({ url }: Endpoint, inFlight: number, seed: string): Promise<number> {
  using folder = temporaryFolder();
  using file = RunFile.create(path.join(folder.path, 'calls.toolemu'), manifestOf({ cases: [], toolkits: [] }, url));
  const call = createCaller({ url, file, inFlight });
  const calls = createCalls(count, seed);
  const start = performance.now();
  await allAtOnce(calls, inFlight, call);
  return performance.now() - start;
}
