/** Remembers what was used lately; the greatest weight is that of all it holds. */
export interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V, weight: number): void;
}

interface Generation<K, V> {
  readonly entries: Map<K, { readonly value: V; readonly weight: number }>;
  weight: number;
}

/** Two generations: when the young one is full it becomes the old one, and what was not used in that time is forgotten. */
export function createMemory<K, V>(mostWeight: number): Memory<K, V> {
  let young = emptyGeneration<K, V>();
  let old = emptyGeneration<K, V>();
  function set(key: K, value: V, weight: number): void {
    if (young.weight + weight > mostWeight / 2) {
      old = young;
      young = emptyGeneration();
    }
    young.entries.set(key, { value, weight });
    young.weight += weight;
  }
  return {
    set,
    get(key) {
      const recent = young.entries.get(key);
      if (recent !== undefined) return recent.value;
      const known = old.entries.get(key);
      if (known !== undefined) set(key, known.value, known.weight);
      return known?.value;
    },
  };
}

function emptyGeneration<K, V>(): Generation<K, V> {
  return { entries: new Map(), weight: 0 };
}
