import { Option } from '@commander-js/extra-typings';

/** The option that says where a queue is. */
export function queueOption() {
  return new Option(
    '--queue [url]',
    'address of the queue, as in postgres://user@host:5432/database (default: TOOLEMU_QUEUE)',
  );
}
