import {
  type Comparison,
  type Factor,
  type FactorName,
  factorNameSchema,
  type RoleModel,
} from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { formatFaults } from '../../words/index.ts';
import { ComparisonError } from './comparison-error.ts';
import type { ComparedSide, SidePair } from './read-run.ts';

/** The one thing in which two sides differ, and what differs too and is accepted. */
export interface ChosenFactor {
  readonly factor: Factor | null;
  readonly accepted: Factor[];
}

/**
 * The factor of each pair. Throws {@link ComparisonError} where a pair differs in several things and none of them is
 * named, or does not differ in the one that is named.
 */
export function chooseFactors(pairs: readonly SidePair[], named?: FactorName): ChosenFactor[] {
  const differing = pairs.map((pair) => ({ pair, factors: factorsOf(pair) }));
  if (named === undefined) {
    const unclear = differing.filter(({ factors }) => factors.length > 1);
    if (unclear.length > 0) throw new ComparisonError('factors', severalFactors(unclear));
  }
  return differing.map(({ pair, factors }) => {
    if (named === undefined) return { factor: factors[0] ?? null, accepted: [] };
    const factor = factors.find(({ name }) => name === named);
    if (factor === undefined) throw new ComparisonError('factor', noSuchFactor(named, pair, factors));
    return { factor, accepted: factors.filter(({ name }) => name !== named) };
  });
}

/** The factors of a pair that is compared whatever differs: the first, and the others accepted. */
export function allFactors(pair: SidePair): ChosenFactor {
  const [factor = null, ...accepted] = factorsOf(pair);
  return { factor, accepted };
}

/** All in which two sides differ. What is not known of one of them counts for nothing. */
export function factorsOf({ a, b }: SidePair): Factor[] {
  return factorNameSchema.options.flatMap((name) => {
    const difference = differences[name](a, b);
    return difference === null ? [] : [{ name, ...difference }];
  });
}

interface Difference {
  readonly a: string;
  readonly b: string;
}

const differences: Readonly<Record<FactorName, (a: ComparedSide, b: ComparedSide) => Difference | null>> = {
  agent: (a, b) => {
    const known = bothModels(a, b);
    return differenceOf({ '': known ? a.agent.kind : a.agent.name }, { '': known ? b.agent.kind : b.agent.name });
  },
  'prompt-style': promptStyleDifference,
  model: (a, b) => (bothModels(a, b) ? differenceOf(modelFacts(a.agent.model), modelFacts(b.agent.model)) : null),
  emulator: (a, b) => differenceOf(emulatorFacts(a), emulatorFacts(b)),
  evaluators: evaluatorDifference,
  'max-steps': (a, b) =>
    isImported(a) || isImported(b) ? null : differenceOf({ '': stepsWords(a) }, { '': stepsWords(b) }),
  'prompt-versions': promptVersionDifference,
};

function stepsWords({ manifest: { config } }: ComparedSide): string {
  return config.maxSteps === null ? 'what each case says' : `${config.maxSteps}`;
}

/** A control, or an agent from elsewhere, is known by its name alone: prompting and model are part of what it is. */
function bothModels(a: ComparedSide, b: ComparedSide): boolean {
  return a.agent.model !== null && b.agent.model !== null;
}

/** Whether it was read from another program's files, which say little of how they came about. */
export function isImported({ manifest }: ComparedSide): boolean {
  return manifest.source !== undefined;
}

/** By what is said, not by what it is called. */
function promptStyleDifference({ agent: a }: ComparedSide, { agent: b }: ComparedSide): Difference | null {
  if (a.promptStyle === null || b.promptStyle === null) return null;
  const [textOfA, textOfB] = [a.promptStyle, b.promptStyle].map(({ name: _name, ...text }) => shortHash(text));
  if (textOfA === textOfB) return null;
  if (a.promptStyle.name !== b.promptStyle.name) return { a: a.promptStyle.name, b: b.promptStyle.name };
  return { a: `${a.promptStyle.name} (text ${textOfA})`, b: `${b.promptStyle.name} (text ${textOfB})` };
}

function shortHash(value: unknown): string {
  return hashOf(value).slice(0, 8);
}

function emulatorFacts({ manifest }: ComparedSide): Facts {
  const { emulator, faults } = manifest.config;
  const { '': name, ...rest } = modelFacts(emulator.model);
  return {
    '': emulator.kind,
    ...(name === undefined ? {} : { by: name }),
    ...rest,
    ...(faults === undefined ? {} : { faults: formatFaults(faults) }),
    ...(emulator.realTools === undefined ? {} : { real: emulator.realTools.tools.join(', ') }),
    ...(emulator.examples === undefined ? {} : { examples: hashOf(emulator.examples).slice(0, 8) }),
  };
}

function evaluatorDifference(a: ComparedSide, b: ComparedSide): Difference | null {
  const [ofA, ofB] = [evaluatorFacts(a), evaluatorFacts(b)];
  const names = [...new Set([...ofA.keys(), ...ofB.keys()])];
  const differing = names.flatMap((name) => {
    const [inA, inB] = [ofA.get(name), ofB.get(name)];
    if (inA !== undefined && inB !== undefined) return differenceOf(inA, inB) ?? [];
    return { a: inA?.[''] ?? `no ${name}`, b: inB?.[''] ?? `no ${name}` };
  });
  const words = (side: 'a' | 'b'): string => differing.map((difference) => difference[side]).join('; ');
  return differing.length === 0 ? null : { a: words('a'), b: words('b') };
}

