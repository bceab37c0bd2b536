/** An object with a line for each property. */
export function renderLines(value: object): string {
  const lines = Object.entries(value).map(([name, of]) => `${JSON.stringify(name)}: ${JSON.stringify(of)}`);
  return `{${lines.join(',\n ')}}`;
}
