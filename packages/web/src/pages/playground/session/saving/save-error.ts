/** What the server says of a field it calls by its own name, said with the name that the page gives it. */
export function saveError(error: Error | null, names: Readonly<Record<string, string>>): Error | null {
  const [, field = '', words = ''] = /^(?:body\.)?([a-z]+): (.+)$/s.exec(error?.message ?? '') ?? [];
  const name = names[field];
  if (name === undefined) return error;
  return new Error(words.startsWith('must ') ? `${name} ${words}` : `${name}: ${words}`);
}
