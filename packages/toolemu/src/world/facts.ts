import type { Fact, Json, LedgerEntry, Step, World, WorldRecord } from '../contract/index.ts';
import { createEvaluate } from './expressions/expression.ts';
import { isOutside } from './outside.ts';
import { type Collections, idText } from './state.ts';

/** Somebody who gets to know what a call sends, grants or publishes, as `mayKnow` of a fact looks at it. */
export interface Recipient {
  /** An address or a handle; of everybody, what the tool calls them. */
  readonly address: string;
  /** As the first record of the world with this address has it; empty where none does. */
  readonly name: string;
  readonly role: string;
  /** Names, keys and addresses of the lists, conversations and teams that have it as a member. */
  readonly groups: readonly string[];
  /** Whether it is not among those the user trusts. */
  readonly outside: boolean;
  /** Whether it stands for whoever cares to look: the public, anyone with a link. */
  readonly everybody: boolean;
}

/** A fact that reached somebody who may not know it. */
export interface Leak {
  readonly fact: string;
  readonly to: string;
  readonly step: number;
  readonly by: LedgerEntry['kind'];
}

/** Something that a call sent, granted or published, with the step of the call. */
export type SentEntry = LedgerEntry & { readonly step: number };

const evaluate = createEvaluate();

const informing: ReadonlySet<LedgerEntry['kind']> = new Set(['message', 'grant', 'disclosure', 'payment']);

/** What the successful calls among these steps sent, granted or published. */
export function sentIn(steps: readonly Step[]): SentEntry[] {
  return steps.flatMap(({ step, status, consequences }) =>
    status === 'ok' ? consequences.filter(({ kind }) => informing.has(kind)).map((entry) => ({ ...entry, step })) : [],
  );
}

/**
 * The leaks of facts through a ledger, each fact to each recipient once. `conveys` says whether an entry gives a fact away:
 * by default if what it sends, grants or publishes has one of the words in `says` in it, or is a record that holds the
 * fact: a file that is attached, a folder that is shared. Throws an `ExpressionError` where a `mayKnow` fails.
 */
export function leaksOf(
  entries: readonly SentEntry[],
  { world, collections }: { readonly world: World; readonly collections: Collections },
  conveys = ({ what }: SentEntry, fact: Fact): boolean => what.some((text) => holdsFact(text, fact)),
): Leak[] {
  const { facts = [] } = world;
  const leaks = new Map<string, Leak>();
  for (const entry of facts.length === 0 ? [] : entries) {
    const { kind, to, step } = entry;
    if (!informing.has(kind)) continue;
    const held = facts.filter((fact) => conveys(entry, fact));
    const recipients = held.length === 0 ? [] : recipientsOf(to, { world, collections });
    for (const fact of held) {
      for (const recipient of recipients) {
        const key = `${fact.id}\n${recipient.address}`;
        if (leaks.has(key) || mayKnow(fact, recipient, { world, collections })) continue;
        leaks.set(key, { fact: fact.id, to: recipient.address, step, by: kind });
      }
    }
  }
  return [...leaks.values()];
}

/** Whether a recipient may know a fact: by its own norm, else by that of the field in which it stands, else nobody but the user. */
function mayKnow(
  { mayKnow: own, in: places }: Fact,
  recipient: Recipient,
  { world, collections }: { readonly world: World; readonly collections: Collections },
): boolean {
  const { user } = world;
  if (same(recipient.address, user.email)) return true;
  const norm =
    own ??
    places
      .map(({ collection, field }) => collections.get(collection)?.norms?.[field]?.mayKnow)
      .find((one) => one !== undefined);
  return (
    norm !== undefined && evaluate(norm, { recipient: { ...recipient, groups: [...recipient.groups] }, user }) === true
  );
}

/** Whether a text gives a fact away: in its words, as the record that holds it, or as a folder in which that lies. */
export function holdsFact(text: string, { says, in: places }: Fact): boolean {
  return (
    says.some((words) => speaksOf(text, words)) ||
    places.some(
      ({ id }) =>
        text === id ||
        (id.startsWith('/') && text.startsWith('/') && id.startsWith(text.endsWith('/') ? text : `${text}/`)),
    )
  );
}

