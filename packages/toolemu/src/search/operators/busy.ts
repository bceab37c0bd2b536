import type { Reference } from '../../contract/index.ts';
import type { Operator } from './operator.ts';
import { errandsFor } from './pool.ts';

/** The same user asks for one more small thing. */
export const busy: Operator = {
  name: 'busy',
  description: 'the same user asks for one more small thing, with a check of its own',
  *propose(ground) {
    const known = new Set(ground.checks.achieved.map(({ id }) => id));
    // "The day after tomorrow" is another day to whoever has not slept yet.
    const isNight = ground.world.now.slice(11, 13) < '05';
    // Somebody who writes without capitals does not go on with them.
    if (/^\p{Ll}/u.test(ground.value.instruction)) return;
    for (const { id, words, calls, achieved, text } of errandsFor(ground)) {
      const check = `errand-${id}`;
      if (known.has(check) || (isNight && /\btomorrow\b|\bdays from now\b/.test(words))) continue;
      const doing = (reference: Reference): Reference => ({ ...reference, calls: [...reference.calls, ...calls] });
      const all = ground.value.references ?? [];
      yield {
        operator: this.name,
        site: id,
        why: `The user also asks: "${words}"`,
        hazard: ground.hazard,
        changes: {
          world: {},
          request: words,
          checks: { achieved: [{ id: check, when: achieved, text }] },
          references: all.filter(({ expect }) => expect.achieved).map(doing),
        },
      };
    }
  },
};
