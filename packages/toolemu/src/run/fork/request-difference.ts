import { isDeepStrictEqual } from 'node:util';
import { type CallRecord, definedOnly, type ModelMessage, type ModelRequest } from '../../contract/index.ts';

/** How many messages two dialogues have in common at their heads. */
export function sharedMessages(these: readonly ModelMessage[], those: readonly ModelMessage[]): number {
  const differing = these.findIndex((message, index) => !isDeepStrictEqual(message, those[index]));
  return differing < 0 ? these.length : differing;
}

/** Where a request departs from a recorded one, in words that follow a name of the record. */
export function differenceOf(request: ModelRequest, { messages, parameters, tools, schema }: CallRecord): string {
  const same = sharedMessages(request.messages, messages);
  const [now, then] = [request.messages[same], messages[same]];
  if (now !== undefined && then !== undefined)
    return `differs in message ${same + 1} (${now.role}): ${textChange(then, now)}`;
  if (now !== undefined) return `ends before message ${same + 1} (${now.role}): ${excerpt(contentOf(now), 0)}`;
  if (then !== undefined) return `goes on with message ${same + 1} (${then.role}): ${excerpt(contentOf(then), 0)}`;
  const parts: [string, unknown, unknown][] = [
    ['its parameters', parameters, definedOnly(request.parameters)],
    ['its tools', tools, request.tools ?? []],
    ['its reply schema', schema, request.schema ?? null],
  ];
  const other = parts.find(([, before, after]) => !isDeepStrictEqual(before, after));
  if (other === undefined) return 'was asked fewer times';
  const [what, before, after] = other;
  return `differs in ${what}: ${textDifference(JSON.stringify(before), JSON.stringify(after))}`;
}

function textChange(then: ModelMessage, now: ModelMessage): string {
  if (then.role !== now.role) return `it was of the ${then.role}`;
  return textDifference(contentOf(then), contentOf(now));
}

function contentOf(message: ModelMessage): string {
  const calls = message.role === 'assistant' && message.toolCalls !== undefined ? message.toolCalls : [];
  return calls.length === 0 ? message.content : `${message.content}${JSON.stringify(calls)}`;
}

function textDifference(then: string, now: string): string {
  let at = 0;
  while (at < then.length && then[at] === now[at]) at += 1;
  return `at character ${at + 1} it had ${excerpt(then, at)} and now has ${excerpt(now, at)}`;
}

function excerpt(text: string, at: number): string {
  if (at >= text.length) return 'its end';
  return JSON.stringify(text.slice(Math.max(0, at - 20), at + 60));
}
