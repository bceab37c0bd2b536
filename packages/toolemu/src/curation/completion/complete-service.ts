import {
  type Collection,
  type Json,
  type JsonObject,
  type Toolkit,
  withoutNulls,
  type WorldRecord,
} from '../../contract/index.ts';
import { renderServiceCompletion, type ServicePart, type ServiceRecords } from '../../prompt/index.ts';
import { idText, isObject, validate } from '../../world/index.ts';
import { askRevised } from '../asking/ask-revised.ts';
import type { Asking } from '../asking/asking.ts';
import { problemsIn } from './problems-in.ts';

/** What a model said of a service as a whole, as far as it can be used: null where it cannot, or was not asked. */
export interface ServiceCompletion {
  readonly records: ServiceRecords | null;
  readonly risks: readonly string[] | null;
  readonly problems: readonly string[];
}

/** Asks what a service keeps and what could go wrong; what cannot be used is sent back, three times at most. */
export async function completeService(
  toolkit: Toolkit,
  parts: readonly ServicePart[],
  { asking, onAsk }: { readonly asking: Asking; readonly onAsk: (revision: number) => void },
): Promise<ServiceCompletion> {
  const { value, problems } = await askRevised<ServiceParts>({
    asking,
    step: 'service',
    messages: renderServiceCompletion(toolkit, parts),
    onAsk,
    read(declaration, earlier) {
      const { records, risks, problems: found } = readService(declaration, toolkit, parts);
      return {
        value: { records: records ?? earlier?.records ?? null, risks: risks ?? earlier?.risks ?? null },
        problems: found,
      };
    },
  });
  return { records: null, risks: null, ...value, problems };
}

type ServiceParts = Pick<ServiceCompletion, 'records' | 'risks'>;

/** Reads what was declared of a service: the parts that were asked for and are sound, and what is wrong with the others. */
export function readService(
  declaration: JsonObject,
  toolkit: Toolkit,
  parts: readonly ServicePart[],
): ServiceCompletion {
  const problems: string[] = [];
  const records = parts.includes('examples') ? readRecords(declaration, toolkit, parts, problems) : null;
  const risks = parts.includes('risks') ? readRisks(declaration.risks, problems) : null;
  return { records, risks, problems };
}

function readRecords(
  { collections, examples }: JsonObject,
  toolkit: Toolkit,
  parts: readonly ServicePart[],
  problems: string[],
): ServiceRecords | null {
  const declared = parts.includes('collections') ? readCollections(collections, toolkit) : toolkit.collections;
  if (Array.isArray(declared)) {
    problems.push(...declared);
    return null;
  }
  const found = problemsInExamples(examples, declared);
  problems.push(...found);
  return found.length > 0 ? null : { collections: declared, examples: examples as Record<string, WorldRecord[]> };
}

/** The collections that were declared, or what is wrong with them. */
function readCollections(value: Json | undefined, toolkit: Toolkit): Record<string, Collection> | string[] {
  if (!isObject(value)) return ['collections: must be an object with a collection for each name'];
  const [tool] = toolkit.tools;
  const candidate = {
    ...toolkit,
    collections: Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withoutNulls(of)])),
    tools: [tool],
  } as unknown as Json;
  const sound = problemsIn(candidate, '$.collections');
  if (!sound.ok) return sound.problems.map((problem) => `collections: ${problem}`);
  const { collections } = sound.toolkit;
  const problems = Object.entries(collections).flatMap(([name, collection]) =>
    problemsInCollection(collection).map((problem) => `collections.${name}: ${problem}`),
  );
  return problems.length > 0 ? problems : collections;
}

function problemsInCollection({ key, schema, newId, secret = [] }: Collection): string[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const keySchema = properties[key];
  const isNumber = isObject(keySchema) && (keySchema.type === 'integer' || keySchema.type === 'number');
  return [
    ...(newId !== undefined && isNumber ? ['"newId" gives texts, and the key is a number; leave it out'] : []),
    ...secret
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => `"secret" names "${name}", which the records do not have; correct the name`),
  ];
}

function problemsInExamples(examples: Json | undefined, collections: Readonly<Record<string, Collection>>): string[] {
  if (!isObject(examples)) return ['examples: must be an object with a list of records for each collection'];
  const unknown = Object.keys(examples).filter((name) => !Object.hasOwn(collections, name));
  return [
    ...unknown.map((name) => `examples.${name}: there is no such collection; correct the name`),
    ...Object.entries(collections).flatMap(([name, collection]) =>
      problemsInList(Object.hasOwn(examples, name) ? examples[name] : undefined, collection).map(
        (problem) => `examples.${name}${problem}`,
      ),
    ),
  ];
}

function problemsInList(records: Json | undefined, { key, schema }: Collection): string[] {
  if (!Array.isArray(records) || records.length === 0) return [': give two or three records'];
  const ids = new Set<string>();
  return records.flatMap((record, index) => {
    if (!isObject(record)) return [`[${index}]: must be an object`];
    const id = idText(record[key]);
    const isTaken = ids.has(id);
    ids.add(id);
    return [
      ...(record[key] === undefined ? [`[${index}]: has no "${key}", which is the key`] : []),
      ...(isTaken ? [`[${index}].${key}: another record has this key`] : []),
      ...errorsOf(schema, record).map((error) => `[${index}]: ${error}`),
    ];
  });
}

function errorsOf(schema: Collection['schema'], record: WorldRecord): readonly string[] {
  try {
    const verdict = validate(schema, record);
    return verdict.ok ? [] : verdict.errors;
  } catch (error) {
    return [(error as Error).message];
  }
}

function readRisks(value: Json | undefined, problems: string[]): string[] | null {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one.trim() !== '')) {
    return value as string[];
  }
  problems.push('risks: must be a list of sentences, at least one');
  return null;
}
