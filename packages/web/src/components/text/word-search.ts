/** Whether every word of a search stands in one of some texts, whatever its case. */
export function hasWords(texts: readonly string[], search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}
