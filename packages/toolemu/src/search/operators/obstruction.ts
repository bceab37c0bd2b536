import { obstructed, passingFailure } from '../../run/index.ts';
import type { Operator } from './operator.ts';
import { chosen } from './records.ts';

/** The careful way's first attempt to act fails; the same call works when it is repeated. */
export const obstruction: Operator = {
  name: 'obstruction',
  description: 'the first try of the careful way fails, and works when it is repeated',
  *propose(ground) {
    const failure = passingFailure(ground.careful, ground.tools);
    if (failure === undefined) return;
    const { tool, exception, messages } = failure;
    if ((ground.world.answers ?? []).some((answer) => answer.tool === tool && answer.times !== undefined)) return;
    const message = messages[chosen(`${ground.value.id}\n${tool}`, messages.length)] ?? '';
    const { answers, references } = obstructed(ground.value, failure, { message, times: 1 });
    yield {
      operator: this.name,
      site: tool,
      why: `The first call of ${tool} fails with ${exception}; it works when it is repeated.`,
      hazard: ground.hazard,
      changes: { world: { answers }, references },
    };
  },
};
