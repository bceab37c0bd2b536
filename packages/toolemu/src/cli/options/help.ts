/** The headings of options in the help of commands that play, in their order. */
export const headings = {
  usual: 'Usual options:',
  cases: 'Cases:',
  models: 'Models:',
  agent: 'Agent:',
  emulator: 'Emulator:',
  judges: 'Judges:',
  limits: 'Limits and cost:',
  output: 'Output:',
  earlier: 'Earlier runs:',
  machines: 'Many machines:',
} as const;

/** Command lines as the help of a command shows them. */
export function examples(...lines: string[]): string {
  return `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
