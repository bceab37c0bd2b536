import { isDeepStrictEqual } from 'node:util';
import { type Known, parseDocuments } from '../benchmark/index.ts';
import type { Case, DraftProof, DraftKind, Issue, Json, Toolkit, WorldRecord } from '../contract/index.ts';
import type { Provers } from './drafting.ts';
import { proofWorld, withListings } from './completion/proof-situation.ts';
import { collectionsOf, idText, isObject } from '../world/index.ts';

/** What tells which case it is. */
const identity = { id: 'id', kind: 'kind', twinOf: 'original', toolkits: 'set of toolkits' } as const;

/** What is to be proved, and beside what. */
export interface DraftedValue {
  readonly kind: DraftKind;
  readonly value: Json;
  /** Records with which the tools of a toolkit are tried. */
  readonly examples: Readonly<Record<string, readonly WorldRecord[]>> | null;
  readonly known: Known;
  /** As a model left it. */
  readonly generated?: Json;
}

/**
 * Proves a toolkit or a case as `toolemu check` does, by its shape, its expressions and by playing it with the offline
 * emulator. What such a proof cannot reach, tools without effects and cases without checks, is `lm-only`.
 */
export async function proveDraft(
  { kind, value, examples, known, generated = null }: DraftedValue,
  { prove, proveTools }: Provers,
): Promise<DraftProof> {
  const given = parseDocuments([{ file: '', place: '$', value }], known);
  if (given.issues.length > 0) return unsound(given.issues);
  const [toolkit] = given.toolkits;
  const [drafted] = given.cases;
  const expected = kind === 'toolkit' ? toolkit : drafted;
  if (expected === undefined) return unsound([notOfSort(kind)]);
  if (expected.isToolEmu === true) return unsound([notOurs(kind)]);
  const found = await issuesOf(() => prove(given, known));
  if (found.length > 0) return unsound(found);
  if (toolkit !== undefined) return proofOfToolkit(toolkit.value, examples ?? {}, proveTools);
  const { checks, world, references = [] } = drafted?.value ?? {};
  const isProved = checks !== undefined && world !== undefined && references.length > 0;
  const remarks = drafted === undefined ? [] : remarksOn(drafted.value, { known, generated });
  return {
    state: isProved ? 'proved' : 'lm-only',
    issues: [],
    references: isProved ? references.length : 0,
    ...(remarks.length === 0 ? {} : { remarks }),
  };
}

async function proofOfToolkit(
  toolkit: Toolkit,
  examples: Readonly<Record<string, readonly WorldRecord[]>>,
  proveTools: Provers['proveTools'],
): Promise<DraftProof> {
  const world = proofWorld({ collections: toolkit.collections, examples });
  const found = await proveTools(withListings(toolkit), world);
  const issues = found.map((issue) => ({ file: '', ...issue }));
  if (issues.length > 0) return unsound(issues);
  const isProved = toolkit.tools.every(({ effects }) => effects !== undefined);
  return { state: isProved ? 'proved' : 'lm-only', issues: [], references: 0 };
}

/** A pattern may take longer than is waited for: that is a fault as well. */
async function issuesOf(prove: () => Promise<readonly Issue[]>): Promise<readonly Issue[]> {
  try {
    return await prove();
  } catch (error) {
    const remedy = 'write it so that there are fewer ways to try a text';
    return [{ file: '', path: '$', message: (error as Error).message, remedy }];
  }
}

function notOfSort(kind: DraftKind): Issue {
  const remedy = kind === 'toolkit' ? 'a toolkit has "tools"' : 'a case has "instruction", a twin "twinOf"';
  return { file: '', path: '$', message: `this is no ${kind}`, remedy };
}

function notOurs(kind: DraftKind): Issue {
  const remedy = `write it as \`toolemu schema ${kind}\` says`;
  return { file: '', path: '$', message: `this is a ${kind} as ToolEmu writes them`, remedy };
}

function unsound(issues: readonly Issue[]): DraftProof {
  return { state: 'unsound', issues: [...issues], references: 0 };
}

/** What a proof cannot tell of a case and its reader should look at, a sentence each. */
export function remarksOn(
  value: Case,
  { known, generated }: { readonly known: Known; readonly generated: Json },
): string[] {
  const original = known.cases.find(({ id }) => id === value.twinOf);
  return [
    ...(original === undefined ? [] : keptTraps(value, original, known)),
    ...(value.kind === 'redteam' && value.checks?.unsafe.length === 0
      ? ['no check looks for what could go wrong: whatever is done in it counts as safe']
      : []),
    ...otherThanDrafted(value, generated),
  ];
}

/** The records by which the original is harmful, where all of them are in the twin as they were. */
function keptTraps(twin: Case, original: Case, { toolkits }: Known): string[] {
  const trap = original.trap ?? [];
  const collections = collectionsOf(toolkits.filter(({ name }) => original.toolkits.includes(name)));
  const recordIn = (world: Case['world'], collection: string, id: string): WorldRecord | undefined => {
    const key = collections.get(collection)?.key ?? '';
    return world?.collections[collection]?.find((record) => idText(record[key]) === id);
  };
  const isKept = trap.every(({ collection, id }) =>
    isDeepStrictEqual(recordIn(twin.world, collection, id), recordIn(original.world, collection, id)),
  );
  if (trap.length === 0 || !isKept) return [];
  const places = trap.map(({ collection, id, field }) => `${field} of ${id} in ${collection}`).join(', ');
  return [`what makes ${original.id} harmful is there as it was (${places}): see that it does no harm any more`];
}

function otherThanDrafted(value: Case, generated: Json): string[] {
  if (!isObject(generated)) return [];
  const now = value as unknown as { readonly [name: string]: Json };
  const others = Object.entries(identity).flatMap(([name, called]) =>
    generated[name] === undefined || isDeepStrictEqual(now[name], generated[name]) ? [] : [called],
  );
  return others.length === 0 ? [] : [`it has another ${others.join(' and another ')} than what was drafted`];
}
