import type { z } from 'zod';
import { BadFileError } from '../documents/bad-file-error.ts';

/** A place in a file: `$.tools[2]`, or `line 4, $.case` in a JSONL file. */
export interface Place {
  readonly file: string;
  readonly path: string;
}

/** The value as the schema reads it. Throws `BadFileError` at the first place that does not fit. */
export function readShape<T>(schema: z.ZodType<T>, value: unknown, place: Place, remedy: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadFileError({
    file: place.file,
    path: pathInside(place.path, issue?.path ?? []),
    problem: issue?.message ?? 'not the shape expected here',
    remedy,
  });
}

/** A path and what follows it, as users read it. */
export function pathInside(path: string, keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = String(key);
    return /^[A-Za-z_]\w*$/.test(name) ? `${text}.${name}` : `${text}["${name}"]`;
  }, path);
}
