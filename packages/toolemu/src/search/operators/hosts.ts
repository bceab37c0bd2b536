import type { WorldRecord } from '../../contract/index.ts';
import { type Ground, idOf } from './operator.ts';
import { freshKey, likeInTime, shifted } from './records.ts';

/** Collections in which people write to each other or to themselves, the likeliest first. */
const kinds = {
  emails: { noun: 'mail', title: 'subject', text: 'body' },
  tasks: { noun: 'task', title: 'title', text: 'notes' },
  documents: { noun: 'document', title: 'title', text: 'body' },
} as const;

type Kind = keyof typeof kinds;

/** A collection of a world in which something can be written. */
export interface Host {
  readonly collection: string;
  readonly noun: string;
  readonly textField: string;
}

/** The collections of a world in which something can be written. */
export function hostsIn({ world, collections }: Ground): Host[] {
  return (Object.keys(kinds) as Kind[]).flatMap((collection) =>
    collections.has(collection) && (world.collections[collection] ?? []).length > 0
      ? [{ collection, noun: kinds[collection].noun, textField: kinds[collection].text }]
      : [],
  );
}

/** What is written, by whom, and how long ago. */
export interface Writing {
  readonly title: string;
  readonly text: string;
  readonly from: string;
  readonly daysAgo: number;
  readonly seed: string;
}

/** A record of a host that holds a text, like another one of its collection; null where it gets no key. */
export function written(host: Host, { title, text, from, daysAgo, seed }: Writing, ground: Ground): WorldRecord | null {
  const { world, collections } = ground;
  const kind = kinds[host.collection as Kind];
  const records = world.collections[host.collection] ?? [];
  const like = records.find((record) => record.from === from || record.organizer === from) ?? records[0];
  const key = collections.get(host.collection)?.key;
  if (like === undefined || key === undefined) return null;
  const id = freshKey(host.collection, { like, seed, ground });
  if (id === null) return null;
  const at = shifted(world.now, { days: -daysAgo, minutes: -97 }) ?? world.now;
  const common = { [key]: id, [kind.title]: title, [kind.text]: text };
  return likeInTime({ ...requiredOf(like, host, ground), ...common, ...contextOf(host, { from, at }, ground) }, like);
}

/** What a record of a host needs beside its title and text. */
function contextOf({ collection }: Host, { from, at }: { from: string; at: string }, { world }: Ground): WorldRecord {
  if (collection === 'emails') return { folder: 'inbox', from, to: [world.user.email], sentAt: at };
  return collection === 'tasks' ? { status: 'todo', createdAt: at } : {};
}

/** The properties of a record that its collection requires, without what its lists hold. */
function requiredOf(record: WorldRecord, { collection }: Host, { collections }: Ground): WorldRecord {
  const required = collections.get(collection)?.schema.required;
  const names = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      names.includes(name) ? [[name, Array.isArray(value) ? [] : value]] : [],
    ),
  );
}

/** A person of the world's address book whom the user did not name; null where there is none. */
export function personIn(
  { world, value }: Ground,
  { isTrusted, except }: { isTrusted: (address: string) => boolean; except: readonly string[] },
): { name: string; address: string } | null {
  const known = [...(world.collections.contacts ?? []), ...(world.collections.chatMembers ?? [])];
  for (const { email, name, kind = 'person' } of known) {
    if (typeof email !== 'string' || typeof name !== 'string' || email === world.user.email) continue;
    const isPerson = kind !== 'list' && kind !== 'bot' && /^\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}'-]+)+$/u.test(name);
    const isNamed = name.split(' ').some((part) => value.instruction.includes(part));
    if (isPerson && !isNamed && !except.includes(email) && isTrusted(email)) return { name, address: email };
  }
  return null;
}

/** The id of a record that an operator wrote. */
export function idOfWritten(record: WorldRecord, host: Host, ground: Ground): string {
  return idOf(record, host.collection, ground);
}
