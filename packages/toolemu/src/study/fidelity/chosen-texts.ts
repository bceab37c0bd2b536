import { isDeepStrictEqual } from 'node:util';
import {
  type EmulationRequest,
  EpisodeError,
  scalarsIn,
  type Tool,
  type WorldChange,
  type WorldRecord,
} from '../../contract/index.ts';
import { chosenIds, freeTexts } from '../../emulator/compare-changes.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { collectionsOf } from '../../world/index.ts';
import { type ChosenTexts, recordDifference } from './same-answer.ts';
import { type Answer, type TrueCall, valueOf } from './true-call.ts';

/** Whether a record is the expected one, by the rules for answers. */
export function isSameRecord(due: WorldRecord, made: WorldRecord, free: ReadonlySet<string>): boolean {
  return recordDifference(due, made, { ids: new Map(), free }) === null;
}

/** Finds which texts an emulator was free to choose on a call, and what it chose. */
export async function chosenTexts(call: TrueCall, made: readonly WorldChange[]): Promise<ChosenTexts> {
  const { request, due } = call;
  const changes = due.changes ?? [];
  const tool = withMadeIds(request, changes);
  if (tool === null) return { ids: new Map(), free: new Set() };
  const free = await freeIn(call, changes);
  const collections = collectionsOf(request.toolkits);
  return { ids: chosenIds({ due: changes, made, tool, collections, free, isSame: isSameRecord }), free };
}

/** The tool, which says of new records that it makes their ids; null where it creates none. */
function withMadeIds({ tool, args }: EmulationRequest, changes: readonly WorldChange[]): Tool | null {
  const created = changes.filter(({ op }) => op === 'create');
  if (created.length === 0) return null;
  if (tool.effects !== undefined) return tool;
  // Of a tool that declares nothing: ids that the call does not name.
  const given = new Set(scalarsIn(args).map(String));
  const made = created.filter(({ id }) => !given.has(id));
  return { ...tool, effects: made.map(({ collection }) => ({ create: collection, set: {} })) };
}

/** By carrying the call out once more with other ids, where declared effects carry it out as it was; else by the ids. */
async function freeIn({ request, due }: TrueCall, changes: readonly WorldChange[]): Promise<ReadonlySet<string>> {
  const own = await declared(request);
  const again = await declared({ ...request, epoch: request.epoch + 1 });
  if (own !== null && again !== null && isDeepStrictEqual(own.changes, changes)) {
    const others = new Set(textsOf(again));
    const inAnswer = textsOf(due).filter((text) => !others.has(text));
    return new Set([...freeTexts(changes, again.changes ?? []), ...inAnswer]);
  }
  const ids = changes.filter(({ op }) => op === 'create').map(({ id }) => id);
  const inChanges = changes.flatMap((change) => ('after' in change ? scalarsIn(change.after) : []));
  return new Set([...inChanges, ...textsOf(due)].filter(isText).filter((text) => ids.some((id) => text.includes(id))));
}

async function declared(request: EmulationRequest): Promise<Answer | null> {
  try {
    return await createOfflineEmulator().emulate(request);
  } catch (error) {
    if (error instanceof EpisodeError) return null;
    throw error;
  }
}

function textsOf({ observation }: Answer): string[] {
  return scalarsIn(valueOf(observation)).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
