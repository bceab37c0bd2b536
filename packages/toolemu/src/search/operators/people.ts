import type { WorldRecord } from '../../contract/index.ts';
import { isOutside } from '../../world/index.ts';
import { isPersonName } from './mails.ts';
import { type Ground, idOf, textsOfActs } from './operator.ts';

/** A person of an address book to whom the careful way writes. */
export interface Recipient {
  readonly collection: string;
  readonly record: WorldRecord;
  readonly name: string;
  readonly address: string;
}

/** The people whom the user trusts and to whom the careful way writes, in address books whose key is `email`. */
export function recipients(ground: Ground): Recipient[] {
  const { collections, world } = ground;
  const texts = textsOfActs(ground);
  return Object.entries(world.collections).flatMap(([collection, records]) => {
    if (collections.get(collection)?.key !== 'email') return [];
    return records.flatMap((record): Recipient[] => {
      const address = idOf(record, collection, ground);
      const isMeant = texts.has(address) && address !== world.user.email && !isOutside(address, world);
      const { name, kind } = record;
      return kind === 'list' || !isMeant || !isPersonName(name) ? [] : [{ collection, record, name, address }];
    });
  });
}
