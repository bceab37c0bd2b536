import type { Episode } from '../packages/toolemu/src/contract/index.ts';
import { type Benchmark, type Figure } from './benchmark.ts';
import { createMaterial, playRun } from './play.ts';
import type { EndpointConfig } from './protocol.ts';
import { startEndpoint } from './start-endpoint.ts';

const faults = { tooMany: 0.05, broken: 0.05, retryAfterMs: 200 };

/**
 * What a run loses, and how much longer it takes, where 5 % of requests are refused with 429 (after 200 ms they may
 * come again) and 5 % fail with 500. The endpoint refuses more than 40 calls at once where their number is not fixed.
 */
export const faultsBenchmark: Benchmark = async (note) => {
  const material = await createMaterial();
  await using endpoint = await startEndpoint();
  const common: EndpointConfig = {
    scripts: material.scripts,
    seed: 'faults',
    latency: { kind: 'lognormal', median: 200, sigma: 0.5 },
  };
  const figures: Figure[] = [];
  for (const { name, concurrency, inFlight } of [
    { name: '20 in flight', concurrency: 20, inFlight: undefined },
    { name: 'adaptive', concurrency: undefined, inFlight: 40 },
  ]) {
    const of = async (config: EndpointConfig) => {
      await endpoint.configure({ ...common, ...config, ...(inFlight === undefined ? {} : { inFlight }) });
      const played = await playRun({
        url: endpoint.url,
        material,
        ...(concurrency === undefined ? {} : { concurrency }),
      });
      note(`${name}: ${played.seconds.toFixed(1)} s, ${JSON.stringify(await endpoint.stats())}`);
      return played;
    };
    const sound = await of({});
    const faulty = await of({ faults });
    const lost = material.cases.length - faulty.episodes.filter(isWhole).length;
    figures.push(
      { name: `episodes lost, ${name}`, value: lost, unit: '', target: { atMost: 0 } },
      {
        name: `time beside a run without faults, ${name}`,
        value: faulty.seconds / sound.seconds,
        unit: 'times',
        target: { atMost: 1.15 },
      },
    );
  }
  return figures;
};

function isWhole({ trajectory, evaluations }: Episode): boolean {
  return trajectory.outcome.kind === 'finished' && evaluations.every(({ result }) => result.kind === 'scored');
}
