/** A parameter in a message: its name in backticks, or its name and a value, as in `emulator: 'offline'`. */
const mention = /`([a-z]\w*(?:\.[a-z]\w*)?)(?:: [^`]+)?`/g;

/**
 * The parameters that a message of the library names, each once. Errors carry them as `parameters`, so that a door whose
 * users know them by other names, as the command line does, can rename these and nothing else.
 */
export function parametersIn(message: string): string[] {
  return [...new Set([...message.matchAll(mention)].map(([, name = '']) => name))];
}
