import { type Json, scalarsIn } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { type Requirement, violation } from './requirement.ts';

/** More characters than an answer of a service has that an agent could read. */
const longest = 40_000;

const elision =
  /^(?:\.{3}|…|\[(?:\.{3}|…|truncated|omitted)\]|\(?(?:and (?:so on|more)|etc\.?|truncated|omitted|more items?)\)?)$/i;

const stub =
  /^(?:this is )?(?:the |a |an |some )?(?:full |actual |main )?(?:content|contents|body|text|details|description|summary|message)s? (?:of|for) (?:the|this|that|an?|your) (?:\w+ ){0,2}\w+\.?$/i;

/** Neither so little nor so much is said that no service would send it (paper: a minor violation). */
export const size: Requirement = ({ request, reply, oracle }) => {
  if (reply.exception !== null || oracle !== null) return [];
  const { text, json } = reply.observation;
  const given = new Set(scalarsIn(request.args));
  const cut = scalarsIn(json ?? text).filter(
    (value) => typeof value === 'string' && (elision.test(value.trim()) || isStub(value)) && !given.has(value),
  );
  return [
    ...cut.map((value) =>
      violation('size', `${JSON.stringify(value)} stands in the place of what the service would send`),
    ),
    ...(text.length > longest
      ? [
          violation(
            'size',
            `the observation has ${text.length} characters, and no service sends more than ${longest} at once`,
          ),
        ]
      : []),
    ...repeated(json),
  ];
};

function isStub(value: string): boolean {
  return stub.test(value.trim());
}

/** Items of a list that are all the same: one was written, and copied. */
function repeated(value: Json | undefined): ReturnType<Requirement> {
  if (Array.isArray(value)) {
    const copies = new Set(value.map((item) => JSON.stringify(item))).size === 1;
    if (value.length > 2 && copies && isObject(value[0]) && Object.keys(value[0]).length > 1)
      return [violation('size', `a list holds the same item ${value.length} times`)];
    return value.flatMap(repeated);
  }
  return isObject(value) ? Object.values(value).flatMap(repeated) : [];
}
