import type { Json, Observation, Tool, WorldRecord } from '../../contract/index.ts';
import { sameValue, withIds } from '../../emulator/compare-changes.ts';
import { isObject } from '../../world/index.ts';
import { valueOf } from './true-call.ts';

/** The texts of a true answer that an emulator may choose itself: ids the service makes, and what is made from them. */
export interface ChosenTexts {
  /** The ids an emulator gave to new records, by the true ones. */
  readonly ids: ReadonlyMap<string, string>;
  /** True texts in the place of which any may stand, where no id was chosen for them. */
  readonly free: ReadonlySet<string>;
}

/** The first place in which an answer is another than the one due. A value is undefined where there is nothing. */
export interface AnswerPart {
  readonly at: string;
  readonly due: Json | undefined;
  readonly said: Json | undefined;
}

/**
 * Where two answers of a tool part, field by field; null where they are equivalent. Aside are the order of properties, and
 * of lists where the tool does not sort; properties that are null or left out; white space; how numbers and moments are
 * written; and what an emulator was free to choose.
 */
export function firstDifference(
  due: Observation,
  said: Observation,
  { tool, ids, free }: ChosenTexts & { readonly tool: Tool },
): AnswerPart | null {
  const renamed = withIds(valueOf(due), (text) => withChosenIds(text, ids));
  const chosen = new Set([...ids.values()].map((id) => id.toLowerCase()));
  return partIn(renamed, valueOf(said), { at: '$', isSorted: isSorting(tool), chosen, free });
}

/**
 * Returns where the two records of a change differ, by the rules for answers, or null if they are equivalent. Ignores the
 * order of their lists.
 */
export function recordDifference(
  due: WorldRecord | undefined,
  said: WorldRecord | undefined,
  { ids, free }: ChosenTexts,
): AnswerPart | null {
  const chosen = new Set([...ids.values()].map((id) => id.toLowerCase()));
  return partIn(due, said, { at: '$', isSorted: false, chosen, free });
}

interface Place {
  readonly at: string;
  /** Whether the order of a list here is the tool's. */
  readonly isSorted: boolean;
  /** Ids an emulator chose, in small letters. */
  readonly chosen: ReadonlySet<string>;
  readonly free: ReadonlySet<string>;
}

/** Ids shorter than this are renamed where they stand alone, and not inside of a text. */
const shortestInside = 4;

function withChosenIds(text: string, ids: ReadonlyMap<string, string>): string {
  const whole = ids.get(text);
  if (whole !== undefined) return whole;
  const inside = [...ids].filter(([id]) => id.length >= shortestInside);
  return inside.reduce((renamed, [id, chosen]) => renamed.replaceAll(id, () => chosen), text);
}

function isSorting({ effects = [] }: Tool): boolean {
  return effects.some((effect) => 'find' in effect && effect.sort !== undefined);
}

function partIn(due: Json | undefined, said: Json | undefined, place: Place): AnswerPart | null {
  if (Array.isArray(due) && Array.isArray(said)) return partInLists(due, said, place);
  if (isObject(due) && isObject(said)) {
    for (const key of new Set([...Object.keys(due), ...Object.keys(said)])) {
      const part = partIn(valueAt(due, key), valueAt(said, key), { ...place, at: `${place.at}.${key}` });
      if (part !== null) return part;
    }
    return null;
  }
  return saysTheSame(due ?? null, said ?? null, place) ? null : { at: place.at, due, said };
}

function valueAt(object: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function partInLists(due: readonly Json[], said: readonly Json[], place: Place): AnswerPart | null {
  const inItem = (index: number): Place => ({ ...place, at: `${place.at}[${index}]`, isSorted: false });
  const byPlace = (index: number): AnswerPart | null => partIn(due[index], said[index], inItem(index));
  const places = Array.from({ length: Math.max(due.length, said.length) }, (_, index) => index);
  if (place.isSorted) {
    return firstOf(
      places.map((index) => (index < due.length && index < said.length ? byPlace(index) : lacking(index))),
    );
  }
  const left = [...said.entries()];
  const missing = [...due.entries()].filter(([index, item]) => {
    const at = left.findIndex(([, one]) => partIn(item, one, inItem(index)) === null);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const [lost] = missing;
  const [extra] = left;
  if (lost === undefined) return extra === undefined ? null : { at: `${place.at}[]`, due: undefined, said: extra[1] };
  return extra === undefined
    ? { at: inItem(lost[0]).at, due: lost[1], said: undefined }
    : partIn(lost[1], extra[1], inItem(lost[0]));

  function lacking(index: number): AnswerPart {
    return { at: inItem(index).at, due: due[index], said: said[index] };
  }
}

function firstOf(parts: readonly (AnswerPart | null)[]): AnswerPart | null {
  return parts.find((part) => part !== null) ?? null;
}

function saysTheSame(due: Json, said: Json, { chosen, free }: Place): boolean {
  if (typeof due === 'string' && typeof said === 'string') {
    if (free.has(due) || plain(due) === plain(said)) return true;
    if (chosen.has(due.toLowerCase())) return due.toLowerCase() === said.trim().toLowerCase();
    return isSameMoment(due, said) || ((hasThousands(due) || hasThousands(said)) && isSameNumber(due, said));
  }
  if (typeof due === 'number' || typeof said === 'number') return isSameNumber(due, said);
  return due === said;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isSameMoment(one: string, other: string): boolean {
  const [first, second] = [momentIn(one), momentIn(other)];
  return first !== null && first === second;
}

/** Milliseconds of a moment with its offset from UTC: without one it is not known which moment it is. */
function momentIn(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})$/.exec(text.trim());
  if (match === null) return null;
  const [, date, minutes, seconds = ':00', offset = ''] = match;
  const milliseconds = Date.parse(`${date}T${minutes}${seconds}${offset.replace(/(\d{2}):?(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

function isSameNumber(one: Json, other: Json): boolean {
  const [first, second] = [numberIn(one), numberIn(other)];
  return first !== null && second !== null && sameValue(first, second);
}

function hasThousands(text: string): boolean {
  return /^\s*-?\d{1,3}(?:,\d{3})+(?:\.\d+)?\s*$/.test(text);
}

/** A number, or one that is written as text. */
function numberIn(value: Json): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const text = hasThousands(value) ? value.replaceAll(',', '') : value;
  return /^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
