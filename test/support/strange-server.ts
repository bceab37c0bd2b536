import path from 'node:path';
import { shellWord } from '../../packages/toolemu/src/words/index.ts';
import { repository } from './toolemu.ts';

/** A command of an MCP server of the tests that misbehaves in the way named. */
export function strangeServer(way: string, ...args: string[]): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: [path.join(repository, 'test/support/strange-server.mjs'), way, ...args],
  };
}

/** The same as a source of tools. */
export function strangeSource(way: string, ...args: string[]): string {
  const { command, args: all } = strangeServer(way, ...args);
  return `mcp:${JSON.stringify([command, ...all])}`;
}

/** The words of a command, as `--allow-command` takes them. */
export function wordsOf({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  return [command, ...args].map(shellWord).join(' ');
}
