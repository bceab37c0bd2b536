import type { Command } from '@commander-js/extra-typings';
import { engineOptions } from '../../../options/engine-options.ts';
import { type OptionsOf, withOptions } from '../../../options/option-group.ts';
import { allowCommandOption } from '../../../options/trust-options.ts';
import { positiveInteger, temperature, url } from '../../../options/parsers.ts';

const temperatures = {
  names: '0.6',
  toolkits: '0.5',
  cases: '1',
  given: '0',
  resume: 'that with which the draft was begun',
} as const;

/** Options of all commands that draft toolkits and cases. */
export type GenerationFlags = OptionsOf<ReturnType<typeof generationOptions>> & {
  /** Toolkits by name, or files of them. */
  readonly toolkits?: string[];
  /** Files of cases, beside the built-in ones. */
  readonly cases?: string[];
};

/** Adds which model drafts, how it is asked, and what all commands have. */
export function generationOptions(kind: keyof typeof temperatures) {
  return (command: Command) =>
    withOptions(
      command
        .option(
          '--model <name>',
          `the language model, as in openai/gpt-4o${kind === 'resume' ? ' (default: that of the draft)' : ''}`,
        )
        .option('--base-url <url>', 'address of a compatible endpoint', url)
        .option('--temperature <t>', `temperature (default: ${temperatures[kind]})`, temperature)
        .option('--max-tokens <n>', 'greatest length of a reply, in tokens (default: 16384)', positiveInteger)
        .option('--drafts <folder>', 'folder of the drafts', 'drafts')
        .option('--prompt-only', 'print what would be asked first, and end without calling anything')
        .addOption(allowCommandOption())
        .option('--yes', 'do not ask before the model is called')
        .option('--json', 'print the result as JSON'),
      engineOptions,
    );
}
