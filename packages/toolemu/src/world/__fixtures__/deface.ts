/** Spoils a value in all its depth, so that whoever shares a part of it shows. */
export function deface(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  if (value instanceof Map || value instanceof Set) {
    for (const item of value.values()) deface(item);
    return;
  }
  Object.values(value).forEach(deface);
  if (Array.isArray(value)) value.push('defaced');
  else Object.assign(value, { defaced: true });
}
