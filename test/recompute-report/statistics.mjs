export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** Null where there is no value. */
export function average(values) {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** The sample standard deviation, null below two values. */
export function standardDeviation(values) {
  const mean = average(values);
  return values.length < 2 ? null : Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return average(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1));
}

/** In how many ways k of n can be chosen. */
export function choose(n, k) {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

export function count(items, test) {
  return items.filter(test).length;
}

export function unique(items) {
  return [...new Set(items)];
}

/** The items of each key, in the order of the keys' first items. */
export function groupsOf(items, keyOf) {
  return [...Map.groupBy(items, keyOf).values()];
}
