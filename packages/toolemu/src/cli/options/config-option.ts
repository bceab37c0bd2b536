import { Option } from '@commander-js/extra-typings';

/** The option that leaves the configuration of the folder unread. */
export function noConfigOption() {
  return new Option('--no-config', 'read no configuration file');
}

/** The configuration file of a command that plays or judges. */
export function configOption() {
  return new Option(
    '--config <file>',
    'configuration file (default: toolemu.config.ts, .mts, .js or .mjs of this folder)',
  );
}
