import type { Interval } from '../packages/toolemu/src/contract/index.ts';
import {
  bootstrapMean,
  type Cluster,
  clusteredExact,
  clusteredWilson,
  mcnemarExact,
  signFlipTest,
  wilson,
} from '../packages/toolemu/src/statistics/index.ts';
import { type Benchmark, type Figure, sum } from './benchmark.ts';
import { createRandom, type Random } from './random.ts';

const caseCount = 144;
const significance = 0.05;

/** A bound may be the true value itself, but for the last digits. */
const rounding = 1e-9;

/** Of each setting; a coverage of 95 % then has a standard error of 0.31 and 0.34, and a rate of 4 % one of 0.28 and 0.31. */
const simulations = { fast: 5000, slow: 4000 };

/** Fewer than the 2,000 of a report, to save time: two figures of the same runs show what that makes of the coverage. */
const resamples = 199;

/** Shares of the tries that are safe and unsafe. */
const rates = [0.1, 0.3, 0.5].map((rate) => [1 - rate, rate]);

/** Shares of the scores from 0 to 3: 0.1, 0.3 and 0.5 are below 2. */
const scores = [
  [0.04, 0.06, 0.1, 0.8],
  [0.15, 0.15, 0.2, 0.5],
  [0.3, 0.2, 0.2, 0.3],
];

const correlations = [0.2, 0.5, 0.8];

/** With one try of each case, how tries of a case go together does not matter. */
const anyCorrelation = [0.5];

interface Setting {
  /** The share of each value over all cases there could be. */
  readonly shares: readonly number[];
  /** Of two tries of a case. */
  readonly correlation: number;
  /** Fewest and most tries of a case. */
  readonly epochs: readonly [number, number];
}

/**
 * How often the intervals of the report hold the true value, and how often its tests find a difference where there is
 * none: in runs of 144 cases, drawn anew each time, that differ in how likely they are to go wrong.
 */
export const statistics: Benchmark = (note) =>
  Promise.resolve([
    ...rateFigures(note),
    ...exposureFigures(note),
    ...meanFigures(note),
    ...differenceFigures(note),
    ...testFigures(note),
  ]);

type Note = Parameters<Benchmark>[0];

function rateFigures(note: Note): Figure[] {
  const clustered = (random: Random, setting: Setting) => clusteredWilson(drawClusters(random, setting));
  const plain = (random: Random, setting: Setting) => {
    const clusters = drawClusters(random, setting);
    return wilson(sum(clusters.map(({ count }) => count)), sum(clusters.map(({ of }) => of)));
  };
  const measure = (what: string, settings: readonly Setting[], interval: typeof clustered): Measured =>
    each(note, `coverage of a rate, ${what}`, settings, (random, setting) =>
      coverage(simulations.fast, meanOf(setting), () => interval(random, setting)),
    );
  const three = settingsOf(rates, [3, 3]);
  return [
    ...within(measure('3 epochs', three, clustered)),
    ...extremes(measure('3 epochs as if independent', three, plain)),
    ...within(measure('1 epoch', settingsOf(rates, [1, 1], anyCorrelation), clustered)),
    ...within(measure('1 to 3 tries of a case', settingsOf(rates, [1, 3]), clustered)),
  ];
}

/** Runs of an agent that reads the tell with probability q, and acts with probability p once it is exposed. */
const exposureSettings = [
  { episodes: 20, epochs: 1 },
  { episodes: 20, epochs: 2 },
  { episodes: 50, epochs: 1 },
  { episodes: 50, epochs: 5 },
  { episodes: 200, epochs: 1 },
  { episodes: 200, epochs: 5 },
].flatMap(({ episodes, epochs }) =>
  [
    { q: 0.3, p: 0.5 },
    { q: 0.7, p: 0.2 },
    { q: 0.5, p: 0.05 },
  ].map((rates) => ({ episodes, epochs, ...rates })),
);

/** Share of the episodes that are exposed, and correlation of two tries of a case. */
const [exposedShare, exposureCorrelation] = [0.6, 0.3];

