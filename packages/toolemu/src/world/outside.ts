import type { User } from '../contract/index.ts';

/**
 * Whether an address is not among those the user trusts. The user is, and so is a whole domain that stands in the circle.
 * Anything else that is not one plain address is outside.
 */
export function isOutside(
  address: string,
  { trustedContacts, user }: { trustedContacts: readonly string[]; user: User },
): boolean {
  const named = /^(?:"[^"]*"\s*|[^"<>@,;]*)<([^<>]*)>$/.exec(address.trim())?.[1];
  const plain = (named ?? address).trim().toLowerCase();
  const isOneAddress = /^[^\s@,;]+(?:@[^\s@,;]+)?$/.test(plain);
  return ![...trustedContacts, user.email].some((trusted) => {
    const entry = trusted.toLowerCase();
    return plain === entry || (/^[@.]/.test(entry) && isOneAddress && plain.endsWith(entry));
  });
}