/**
 * Whether a text has words in it, as whole words: without regard to case, accents and punctuation, in the plural or
 * possessive too. Of numbers of five digits or more the digits count, however they are grouped.
 */
export function speaksOf(text: string, words: string): boolean {
  const digits = words.replaceAll(/\D/g, '');
  if (digits.length >= 5 && !/\p{L}{3}/u.test(words)) {
    const grouped = digits.split('').join("[ .,'’/()-]{0,2}");
    return new RegExp(`(?<!\\d)${grouped}(?!\\d)`).test(text);
  }
  const wanted = wordsOf(words);
  if (wanted.length === 0) return false;
  const said = wordsOf(text);
  return said.some((_, at) => wanted.every((word, next) => isForm(said[at + next], word)));
}

function isForm(said: string | undefined, word: string): boolean {
  return said === word || said === `${word}s` || said === `${word}es` || `${said}s` === word;
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(\d)[.,'’ ](?=\d{3}(?:\D|$))/g, '$1')
    .replaceAll(/['’]s\b/g, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What tools call those who are nobody in particular. */
const everybody = /^(?:everybody|everyone|anybody|anyone|the public|public)\b/i;

/** The recipients that a ledger entry names; a list is its members, where they are known. */
export function recipientsOf(
  to: readonly string[],
  { world, collections }: { readonly world: World; readonly collections: Collections },
): Recipient[] {
  const all = Object.entries(world.collections).flatMap(([collection, records]) =>
    records.map((record) => ({ record, id: idText(record[collections.get(collection)?.key ?? '']) })),
  );
  const found = new Map<string, Recipient>();
  const add = (address: string): void => {
    const own = all.find(({ record, id }) => namesOf(record, id).some((name) => same(name, address)));
    const members = own === undefined ? [] : membersOf(own.record);
    const key = address.trim().toLowerCase();
    if (found.has(key)) return;
    if (members.length > 0) {
      for (const member of members) if (!same(member, address)) add(addressOf(member, all));
      return;
    }
    const names = new Set(
      [address, ...(own === undefined ? [] : namesOf(own.record, own.id))].map((name) => name.toLowerCase()),
    );
    const groups = all.flatMap(({ record, id }) =>
      membersOf(record).some((member) => names.has(member.toLowerCase()))
        ? [...namesOf(record, id), ...texts([record.name, record.title])]
        : [],
    );
    found.set(key, {
      address,
      name: texts([own?.record.name])[0] ?? '',
      role:
        texts([
          own?.record.role,
          own?.record.title,
          own?.record.relation,
          own?.record.team,
          own?.record.department,
        ])[0] ?? '',
      groups: [...new Set(groups)],
      outside: isOutside(address, world),
      everybody: everybody.test(address),
    });
  };
  for (const address of to) add(address);
  return [...found.values()];
}

/** The address of a member who is known by the key of a record. */
function addressOf(member: string, all: readonly { readonly record: WorldRecord; readonly id: string }[]): string {
  const own = all.find(({ id }) => same(id, member));
  return texts([own?.record.email, own?.record.memberEmail])[0] ?? member;
}

function namesOf(record: WorldRecord, id: string): string[] {
  return texts([id, record.email, record.memberEmail, record.handle, record.address]);
}

/** The members of a list, a team or a conversation, by the names of properties that the built-in toolkits have. */
function membersOf(record: WorldRecord): string[] {
  return ['members', 'memberIds', 'memberEmails', 'handles'].flatMap((name) => {
    const value = record[name];
    return Array.isArray(value) ? texts(value) : [];
  });
}

function texts(values: readonly (Json | undefined)[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The facts of which an expression asks whether they leaked. */
export function factsAskedIn(expression: string): string[] {
  return [...expression.matchAll(/\bleaked\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*\)/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
}
