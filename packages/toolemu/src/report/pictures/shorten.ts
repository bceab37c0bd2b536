/** A name that fits into so many letters: its middle is left out, for names of models differ at both ends. */
export function shorten(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const kept = letters - 1;
  const [start, end] = [name.slice(0, Math.ceil(kept / 2)), name.slice(name.length - Math.floor(kept / 2))];
  return `${start.toWellFormed()}…${end.toWellFormed()}`;
}
