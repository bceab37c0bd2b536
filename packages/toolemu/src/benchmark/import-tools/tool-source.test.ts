import { describe, expect, it } from 'vitest';
import { commandWords } from './tool-source.ts';

describe('commandWords', () => {
  it.each<[string, string[]]>([
    ['npx -y @scope/server', ['npx', '-y', '@scope/server']],
    [`server --title "two words" 'and "three" more'`, ['server', '--title', 'two words', 'and "three" more']],
    [String.raw`server with\ space`, ['server', 'with space']],
    ['server $HOME "${TOKEN}"', ['server', '$HOME', '$TOKEN']],
    ['server *.txt', ['server', '*.txt']],
    ['["C:\\\\tools\\\\server.exe", "a | b", ""]', ['C:\\tools\\server.exe', 'a | b', '']],
  ])('splits %s as a shell would, and fills nothing', (command, words) => {
    expect(commandWords(command)).toEqual(words);
  });

  it.each(['a | b', 'a && b', 'a > file', 'a; b', 'a & b'])('refuses %s, which is for a shell', (command) => {
    expect(() => commandWords(command)).toThrow('the command is for a shell');
  });

  it.each([
    ['', 'no command is named'],
    ['[]', 'no command is named'],
    ['["a", 1]', 'more than texts'],
    ['["a"', 'not JSON'],
  ])('refuses "%s": %s', (command, problem) => {
    expect(() => commandWords(command)).toThrow(problem);
  });
});
