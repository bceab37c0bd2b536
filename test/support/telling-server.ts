import path from 'node:path';
import { repository } from './toolemu.ts';

/** A command of the MCP server of the tests that tells its variables. */
export const tellingServer = {
  command: process.execPath,
  args: [path.join(repository, 'test/support/telling-server.mjs')],
} as const;

/** The same as a source of tools. */
export const tellingSource = `mcp:${JSON.stringify([tellingServer.command, ...tellingServer.args])}`;
