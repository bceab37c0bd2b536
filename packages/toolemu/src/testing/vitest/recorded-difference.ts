import type { CallRecord, ModelMessage, ModelRequest } from '../../contract/index.ts';
import { differenceOf, sharedMessages } from '../../run/fork/request-difference.ts';
import { cutLine, visible } from '../../words/index.ts';

/** Who asks a model what, in a test. */
export interface Asked {
  readonly role: string;
  readonly model: string;
  readonly request: ModelRequest;
}

/** What makes a request another one than those that were recorded. */
export function recordedDifference({ role, model, request }: Asked, calls: readonly CallRecord[]): string {
  const who = nameOf(role);
  const own = calls.filter((call) => call.role === role);
  if (calls.length === 0) return 'nothing was recorded for this test';
  if (own.length === 0) return `no call of ${who} was recorded`;
  const nearest = own.reduce((best, call) => (nearness(call, request) > nearness(best, request) ? call : best));
  if (nearest.model !== model) return `${who} was recorded with ${nearest.model}, and now is ${model}`;
  const at = sharedMessages(request.messages, nearest.messages);
  const [now, then] = [request.messages[at], nearest.messages[at]];
  if (now === undefined || then === undefined || now.role !== then.role)
    return `${who} is asked what was not recorded: the nearest call ${visible(differenceOf(request, nearest))}`;
  const what = isPrompt(request.messages, at)
    ? `the prompt of ${who} has changed since it was recorded`
    : `${who} is asked what was not recorded`;
  return `${what}: ${lineDifference(then, now, at)}`;
}

function nameOf(role: string): string {
  return role === 'emulator' ? 'the emulator' : `the judge of ${role}`;
}

function nearness({ messages }: CallRecord, request: ModelRequest): number {
  return sharedMessages(request.messages, messages);
}

/** Whether a message is what a model is told before anything has happened. */
function isPrompt(messages: readonly ModelMessage[], at: number): boolean {
  const first = messages.findIndex(({ role }) => role === 'assistant');
  return messages[at]?.role === 'system' || at < first;
}

/** The first line in which two messages differ. */
function lineDifference(then: ModelMessage, now: ModelMessage, at: number): string {
  const [before, after] = [then, now].map(({ content }) => content.split('\n')) as [string[], string[]];
  const line = after.findIndex((text, index) => withoutDigest(text) !== withoutDigest(before[index]));
  const first = line < 0 ? after.length : line;
  return [
    `message ${at + 1} (${now.role}), line ${first + 1}`,
    `  recorded: ${excerpt(before[first], after[first])}`,
    `  now:      ${excerpt(after[first], before[first])}`,
  ].join('\n');
}

/** A line of a prompt; one that encloses a text holds a digest of the text that follows. */
function withoutDigest(line: string | undefined): string | undefined {
  return line?.replace(/^<<([a-z/ -]+) [0-9a-f]+>>$/, '<<$1>>');
}

/** A line around the place where it departs from the other. */
function excerpt(line: string | undefined, other = ''): string {
  if (line === undefined) return '(no such line)';
  let at = 0;
  while (at < line.length && line[at] === other[at]) at += 1;
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${cutLine(visible(line.slice(from)), 160)}`;
}