function exposureFigures(note: Note): Figure[] {
  return [20, 50, 200].flatMap((episodes): Figure[] => {
    const measured = exposureSettings
      .filter((one) => one.episodes === episodes)
      .map((one) => exposureCoverage(one, note));
    const lowest = Math.min(...measured.flatMap(({ q, p }) => [q, p]));
    const width = sum(measured.map((one) => one.width)) / measured.length;
    const name = `exact interval of exposure, ${episodes} episodes`;
    return [
      { name: `${name}: lowest coverage`, value: lowest, unit: '%', target: { atLeast: 93 } },
      { name: `${name}: mean width of the exposed`, value: 100 * width, unit: 'percentage points' },
    ];
  });
}

function exposureCoverage(
  { episodes, epochs, q, p }: (typeof exposureSettings)[number],
  note: Note,
): { q: number; p: number; width: number } {
  const random = createRandom(JSON.stringify([episodes, epochs, q, p]));
  const covered = { q: 0, p: 0 };
  const widths: number[] = [];
  const runs = 10_000;
  for (let run = 0; run < runs; run += 1) {
    const cases = times(episodes / epochs, () => {
      const of = (rate: number, count: number): number[] =>
        drawTries(
          random,
          { shares: [1 - rate, rate], correlation: exposureCorrelation, epochs: [count, count] },
          count,
        );
      const exposed = times(epochs, () => Number(random.next() < exposedShare));
      return { read: of(q, epochs), acted: of(p, sum(exposed)), exposed: sum(exposed) };
    });
    const informed = clusteredExact(cases.map(({ read }) => ({ count: sum(read), of: epochs })));
    const harmed = clusteredExact(cases.map(({ acted, exposed }) => ({ count: sum(acted), of: exposed })));
    if (holds(informed, q)) covered.q += 1;
    // Nothing is claimed of a share of nothing.
    if (harmed === null || holds(harmed, p)) covered.p += 1;
    if (harmed !== null) widths.push(harmed.high - harmed.low);
  }
  const measured = { q: (100 * covered.q) / runs, p: (100 * covered.p) / runs, width: sum(widths) / widths.length };
  note(
    `exposure, ${episodes} episodes in ${epochs} epochs, q ${q}, p ${p}: ${measured.q.toFixed(2)} % and ${measured.p.toFixed(2)} %, width ${measured.width.toFixed(3)}`,
  );
  return measured;
}

function holds(interval: Interval | null, truth: number): boolean {
  return interval !== null && interval.low <= truth + rounding && truth - rounding <= interval.high;
}

function meanFigures(note: Note): Figure[] {
  const measure = (
    what: string,
    settings: readonly Setting[],
    options = { resamples, runs: simulations.slow },
  ): Measured =>
    each(note, `coverage of a mean, ${what}`, settings, (random, setting) =>
      coverage(options.runs, meanOf(setting), (seed) =>
        bootstrapMean(
          times(caseCount, () => drawCase(random, setting)),
          { seed, resamples: options.resamples },
        ),
      ),
    );
  const one = settingsOf(scores, [1, 1], anyCorrelation);
  const runs = simulations.slow / 2;
  return [
    ...within(measure('3 epochs', settingsOf(scores, [3, 3]))),
    ...within(measure('1 epoch', one)),
    ...[resamples, 2000].map((count): Figure => {
      const { what, values } = measure(`${count} resamples`, one.slice(0, 1), { resamples: count, runs });
      return { name: what, value: sum(values), unit: '%' };
    }),
  ];
}

/** Of the unsafe shares of two agents, of which the second averts a third of what goes wrong. */
function differenceFigures(note: Note): Figure[] {
  const averted = 1 / 3;
  const measured = each(note, 'coverage of a difference, 3 epochs', settingsOf(rates, [3, 3]), (random, setting) =>
    coverage(simulations.slow, averted * meanOf(setting), (seed) =>
      bootstrapMean(
        drawPairs(random, setting, averted).map(([a, b]) => [(a - b) / 3]),
        { seed, resamples },
      ),
    ),
  );
  return within(measured);
}

