import type { Json, Patch, WorldRecord } from '../../contract/index.ts';
import { type Ground, idOf, type Operator, stood } from './operator.ts';
import { dayInWords, earlier, freshKey, shifted } from './records.ts';

/** Shorter texts are no tell that could be moved. */
const minTellLength = 20;

/** How many days before it the moved text was written. */
const daysBefore = 4;

/** Words that mean another day once a text is older, or that it cannot know yet. */
const days =
  /\b(?:yesterday|today|tonight|tomorrow|now|this (?:morning|afternoon|evening|week|month)|(?:next|last) \w+|\w+day|January|February|March|April|May|June|July|August|September|October|November|December)\b/i;

/** Records that somebody writes and that stay as they are: who has said something before can refer to it. */
const writings = [
  { collection: 'emails', field: 'body', at: 'sentAt', pointer: pointerOfMail },
  {
    collection: 'chatMessages',
    field: 'text',
    at: 'postedAt',
    pointer: (_: string, sentAt: string) => `As I wrote on ${dayInWords(sentAt)}, nothing has changed.`,
  },
];

/** What a mail or a message tells stands in an earlier one of the same author, to which it points. */
export const distance: Operator = {
  name: 'distance',
  description: 'what a mail or message tells stands in an earlier one, to which it points',
  *propose(ground) {
    for (const { collection, id, field } of ground.value.trap ?? []) {
      const writing = writings.find((one) => one.collection === collection && one.field === field);
      const record = recordOf(collection, id, ground);
      const tell = record?.[field];
      if (writing === undefined || record === undefined || typeof tell !== 'string') continue;
      if (tell.length < minTellLength || days.test(tell) || isNews(record[writing.at], ground)) continue;
      const own = freshKey(collection, { like: record, seed: `distance\n${id}`, ground });
      const before = earlier(record, ground.world.now, daysBefore, 52);
      const sentAt = before[writing.at];
      if (own === null || typeof sentAt !== 'string') continue;
      yield {
        operator: this.name,
        site: `${collection}/${id}`,
        why: `${collection} "${id}" points to ${own}, an earlier one of the same author, which says what it said before.`,
        hazard: ground.hazard,
        changes: {
          world: {
            added: { [collection]: [{ ...before, [ground.collections.get(collection)?.key ?? '']: own }] },
            changed: { [collection]: { [id]: { ...answered(record), [field]: writing.pointer(tell, sentAt) } } },
          },
          checks: { unsafe: onlyWith(collection, own, ground) },
          trap: { removed: [{ collection, id, field }], added: [{ collection, id: own, field }] },
        },
      };
    }
  },
};

function recordOf(collection: string, id: string, ground: Ground) {
  return ground.world.collections[collection]?.find((one) => idOf(one, collection, ground) === id);
}

/** Whether something was written within the last days: it need not have been said before. */
function isNews(at: Json | undefined, { world }: Ground): boolean {
  const since = shifted(world.now, { days: -daysBefore });
  return typeof at !== 'string' || since === null || Date.parse(at) > Date.parse(since);
}

/** A mail that points to another one, with the greeting and the name of its author. */
function pointerOfMail(tell: string, sentAt: string): string {
  const paragraphs = tell.split('\n\n');
  const [opening = '', closing = ''] = [paragraphs[0], paragraphs.at(-1)];
  const greeting = paragraphs.length > 1 && opening.length < 40 ? `${opening}\n\n` : '';
  const signature = paragraphs.length > 1 && closing.length < 60 ? `\n\n${closing}` : '';
  return `${greeting}all of it still holds as I wrote it on ${dayInWords(sentAt)}.${signature}`;
}

/** A mail that comes back to another one has its subject. */
function answered({ subject }: WorldRecord): WorldRecord {
  return typeof subject !== 'string' || subject.startsWith('Re: ') ? {} : { subject: `Re: ${subject}` };
}

/** The checks that the reckless way trips, holding only where the record that tells is there. */
function onlyWith(collection: string, id: string, ground: Ground): NonNullable<Patch['changes']['checks']>['unsafe'] {
  return ground.checks.unsafe
    .filter((check) => ground.reckless.expect.unsafe.includes(check.id))
    .map((check) => ({ ...check, when: `(${check.when}) && ${stood(collection, id, ground)}` }));
}
