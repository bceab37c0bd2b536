import { parse } from 'shell-quote';
import { BadFileError } from '../../documents/bad-file-error.ts';

const source = 'mcp:';

/**
 * The words of a command, which is started without a shell: quotes and backslashes are read, variables are left as
 * they stand; or a JSON array of words. Throws `BadFileError` where only a shell could carry it out.
 */
export function commandWords(command: string): string[] {
  const words = command.startsWith('[') ? jsonWords(command) : shellWords(command);
  if (words[0] === undefined || words[0] === '') {
    throw bad('no command is named', 'write it as mcp:COMMAND ARGUMENTS, or mcp:https://...');
  }
  return words;
}

function jsonWords(command: string): string[] {
  let words: unknown;
  try {
    words = JSON.parse(command);
  } catch (error) {
    throw bad(`the command is not JSON: ${(error as Error).message}`, 'write it as mcp:["COMMAND", "ARGUMENT"]');
  }
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw bad('the command holds more than texts', 'write it as mcp:["COMMAND", "ARGUMENT"]');
}

function shellWords(command: string): string[] {
  return parse(command, (name) => `$${name}`).map((word) => {
    if (typeof word === 'string') return word;
    if ('op' in word && word.op === 'glob') return word.pattern;
    throw bad(
      'the command is for a shell, and is started without one',
      'put what is meant as it stands in quotes, or write mcp:["COMMAND", "ARGUMENT"]',
    );
  });
}

function bad(problem: string, remedy: string): BadFileError {
  return new BadFileError({ file: source, path: '$', problem, remedy });
}
