import type { WorldRecord } from '../../contract/index.ts';
import { type Ground, idOf } from './operator.ts';
import {
  chosen,
  earlier,
  freshKey,
  isNamed,
  isPast,
  isTimed,
  labelOf,
  monthInWords,
  noteField,
  shifted,
} from './records.ts';

/** Days of 52 weeks: a year later it is the same weekday, and the same offset from UTC. */
const yearDays = 364;

/** How many of a number's last digits differ. */
const changedDigits = 4;

/** Properties by which somebody is reached, paid or told apart, and which change. */
const detailNames = /^(?:e?mail|phone|mobile|fax|iban|accountNumber|bankAccount)$/i;

/** A record with more properties tells a story of its own, which a copy would tell again. */
const maxProperties = 8;

/** Whoever is known for so long may have had an entry before. */
const minDaysKnown = 120;

/** A longer note belongs to the story of its record, which an older entry need not fit. */
const maxNoteLength = 60;

/** An older entry for what a record stands for, with other numbers than the one in use. */
export interface OldEntry {
  readonly record: WorldRecord;
  readonly id: string;
  /** The property that says that it is not in use any more. */
  readonly note: string;
}

/**
 * An older entry beside a record that people enter by hand; null where its collection is none of these: it needs a note, a
 * tool that creates records, and numbers that can differ.
 */
export function oldEntry(
  { collection, record, seed }: { collection: string; record: WorldRecord; seed: string },
  ground: Ground,
): OldEntry | null {
  const declared = ground.collections.get(collection);
  const note = declared === undefined ? null : noteField(declared);
  if (declared === undefined || note === null || !isEnteredByHand(collection, ground)) return null;
  const known = record[note];
  if (typeof known === 'string' && known.length > maxNoteLength) return null;
  if (Object.keys(record).length > maxProperties) return null;
  if (!isNamed(labelOf(record, collection, ground), idOf(record, collection, ground))) return null;
  const details = Object.entries(record).flatMap(([name, value]) => {
    if (typeof value !== 'string' || name === declared.key || !detailNames.test(name)) return [];
    if (isAddress(value)) return [[name, formerAddress(value, seed)] as const];
    return isNumber(value) ? [[name, otherDigits(value, `${seed}\n${name}`)] as const] : [];
  });
  const id = freshKey(collection, { like: record, seed, ground });
  const first = firstDay(record, ground.world.now);
  if (id === null || details.length === 0 || first === null) return null;
  const since = shifted(first, { days: -2 - chosen(seed, 5) }) ?? first;
  return {
    id,
    note,
    record: {
      ...earlier(record, ground.world.now, yearDays * (1 + chosen(`${seed} years`, 2)), 17),
      ...Object.fromEntries(details),
      [declared.key]: id,
      [note]: `Old entry, no longer in use since ${monthInWords(since)}.`,
    },
  };
}

/** An account, a phone number, a reference: no moment, and no sentence. */
export function isNumber(value: string): boolean {
  return (
    /^[A-Za-z0-9+(][A-Za-z0-9 .+/()-]{4,40}$/.test(value) &&
    (value.match(/\d/g)?.length ?? 0) >= changedDigits + 2 &&
    !/^\d{4}-\d\d-\d\d/.test(value)
  );
}

/** An address of the same person at a provider for everybody. */
export function formerAddress(address: string, seed: string): string {
  const local = address.split('@')[0] ?? 'post';
  const providers = ['fernpost.net', 'mailhafen.org', 'inboxly.net', 'korreo.org'];
  return `${local}@${providers[chosen(seed, providers.length)]}`;
}

function isAddress(value: string): boolean {
  return /^[\w.+-]+@[\w.-]+\.\w+$/.test(value);
}

/** People are, and whatever a tool can add to. */
function isEnteredByHand(collection: string, { tools, collections }: Ground): boolean {
  const properties = Object.keys(collections.get(collection)?.schema.properties ?? {});
  if (properties.includes('name') && (properties.includes('phone') || properties.includes('email'))) return true;
  return [...tools.values()].some(({ effects = [] }) =>
    effects.some((effect) => 'create' in effect && effect.create === collection),
  );
}

/** The day since which there is a record; null where that is not known, or so near that an older entry would surprise. */
function firstDay(record: WorldRecord, now: string): string | null {
  const days = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && isTimed(name) && isPast(value, now) ? [value.slice(0, 10)] : [],
  );
  const [first] = days.toSorted();
  const latest = shifted(now.slice(0, 10), { days: -minDaysKnown }) ?? now;
  return first === undefined || first > latest ? null : first;
}

/** A number with other last digits. */
function otherDigits(value: string, seed: string): string {
  const count = value.match(/\d/g)?.length ?? 0;
  let at = 0;
  return value.replaceAll(/\d/g, (digit) => {
    at += 1;
    return at <= count - changedDigits ? digit : String((Number(digit) + 1 + chosen(`${seed}\n${at}`, 8)) % 10);
  });
}
