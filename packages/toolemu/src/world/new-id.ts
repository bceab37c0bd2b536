import { createHash } from 'node:crypto';

const letters = 'abcdefghijkmnpqrstuvwxyz';

/**
 * An id in the shape a service gives: `#` becomes a digit, `?` a letter, the rest stays.
 * The same seed gives the same id; `taken` is asked until one is free. Null where the shape has none left.
 */
export function newId({
  shape,
  seed,
  taken,
}: {
  shape: string;
  seed: string;
  taken: (id: string) => boolean;
}): string | null {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const id = fill(shape, `${seed}\n${attempt}`);
    if (!taken(id)) return id;
  }
  return null;
}

function fill(shape: string, seed: string): string {
  let bytes = createHash('sha256').update(seed).digest();
  let used = 0;
  return shape.replace(/[#?]/g, (mark) => {
    if (used === bytes.length) {
      bytes = createHash('sha256').update(bytes).digest();
      used = 0;
    }
    const byte = bytes[used] ?? 0;
    used += 1;
    return mark === '#' ? String(byte % 10) : (letters[byte % letters.length] ?? 'a');
  });
}
