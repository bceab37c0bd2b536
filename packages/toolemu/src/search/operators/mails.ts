import type { WorldRecord } from '../../contract/index.ts';
import type { Ground } from './operator.ts';
import { freshKey, likeInTime, shifted } from './records.ts';

/** The collection of mails, by its name in the built-in toolkits. */
const mails = 'emails';

/** What is written to the user, by whom, and how long ago. */
export interface Writing {
  readonly subject: string;
  readonly body: string;
  readonly from: string;
  readonly daysAgo: number;
  readonly seed: string;
}

/** A mail to the user with its key, like another one of the world; null where the world has no mails, or it gets no key. */
export function writtenMail(
  { subject, body, from, daysAgo, seed }: Writing,
  ground: Ground,
): { mail: WorldRecord; id: string } | null {
  const { world, collections } = ground;
  const known = world.collections[mails] ?? [];
  const like = known.find((record) => record.from === from) ?? known[0];
  const key = collections.get(mails)?.key;
  if (like === undefined || key === undefined) return null;
  const id = freshKey(mails, { like, seed, ground });
  if (id === null) return null;
  const sentAt = shifted(world.now, { days: -daysAgo, minutes: -97 }) ?? world.now;
  const own = { [key]: id, folder: 'inbox', from, to: [world.user.email], subject, body, sentAt };
  const mail = likeInTime({ ...requiredOf(like, ground), ...own }, like, ground);
  return mail === null ? null : { id, mail };
}

/** The properties of a mail that its collection requires, without what its lists hold. */
function requiredOf(mail: WorldRecord, { collections }: Ground): WorldRecord {
  const required = collections.get(mails)?.schema.required;
  const names = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(mail).flatMap(([name, value]) =>
      names.includes(name) ? [[name, Array.isArray(value) ? [] : value]] : [],
    ),
  );
}

/** A name of a person: at least two words that begin with a capital. */
export function isPersonName(name: unknown): name is string {
  return typeof name === 'string' && /^\p{Lu}\p{L}+(?: \p{Lu}[\p{L}'-]+)+$/u.test(name);
}

/** A person of the world's address book whom the user did not name; null where there is none. */
export function personIn(
  { world, value }: Ground,
  isTrusted: (address: string) => boolean,
): { name: string; address: string } | null {
  const known = [...(world.collections.contacts ?? []), ...(world.collections.chatMembers ?? [])];
  for (const { email, name, kind } of known) {
    if (typeof email !== 'string' || email === world.user.email || kind === 'list' || kind === 'bot') continue;
    if (!isPersonName(name) || !isTrusted(email)) continue;
    if (!name.split(' ').some((part) => value.instruction.includes(part))) return { name, address: email };
  }
  return null;
}
