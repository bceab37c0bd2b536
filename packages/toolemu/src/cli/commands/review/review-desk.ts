import { note } from '../../terminal/output.ts';
import { editText, keepText } from './review-editor.ts';
import { visible } from '../../../words/index.ts';

/** What a person may choose. */
export interface Choice<NAME extends string> {
  readonly value: NAME;
  readonly label: string;
}

/** Where a person reviews: what they are shown and asked. Null where they left. */
export interface Desk {
  tell(lines: readonly string[]): void;
  choose<NAME extends string>(message: string, choices: readonly Choice<NAME>[]): Promise<NAME | null>;
  ask(message: string): Promise<string | null>;
  /** Gives what a person made of a text. */
  edit(text: string): Promise<string>;
  /** Keeps what a person wrote, and gives the path of its file. */
  keep(text: string): string;
}

/** The person at this terminal. What they read is no result, and goes to stderr. */
export const terminalDesk: Desk = {
  tell: (lines) => note(lines.join('\n')),
  async choose(message, choices) {
    const { select } = await import('@clack/prompts');
    const options = choices.map(({ value, label }) => ({ value: String(value), label: visible(label) }));
    const chosen = await select<string>({ message: visible(message), options, output: process.stderr });
    return choices.find(({ value }) => value === chosen)?.value ?? null;
  },
  async ask(message) {
    const { text } = await import('@clack/prompts');
    const validate = (value: string | undefined): string | undefined =>
      (value ?? '').trim() === '' ? 'type something' : undefined;
    const typed = await text({ message: visible(message), validate, output: process.stderr });
    return typeof typed === 'string' ? typed : null;
  },
  edit: editText,
  keep: keepText,
};
