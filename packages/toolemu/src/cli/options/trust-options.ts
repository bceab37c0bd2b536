import { Option } from '@commander-js/extra-typings';

/** The option that lets a key go to an address out of a file. */
export function allowAddressOption() {
  return new Option('--allow-address <urls...>', 'addresses named by a file or .env that may get keys');
}

/** The option that lets start what a file names. */
export function allowCommandOption() {
  return new Option('--allow-command <words...>', 'what a file may start on this machine, word for word');
}
