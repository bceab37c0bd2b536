import path from 'node:path';
import { repository } from './toolemu.ts';

/** The command of the test MCP server that leaks its variables. */
export const tellingServer = {
  command: process.execPath,
  args: [path.join(repository, 'test/support/telling-server.mjs')],
} as const;

/** The same server as a source of tools. */
export const tellingSource = `mcp:${JSON.stringify([tellingServer.command, ...tellingServer.args])}`;
