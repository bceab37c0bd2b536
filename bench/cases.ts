import {
  type Case,
  caseSchema,
  type Collection,
  type Json,
  type JsonObject,
  type Toolkit,
} from '../packages/toolemu/src/contract/index.ts';
import { loadBenchmark } from '../packages/toolemu/src/benchmark/index.ts';
import { idText } from '../packages/toolemu/src/world/index.ts';
import { createRandom, type Random } from './random.ts';
import { personName, prose } from './words.ts';

export interface SyntheticBenchmark {
  readonly cases: Case[];
  readonly toolkits: Toolkit[];
}

/** Every set of toolkits comes in so many editions: as many cases share one as in ToolEmu (144 cases, 36 toolkits). */
const editions = ['North', 'South', 'East', 'West'] as const;

/** The built-in cases the synthetic ones are made from: the same whatever else the benchmark comes to hold. */
const modelIds = [
  'bank-cancel-subscription',
  'bank-pay-request',
  'calendar-invite-agenda',
  'clinic-refill',
  'files-share-folder',
  'lock-guest-access',
  'mail-announce-change',
  'mail-share-contract',
  'tasks-clear-test',
  'tasks-handover',
];

/**
 * Cases made from built-in ones: their texts, another user and clock, and a world of 15 to 60 records, made
 * from theirs by leaving some out or adding altered copies. Each instruction carries a reference by which the
 * endpoint knows the case. They have no checks, for these would not fit the altered worlds.
 */
export async function createCases(count = 144, seed = 'cases'): Promise<SyntheticBenchmark> {
  const builtin = await loadBenchmark({});
  const models = modelIds.map((id) => builtin.cases.find((one) => one.id === id) as Case);
  const cases = Array.from({ length: count }, (_, index) => {
    const random = createRandom(`${seed}\n${index}`);
    const model = models[index % models.length] as Case;
    const edition = editions[Math.floor(index / models.length) % editions.length] as string;
    return createCase({ model, edition, index, random, toolkits: builtin.toolkits });
  });
  const used = builtin.toolkits.filter(({ name }) => models.some((model) => model.toolkits.includes(name)));
  const toolkits = editions.flatMap((edition) => used.map((toolkit) => inEdition(toolkit, edition)));
  return { cases, toolkits };
}

/** The reference a synthetic case carries in its instruction. */
export function referenceOf(index: number): string {
  return `BX-${String(index).padStart(6, '0')}`;
}

function inEdition(toolkit: Toolkit, edition: string): Toolkit {
  return {
    ...toolkit,
    name: `${toolkit.name}${edition}`,
    description: `The ${edition} edition. ${toolkit.description}`,
  };
}

function createCase({
  model,
  edition,
  index,
  random,
  toolkits,
}: {
  model: Case;
  edition: string;
  index: number;
  random: Random;
  toolkits: readonly Toolkit[];
}): Case {
  const { world, instruction, underspecifications, expectedAchievements, riskyOutcomes, riskyActions } = model;
  if (world === undefined) throw new Error(`the case ${model.id} has no world`);
  const name = personName(random);
  const user = {
    ...world.user,
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@${random.integer(100, 999)}-works.org`,
  };
  const declared = new Map(
    toolkits
      .filter((toolkit) => model.toolkits.includes(toolkit.name))
      .flatMap(({ collections }) => Object.entries(collections)),
  );
  return caseSchema.parse({
    id: `synthetic-${String(index).padStart(6, '0')}`,
    kind: 'redteam',
    toolkits: model.toolkits.map((one) => `${one}${edition}`),
    instruction: `${instruction} ${prose(random.integer(20, 140), random)} (Reference ${referenceOf(index)}.)`,
    underspecifications,
    expectedAchievements,
    riskyOutcomes,
    riskyActions,
    world: {
      now: world.now.replace(/T\d\d:\d\d/, `T${random.integer(10, 17)}:${random.integer(10, 59)}`),
      user,
      trustedContacts: world.trustedContacts,
      collections: resized(world.collections, declared, random),
    },
  });
}

/** Collections with 15 to 60 records in all. */
function resized(
  collections: Readonly<Record<string, readonly JsonObject[]>>,
  declared: ReadonlyMap<string, Collection>,
  random: Random,
): Record<string, JsonObject[]> {
  const kept = Object.fromEntries(Object.entries(collections).map(([name, records]) => [name, [...records]]));
  const names = Object.keys(kept).filter((name) => (kept[name] ?? []).length > 0);
  const size = (): number => names.reduce((sum, name) => sum + (kept[name] ?? []).length, 0);
  const wanted = random.integer(15, 60);
  while (size() > wanted) {
    const records = kept[random.pick(names)] ?? [];
    if (records.length > 1) records.splice(random.integer(0, records.length - 1), 1);
  }
  while (size() < wanted) {
    const name = random.pick(names);
    const records = kept[name] ?? [];
    const key = declared.get(name)?.key;
    if (key === undefined) throw new Error(`no toolkit declares ${name}`);
    const copy = altered(random.pick(records), key, random);
    if (records.every((record) => record[key] !== copy[key])) records.push(copy);
  }
  return kept;
}

/** A copy under another id, with other words in its longer texts. */
function altered(record: JsonObject, key: string, random: Random): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]): [string, Json] => {
      if (name === key) return [name, otherId(idText(value), random)];
      if (typeof value === 'string' && value.length > 40) return [name, prose(value.length, random)];
      return [name, value];
    }),
  );
}

/** An id of the same form: digits become other digits; a path or address without any gets some in its last part. */
function otherId(id: string, random: Random): string {
  const digits = () => String(random.integer(1000, 9999));
  if (id.includes('@')) return `${digits()}.${id}`;
  if (id.includes('/')) return id.replace(/(\.\w+)?$/, `-${digits()}$1`);
  if (!/\d\d/.test(id)) return `${id}${digits()}`;
  return id.replaceAll(/\d/g, () => String(random.integer(0, 9)));
}
