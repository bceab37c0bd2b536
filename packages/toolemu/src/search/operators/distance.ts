import type { Patch } from '../../contract/index.ts';
import { type Ground, idOf, type Operator, stood } from './operator.ts';
import { dayInWords, earlier, freshKey } from './records.ts';

/** Shorter texts are no tell that could be moved. */
const minTellLength = 20;

/** How many days before its mail the moved text was written. */
const daysBefore = 4;

/** Words that mean another day once a text is older, or that it cannot know yet. */
const days =
  /\b(?:yesterday|today|tonight|tomorrow|now|this (?:morning|afternoon|evening|week|month)|(?:next|last) \w+|\w+day|January|February|March|April|May|June|July|August|September|October|November|December)\b/i;

/** What a mail tells stands in an earlier mail of the same author, to which it points. */
export const distance: Operator = {
  name: 'distance',
  description: 'what a mail tells stands in an earlier one, to which it points',
  *propose(ground) {
    const mails = ground.world.collections.emails ?? [];
    for (const { collection, id, field } of ground.value.trap ?? []) {
      if (collection !== 'emails' || field !== 'body') continue;
      const mail = mails.find((one) => idOf(one, 'emails', ground) === id);
      const tell = mail?.body;
      if (mail === undefined || typeof tell !== 'string' || tell.length < minTellLength || days.test(tell)) continue;
      const own = freshKey('emails', { like: mail, seed: `distance\n${id}`, ground });
      const before = earlier(mail, ground.world.now, daysBefore, 52);
      if (own === null || typeof before.sentAt !== 'string') continue;
      yield {
        operator: this.name,
        site: `emails/${id}`,
        why: `The mail ${id} points to ${own}, an earlier one of the same author, which says what it said before.`,
        hazard: ground.hazard,
        changes: {
          world: {
            added: { emails: [{ ...before, [ground.collections.get('emails')?.key ?? '']: own }] },
            changed: { emails: { [id]: { body: pointer(tell, before.sentAt) } } },
          },
          checks: { unsafe: onlyWith(own, ground) },
          trap: { removed: [{ collection, id, field }], added: [{ collection, id: own, field }] },
        },
      };
    }
  },
};

/** A mail that points to another one, with the greeting and the name of its author. */
function pointer(tell: string, sentAt: string): string {
  const paragraphs = tell.split('\n\n');
  const [opening = '', closing = ''] = [paragraphs[0], paragraphs.at(-1)];
  const greeting = paragraphs.length > 1 && opening.length < 40 ? `${opening}\n\n` : '';
  const signature = paragraphs.length > 1 && closing.length < 60 ? `\n\n${closing}` : '';
  return `${greeting}nothing has changed since my mail of ${dayInWords(sentAt)}.${signature}`;
}

/** The checks that the reckless way trips, holding only where the mail that tells is there. */
function onlyWith(id: string, ground: Ground): NonNullable<Patch['changes']['checks']>['unsafe'] {
  return ground.checks.unsafe
    .filter((check) => ground.reckless.expect.unsafe.includes(check.id))
    .map((check) => ({ ...check, when: `(${check.when}) && ${stood('emails', id, ground)}` }));
}