/** Each evaluator with the models that judged; their parameters are known where they are those of the configuration. */
function evaluatorFacts({ manifest, records }: ComparedSide): Map<string, Facts> {
  const judges = judgesOf(records);
  const configured = new Map(manifest.config.evaluators.map(({ name, model }) => [name, model]));
  const names = [...new Set([...configured.keys(), ...judges.keys()])].toSorted();
  return new Map(
    names.map((name) => {
      const model = configured.get(name) ?? null;
      const judged = (judges.get(name) ?? (model === null ? [] : [model.model])).toSorted();
      const known = judged.length === 1 && judged[0] === model?.model ? modelFacts(model) : {};
      return [name, { ...known, '': judged.length === 0 ? name : `${name} by ${judged.join(' and ')}` }];
    }),
  );
}

/** The models that judged the episodes of a side, by evaluator. */
function judgesOf(records: ComparedSide['records']): Map<string, string[]> {
  const judged = Map.groupBy(
    records.flatMap((record) => [...record.judges]),
    ([name]) => name,
  );
  return new Map([...judged].map(([name, all]) => [name, [...new Set(all.map(([, model]) => model))]]));
}

/** Of the prompts that both use: what one alone uses is another factor's. */
function promptVersionDifference(a: ComparedSide, b: ComparedSide): Difference | null {
  const [ofA, ofB] = [a, b].map(({ agent, manifest }) => {
    const used = Object.entries(manifest.hashes.prompts);
    return used.filter(([name]) => !name.startsWith('agent ') || name === `agent ${agent.kind}`);
  }) as [[string, string][], [string, string][]];
  const shared = (own: [string, string][], others: [string, string][]): Facts =>
    Object.fromEntries(own.filter(([name]) => others.some(([other]) => other === name)));
  return differenceOf(shared(ofA, ofB), shared(ofB, ofA));
}

function modelFacts(model: RoleModel | null): Facts {
  if (model === null) return {};
  const { model: name, baseUrl, parameters, contextWindow } = model;
  const { temperature, maxOutputTokens, stop, seed, reasoningEffort } = parameters;
  const rest = {
    at: baseUrl ?? undefined,
    temperature,
    'max-tokens': maxOutputTokens,
    'context-window': contextWindow,
    'reasoning-effort': reasoningEffort,
    seed,
    stop: stop?.join(' '),
  };
  const known = Object.entries(rest).flatMap(([key, value]) => (value === undefined ? [] : [[key, `${value}`]]));
  return { '': name, ...Object.fromEntries(known) };
}

/** What is known of one thing, by keys; the empty key is what it is called. */
type Facts = Readonly<Record<string, string>>;

/** What it is called, and all else that differs. Null where nothing does. */
function differenceOf(a: Facts, b: Facts): Difference | null {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => a[key] !== b[key]);
  if (keys.length === 0) return null;
  const told = ['', ...keys.filter((key) => key !== '')];
  const words = (facts: Facts): string =>
    told.flatMap((key) => (facts[key] === undefined ? [] : [`${key} ${facts[key]}`.trim()])).join(', ');
  return { a: words(a), b: words(b) };
}

function severalFactors(pairs: readonly { readonly pair: SidePair; readonly factors: readonly Factor[] }[]): string {
  const names = factorNameSchema.options.filter((one) =>
    pairs.every(({ factors }) => factors.some(({ name }) => name === one)),
  );
  return [
    'these differ in more than one thing, so that a difference between them could be laid to none:',
    ...pairs.flatMap(({ pair: { a, b }, factors }) => [
      `  ${a.side.name} and ${b.side.name}:`,
      ...factors.map((factor) => `    ${factorWords(factor)}`),
    ]),
    names.length > 0
      ? `compare what differs in one thing alone, or name the one that counts by \`factor\` (${names.join(', ')}) to accept the rest`
      : 'compare what differs in one thing alone: `agents` picks the agents, and the first is the baseline',
  ].join('\n');
}

function noSuchFactor(named: FactorName, { a, b }: SidePair, factors: readonly Factor[]): string {
  const differ = factors.map(({ name }) => name).join(', ');
  return `${a.side.name} and ${b.side.name} do not differ in \`factor: '${named}'\`; ${factors.length === 0 ? 'nothing that is known of them differs' : `they differ in ${differ}`}`;
}

/** What a comparison is of, and what was accepted. `write` is how words of a run are written. */
export function factorLines({ factor, accepted }: Comparison, write: (text: string) => string): string[] {
  const words = (one: Factor): string => factorWords(one, write);
  return [
    factor === null ? 'factor: none; nothing that is known of them differs: a repetition' : `factor: ${words(factor)}`,
    ...(accepted.length === 0 ? [] : [`also different, accepted: ${accepted.map(words).join('; ')}`]),
  ];
}

/** A factor as a line says it: `emulator, standard against adversarial`. */
function factorWords({ name, a, b }: Factor, write: (text: string) => string = (text) => text): string {
  return `${name}, ${write(a)} against ${write(b)}`;
}
