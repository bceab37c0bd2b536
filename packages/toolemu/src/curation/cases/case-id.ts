import type { Known } from '../../benchmark/index.ts';
import type { Json } from '../../contract/index.ts';

/** An id that no case has: the one declared, or the next that is free. */
export function freeCaseId(declared: Json, { cases }: Known): Json {
  if (typeof declared !== 'string') return declared;
  const isTaken = (id: string): boolean => cases.some((one) => one.id === id);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? declared : `${declared}-${number}`;
    if (!isTaken(id)) return id;
  }
}
