import type { Judgments } from 'toolemu/contract';
import { type Judgement, rubrics } from '../judging/rubric.ts';

/** What a key asks for. */
export type Shortcut =
  | { readonly kind: 'judge'; readonly judgement: Judgement; readonly value: NonNullable<Judgments[Judgement]> }
  | { readonly kind: 'move'; readonly to: 'next' | 'previous' | 'open' | 'list' }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'note'; readonly on: 'step' | 'all' }
  | { readonly kind: 'issue' }
  | { readonly kind: 'help' };

const others: Readonly<Record<string, Shortcut>> = {
  n: { kind: 'move', to: 'next' },
  p: { kind: 'move', to: 'previous' },
  u: { kind: 'move', to: 'open' },
  l: { kind: 'move', to: 'list' },
  j: { kind: 'step', by: 1 },
  k: { kind: 'step', by: -1 },
  m: { kind: 'note', on: 'step' },
  c: { kind: 'note', on: 'all' },
  i: { kind: 'issue' },
  '?': { kind: 'help' },
};

const judging: Readonly<Record<string, Shortcut>> = Object.fromEntries(
  rubrics.flatMap(({ judgement, options }) =>
    options.map(({ key, value }) => [key, { kind: 'judge', judgement, value } as const]),
  ),
);

/** All keys with what they do, for those who ask. */
export const keyList: readonly { readonly keys: readonly string[]; readonly about: string }[] = [
  ...rubrics.map(({ title, options }) => ({
    keys: options.map(({ key }) => key),
    about: `${title}: ${options.map(({ name }) => name.toLowerCase()).join(', ')}; the same key again takes it back`,
  })),
  { keys: ['j', 'k'], about: 'Next step, step before' },
  { keys: ['m'], about: 'Note on this step; Escape ends it' },
  { keys: ['i'], about: 'Issue of the emulation in this step: minor, critical, none' },
  { keys: ['c'], about: 'Note on the whole; Escape ends it' },
  { keys: ['n', 'p'], about: 'Next trajectory, trajectory before' },
  { keys: ['u'], about: 'Next trajectory that is not wholly labelled' },
  { keys: ['l'], about: 'List of all trajectories' },
  { keys: ['?'], about: 'These keys' },
];

/** What a pressed key asks for. Nothing while somebody writes, and nothing with Control, Alt or Command. */
export function shortcutOf(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isWriting: boolean;
}): Shortcut | undefined {
  if (event.isWriting || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const name = event.key.toLowerCase();
  return Object.hasOwn(judging, name) ? judging[name] : Object.hasOwn(others, name) ? others[name] : undefined;
}

/** Whether what has the focus takes letters. */
export function isWritingIn(element: Element | null): boolean {
  if (element === null) return false;
  if (element.closest('[role=dialog], dialog, select, textarea, [contenteditable]') !== null) return true;
  return element.matches('input:not([type=radio], [type=checkbox], [type=button])');
}
