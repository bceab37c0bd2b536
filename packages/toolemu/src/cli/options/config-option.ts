import { Option } from '@commander-js/extra-typings';

/** The configuration file of a command that plays or judges. */
export function configOption() {
  return new Option(
    '--config <file>',
    'configuration file (default: toolemu.config.ts, .mts, .js or .mjs of this folder)',
  );
}
