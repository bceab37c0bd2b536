import { list } from './parsers.ts';

/** What the name of an agent that is a program begins with. */
export const commandMark = 'command:';
/** What the name of an agent that is a function of a module begins with. */
export const moduleMark = 'module:';

/** Who plays where nobody is named. */
export const usualAgents: readonly string[] = ['react'];

/** Adds what one `--agent` says to what those before it said: names separated by commas, or one agent from outside. */
export function collectAgents(text: string, before: readonly string[]): string[] {
  const isWhole = text.startsWith(commandMark) || text.startsWith(moduleMark);
  return [...(before === usualAgents ? [] : before), ...(isWhole ? [text] : list(text))];
}