/** Both agents are as likely to go wrong on a case. */
function testFigures(note: Note): Figure[] {
  const mcnemar = each(
    note,
    "false positives of McNemar's test, 1 epoch",
    settingsOf(rates, [1, 1]),
    (random, setting) =>
      percentage(simulations.fast, () => {
        const pairs = drawPairs(random, setting, 0);
        const p = mcnemarExact(pairs.filter(([a, b]) => a > b).length, pairs.filter(([a, b]) => a < b).length);
        return p <= significance;
      }),
  );
  const signFlip = each(
    note,
    'false positives of the sign flip test, 3 epochs',
    settingsOf(rates, [3, 3]),
    (random, setting) =>
      percentage(simulations.slow, (seed) => {
        const differences = drawPairs(random, setting, 0).map(([a, b]) => (a - b) / 3);
        return signFlipTest(differences, { seed }) <= significance;
      }),
  );
  return [mcnemar, signFlip].map((measured) => ({ ...extremes(measured)[1], target: { atMost: 6 } }));
}

function settingsOf(
  all: readonly (readonly number[])[],
  epochs: Setting['epochs'],
  ofTries: readonly number[] = correlations,
): Setting[] {
  return all.flatMap((shares) => ofTries.map((correlation) => ({ shares, correlation, epochs })));
}

/** Percentages, one for each setting. */
interface Measured {
  readonly what: string;
  readonly values: readonly number[];
}

/** Runs of the same setting are the same, whatever is measured. */
function each(
  note: Note,
  what: string,
  settings: readonly Setting[],
  measure: (random: Random, setting: Setting) => number,
): Measured {
  const values = settings.map((setting) => {
    const value = measure(createRandom(JSON.stringify(setting)), setting);
    note(`${what}, shares ${setting.shares.join(' ')}, correlation ${setting.correlation}: ${value.toFixed(2)} %`);
    return value;
  });
  return { what, values };
}

function within(measured: Measured): Figure[] {
  const [lowest, highest] = extremes(measured);
  return [
    { ...lowest, target: { atLeast: 93 } },
    { ...highest, target: { atMost: 97 } },
  ];
}

function extremes({ what, values }: Measured): [Figure, Figure] {
  return [
    { name: `${what}: lowest`, value: Math.min(...values), unit: '%' },
    { name: `${what}: highest`, value: Math.max(...values), unit: '%' },
  ];
}

function coverage(runs: number, truth: number, interval: (seed: number) => Interval | null): number {
  return percentage(runs, (seed) => {
    const found = interval(seed);
    return found !== null && found.low <= truth + rounding && truth - rounding <= found.high;
  });
}

function percentage(runs: number, isSo: (seed: number) => boolean): number {
  return (100 * times(runs, isSo).filter(Boolean).length) / runs;
}

function meanOf({ shares }: Setting): number {
  return sum(shares.map((share, value) => share * value));
}

function drawClusters(random: Random, setting: Setting): Cluster[] {
  return times(caseCount, () => {
    const tries = drawCase(random, setting);
    return { count: sum(tries), of: tries.length };
  });
}

/** For each case, in how many tries either agent went wrong. */
function drawPairs(random: Random, setting: Setting, averted: number): [number, number][] {
  const [epochs] = setting.epochs;
  return times(caseCount, () => {
    const tries = drawTries(random, setting, 2 * epochs);
    const second = tries.slice(epochs).filter((unsafe) => unsafe === 1 && random.next() >= averted);
    return [sum(tries.slice(0, epochs)), second.length];
  });
}

function drawCase(random: Random, setting: Setting): number[] {
  return drawTries(random, setting, random.integer(...setting.epochs));
}

/**
 * Values of the tries of one case, as if its own shares were first drawn from the Dirichlet distribution (beta, of two
 * values) that has these means and correlation: Pólya's urn.
 */
function drawTries(random: Random, { shares, correlation }: Setting, count: number): number[] {
  let balls = (1 - correlation) / correlation;
  const urn = shares.map((share) => share * balls);
  const values: number[] = [];
  for (; values.length < count; balls += 1) {
    const value = pick(urn, random.next() * balls);
    urn[value] = (urn[value] ?? 0) + 1;
    values.push(value);
  }
  return values;
}

/** The index at which weights added up come to more than `point`. */
function pick(weights: readonly number[], point: number): number {
  let left = point;
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
