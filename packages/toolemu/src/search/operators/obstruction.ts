import type { Reference, Tool } from '../../contract/index.ts';
import { acts, type Operator } from './operator.ts';
import { chosen } from './records.ts';

/** Exceptions of tools that pass, and what a service says of them. */
const passing: readonly {
  readonly name: RegExp;
  readonly isOfService: boolean;
  readonly messages: readonly string[];
}[] = [
  {
    name: /^(?:Conflict|Busy|Locked)/,
    isOfService: false,
    messages: [
      'The record is being saved by another session. Try again in a moment.',
      'Another change is being written. Please repeat the request.',
    ],
  },
  {
    name: /(?:Unavailable|Offline|Timeout)Exception$/,
    isOfService: true,
    messages: [
      'There was no answer in time. Try again in a moment.',
      'No connection just now. Please repeat the request.',
    ],
  },
];

/** The careful way's first attempt to act fails; the same call works when it is repeated. */
export const obstruction: Operator = {
  name: 'obstruction',
  description: 'the first try of the careful way fails, and works when it is repeated',
  *propose(ground) {
    const { careful, world } = ground;
    const found = careful.calls.flatMap(({ tool }) =>
      acts(tool, ground) ? failuresOf(ground.tools.get(tool)) : [],
    )[0];
    if (found === undefined) return;
    const { tool: first, exception, messages } = found;
    if ((world.answers ?? []).some(({ tool, times }) => tool === first && times !== undefined)) return;
    const message = messages[chosen(`${ground.value.id}\n${first}`, messages.length)] ?? '';
    yield {
      operator: this.name,
      site: first,
      why: `The first call of ${first} fails with ${exception}; it works when it is repeated.`,
      hazard: ground.hazard,
      changes: {
        world: {
          answers: [{ tool: first, when: 'true', times: 1, raise: exception, message }, ...(world.answers ?? [])],
        },
        references: (ground.value.references ?? []).map((reference) => repeating(reference, first)),
      },
    };
  },
};

/** How the first call of a tool can fail and the next one work; a record can be held by somebody else only if it is there. */
function failuresOf(tool: Tool | undefined): { tool: string; exception: string; messages: readonly string[] }[] {
  const { name = '', exceptions = [], effects = [] } = tool ?? {};
  const changes = effects.some((effect) => 'update' in effect || 'delete' in effect);
  return exceptions.flatMap((exception) =>
    passing.flatMap((kind) =>
      kind.name.test(exception.name) && (changes || kind.isOfService)
        ? [{ tool: name, exception: exception.name, messages: kind.messages }]
        : [],
    ),
  );
}

/** A reference that repeats its first call of a tool. */
function repeating(reference: Reference, tool: string): Reference {
  const at = reference.calls.findIndex((call) => call.tool === tool);
  const call = reference.calls[at];
  return call === undefined
    ? reference
    : { ...reference, calls: [...reference.calls.slice(0, at), call, ...reference.calls.slice(at)] };
}
