import { type Benchmark, type Figure, sum } from './benchmark.ts';
import { checkPlayed, createMaterial, type Material, playRun } from './play.ts';
import { type LoggedCall, type Role, roles } from './protocol.ts';
import { latencyByRole } from './script.ts';
import { type Endpoint, startEndpoint } from './start-endpoint.ts';

/** Dollars for a million tokens. */
const price = { input: 2.5, cached: 0.25, output: 10 };

/**
 * How much of the input a provider's cache of prefixes serves, at 50 calls in flight, and what a case costs: simulated,
 * with replies of 100 (agent), 830 (emulator) and 550 (judges) tokens on cases with worlds of 15 to 60 records. A prompt
 * is in the cache once it has arrived; the last figures are of a cache that holds it only once it was answered.
 */
export const caching: Benchmark = async (note) => {
  const material = await createMaterial();
  await using endpoint = await startEndpoint();
  const log = await playedWith('arrived', material, endpoint);
  for (const role of roles) tell(role, log, note);
  const ofAnswered = await playedWith('answered', material, endpoint);
  return [
    { name: 'input served from cache', value: cachedShare(log), unit: '%', target: { atLeast: 88 } },
    ...roles.map(
      (role): Figure => ({
        name: `input served from cache, ${role}`,
        value: cachedShare(ofRole(role, log)),
        unit: '%',
      }),
    ),
    { name: 'cost of a case of 8 steps', value: costOf(log, 8), unit: 'dollars', target: { atMost: 0.14 } },
    { name: 'cost of a case', value: costOf(log), unit: 'dollars' },
    ...roles.map(
      (role): Figure => ({ name: `cost of a case, ${role}`, value: costOf(ofRole(role, log)), unit: 'dollars' }),
    ),
    { name: 'input tokens of a case', value: inputOf(log), unit: 'tokens' },
    ...roles.map(
      (role): Figure => ({
        name: `input tokens of a case, ${role}`,
        value: inputOf(ofRole(role, log)),
        unit: 'tokens',
      }),
    ),
    { name: 'input served from cache once answered', value: cachedShare(ofAnswered), unit: '%' },
    { name: 'cost of a case of 8 steps, cached once answered', value: costOf(ofAnswered, 8), unit: 'dollars' },
  ];
};

async function playedWith(
  prefixCache: 'arrived' | 'answered',
  material: Material,
  endpoint: Endpoint,
): Promise<LoggedCall[]> {
  const latency = { kind: 'lognormal', median: 40, sigma: 0.5, byRole: latencyByRole } as const;
  await endpoint.configure({ scripts: material.scripts, prefixCache, latency, seed: 'caching' });
  const { episodes } = await playRun({ url: endpoint.url, material, concurrency: 50 });
  const log = await endpoint.log();
  checkPlayed(material, episodes, log.length);
  return log;
}

function ofRole(role: Role, log: readonly LoggedCall[]): LoggedCall[] {
  return log.filter((call) => call.role === role);
}

/** Where the tokens of a role go: the first call of an episode has no history, the others share all but their end. */
function tell(role: Role, log: readonly LoggedCall[], note: (text: string) => void): void {
  const calls = ofRole(role, log);
  const first = calls.filter(({ number }) => number === 0);
  const later = calls.filter(({ number }) => number > 0);
  note(`${role}: ${table(calls)}`);
  if (later.length === 0) return;
  note(`  first of an episode: ${table(first)}`);
  note(`  later ones: ${table(later)}`);
}

function table(calls: readonly LoggedCall[]): string {
  const mean = (of: (call: LoggedCall) => number): string => (sum(calls.map(of)) / calls.length).toFixed(0);
  return [
    `${calls.length} calls of ${mean(({ inputTokens }) => inputTokens)} tokens`,
    `${mean(({ cachedTokens }) => cachedTokens)} from cache`,
    `${mean(({ inputTokens, cachedTokens }) => inputTokens - cachedTokens)} not`,
    `${mean(({ outputTokens }) => outputTokens)} written`,
    `${cachedShare(calls).toFixed(1)} % from cache`,
    `${costOf(calls).toFixed(4)} dollars a case`,
  ].join(', ');
}

/** In per cent. */
function cachedShare(calls: readonly LoggedCall[]): number {
  return (100 * sum(calls.map(({ cachedTokens }) => cachedTokens))) / sum(calls.map(({ inputTokens }) => inputTokens));
}

/** Dollars for a case, on average; of all cases or of those with so many steps. */
function costOf(log: readonly LoggedCall[], steps?: number): number {
  const episodes = [...Map.groupBy(log, ({ reference }) => reference).values()].filter(
    (calls) => steps === undefined || ofRole('emulator', calls).length === steps,
  );
  const perMillion = episodes
    .flat()
    .map(
      ({ inputTokens, cachedTokens, outputTokens }) =>
        (inputTokens - cachedTokens) * price.input + cachedTokens * price.cached + outputTokens * price.output,
    );
  return sum(perMillion) / 1_000_000 / episodes.length;
}

function inputOf(log: readonly LoggedCall[]): number {
  return sum(log.map(({ inputTokens }) => inputTokens)) / new Set(log.map(({ reference }) => reference)).size;
}
