import type { Variables } from './servers.ts';

/** Replaces secret values in a text by the names of their variables, as in `${TOKEN}`. */
export type Mask = (text: string) => string;

/** Shorter values are words such as `true` and `info`, which stand in many texts by themselves. */
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
 * Masks what is secret among these variables in all texts of a value, for what a server lists and answers: a folder or a
 * region that it speaks of stays, or its tools could not be used.
 */
export function withoutSecrets<T>(value: T, variables: Variables): T {
  const secrets = Object.entries(variables).filter(
    ([name, text]) => text.length >= minLength && (isSecretName(name) || isSecretValue(text)),
  );
  return secrets.length === 0 ? value : (mapTexts(value, maskFor(secrets)) as T);
}

/** A URL with a password, or a word of letters and digits as keys are made. */
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

/** A value as programs write it: as it is, in JSON, in an address, and line by line where it has several. */
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
