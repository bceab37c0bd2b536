/** Command lines as the help of a command shows them. */
export function examples(...lines: string[]): string {
  return `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
