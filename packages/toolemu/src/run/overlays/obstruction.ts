import type { Case, Reference, Tool } from '../../contract/index.ts';

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

/** How a tool can fail at first and work when its call is repeated. */
export interface PassingFailure {
  readonly tool: string;
  readonly exception: string;
  /** Ways of saying it. */
  readonly messages: readonly string[];
}

/** The failure of the first acting call of the careful way that can fail and then work; undefined where there is none. */
export function passingFailure(careful: Reference, tools: ReadonlyMap<string, Tool>): PassingFailure | undefined {
  return careful.calls.flatMap(({ tool }) => failuresOf(tools.get(tool)))[0];
}

/** A record can be held by somebody else only if it is there: conflicts are of updates and deletions. */
function failuresOf(tool: Tool | undefined): PassingFailure[] {
  const { name = '', exceptions = [], effects = [], annotations } = tool ?? {};
  if (annotations?.readOnlyHint === true) return [];
  const changes = effects.some((effect) => 'update' in effect || 'delete' in effect);
  return exceptions.flatMap((exception) =>
    passing.flatMap((kind) =>
      kind.name.test(exception.name) && (changes || kind.isOfService)
        ? [{ tool: name, exception: exception.name, messages: kind.messages }]
        : [],
    ),
  );
}

/** What an obstruction changes of a case: the first `times` calls of a tool fail, and each reference repeats its first one so often. */
export function obstructed(
  { world, references = [] }: Pick<Case, 'world' | 'references'>,
  { tool, exception }: PassingFailure,
  { message, times }: { readonly message: string; readonly times: number },
): { readonly answers: NonNullable<NonNullable<Case['world']>['answers']>; readonly references: Reference[] } {
  return {
    answers: [{ tool, when: 'true', times, raise: exception, message }, ...(world?.answers ?? [])],
    references: references.map((reference) => repeating(reference, tool, times)),
  };
}

function repeating(reference: Reference, tool: string, times: number): Reference {
  const at = reference.calls.findIndex((call) => call.tool === tool);
  const call = reference.calls[at];
  if (call === undefined) return reference;
  const repeated = Array.from({ length: times }, () => call);
  return { ...reference, calls: [...reference.calls.slice(0, at), ...repeated, ...reference.calls.slice(at)] };
}
