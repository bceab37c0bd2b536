import { hash } from 'node:crypto';

/** JSON in which equal values have equal text: keys sorted, undefined left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
}

/** SHA-256 of a value's canonical JSON, in hexadecimal. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}
