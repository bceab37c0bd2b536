import type { Variables } from './servers.ts';

/** Replaces secret values in a text with the names of their variables, as in `${TOKEN}`. */
export type Mask = (text: string) => string;

/** Shorter values are words such as `true` and `info`, which occur in many texts. */
const minLength = 6;
const minSecretLength = 3;

/** Whether a variable of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  return /TOKEN|SECRET|PASS|PWD|CRED|AUTH|COOKIE|BEARER|KEY(?!RING)|DSN|(?:^|_)PAT$/i.test(name);
}

/** Masks the values of all these variables, for messages. */
export function maskOf(variables: Variables): Mask {
  return maskFor(
    Object.entries(variables).filter(
      ([name, { length }]) => length >= (isSecretName(name) ? minSecretLength : minLength),
    ),
  );
}

/**
 * Masks the secrets among these variables in all strings of a value, for a server's tool list and its answers. A folder
 * or a region stays, because the tools need it.
 */
export function withoutSecrets<T>(value: T, variables: Variables): T {
  const secrets = Object.entries(variables).filter(
    ([name, text]) => text.length >= minLength && (isSecretName(name) || isSecretValue(text)),
  );
  return secrets.length === 0 ? value : (mapTexts(value, maskFor(secrets)) as T);
}

/** Matches a URL with a password, or a word of letters and digits that looks like a key. */
function isSecretValue(text: string): boolean {
  if (/:\/\/[^/\s@]+@/.test(text)) return true;
  return text.length >= 16 && /^[\w.~+=:-]+$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

function maskFor(variables: readonly (readonly [name: string, value: string])[]): Mask {
  const shown = new Map(
    variables.flatMap(([name, value]) => writingsOf(value).map((text): [string, string] => [text, `\${${name}}`])),
  );
  if (shown.size === 0) return (text) => text;
  const longestFirst = [...shown.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return (text) => text.replaceAll(pattern, (found) => shown.get(found) ?? '');
}

/** The forms in which programs print a value: plain, in JSON, in a URL, and each line of a multi-line value. */
function writingsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).filter((line) => line.length >= 16);
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed()), ...lines];
}

function mapTexts(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, mask));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), mapTexts(one, mask)]));
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
