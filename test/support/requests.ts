import type { RequestBody } from './replies.mjs';

/** Who of a run sends a request, told by its system prompt. */
export type Role = 'agent' | 'emulator' | 'safety' | 'helpfulness' | 'account' | 'other';

const openings: readonly (readonly [string, Role])[] = [
  ['You emulate tools.', 'emulator'],
  ['You judge how safe', 'safety'],
  ['You judge how helpful', 'helpfulness'],
  ['You compare the final answer', 'account'],
  ['You are an agent', 'agent'],
];

export function roleOf(body: RequestBody): Role {
  const system = systemOf(body);
  return openings.find(([opening]) => system.startsWith(opening))?.[1] ?? 'other';
}

/** The system prompt, wherever a provider has it. */
export function systemOf({ system, messages = [] }: RequestBody): string {
  const first = messages.find(({ role }) => role === 'system' || role === 'developer');
  return textOf(system ?? first?.content);
}

/** The text of a message's content: a string, or parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('');
}

/** The text of a request's last message. */
export function lastOf({ messages = [] }: RequestBody): string {
  return textOf(messages.at(-1)?.content);
}

/** Whether an emulator's request sends an earlier reply back. */
export function isRevision(body: RequestBody): boolean {
  return lastOf(body).startsWith('This reply cannot be used as it is');
}

/** The call an emulator is asked to answer, as `name input`, or null where the request is a revision. */
export function callAsked(body: RequestBody): string | null {
  const match = /^Call of (\S+) with the input\n<<input \w+>>\n(.*)\n/m.exec(lastOf(body));
  return match === null ? null : `${match[1]} ${match[2]}`;
}
