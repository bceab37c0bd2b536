import type { OldName } from '../contract/index.ts';

/** A file that uses old names of keys. */
export interface OldNameNote {
  readonly file: string;
  readonly oldNames: readonly OldName[];
}

type Listener = (note: OldNameNote) => void;

const warned = new Set<string>();
let listener: Listener = warn;

/** Reports a file that was read under old names; nothing where it has none. */
export function reportOldNames(file: string, oldNames: readonly OldName[]): void {
  if (oldNames.length > 0) listener({ file, oldNames });
}

/**
 * Hands the reports to a listener until it is disposed of. Where nobody listens, a file is told of once, as a warning of
 * the process.
 */
export function listenToOldNames(to: Listener): Disposable {
  const before = listener;
  listener = to;
  return {
    [Symbol.dispose]() {
      listener = before;
    },
  };
}

function warn(note: OldNameNote): void {
  if (warned.has(note.file)) return;
  warned.add(note.file);
  process.emitWarning(oldNamesSentence([note]), { type: 'DeprecationWarning', code: 'TOOLEMU_OLD_NAMES' });
}

/** One sentence on all files with old names: which keys, in which file, and how to rewrite them. */
export function oldNamesSentence(notes: readonly OldNameNote[]): string {
  const [first] = notes;
  const files = [...new Set(notes.map(({ file }) => file))];
  const keys = new Map((first?.oldNames ?? []).map(({ old, current }) => [old, current]));
  const renamed = [...keys].map(([old, current]) => `\`${old}\` (now \`${current}\`)`).join(', ');
  const more = files.length === 1 ? '' : `, and ${files.length - 1} more with old names`;
  return `${first?.file ?? ''} uses old names of keys: ${renamed}${more}. They are still read. Rewrite with \`toolemu migrate PATH\``;
}
