/** Freezes a value of JSON at every depth, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
  return value;
}

const copies = new WeakMap<object, object>();

/** A frozen copy of a value of JSON that nobody changes while it is used, as a case or a toolkit: made once per object. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  const copy = deepFreeze(structuredClone(value));
  copies.set(value, copy as object);
  copies.set(copy as object, copy as object);
  return copy;
}
