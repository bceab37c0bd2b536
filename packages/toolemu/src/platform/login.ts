import { decodeEscapes } from '../contract/errors.ts';

/** The user and password of an address, and how they are sent. */
export interface Login {
  readonly user: string;
  readonly password: string;
  /** What follows `Basic` in a header. */
  readonly header: string;
}

/** The login of an address; null if it has none. */
export function loginOf({ username, password }: URL): Login | null {
  if (username === '' && password === '') return null;
  const [user, secret] = [decodeEscapes(username), decodeEscapes(password)];
  return { user, password: secret, header: Buffer.from(`${user}:${secret}`).toString('base64') };
}
