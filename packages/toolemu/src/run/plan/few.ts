/** Names of which the first three are told, as in "a, b, c and 4 more". */
export function few(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
