import type { Json, Toolkit } from '../../../contract/index.ts';
import type { LeftOut } from '../imported.ts';
import { identifierOf } from '../identifier.ts';
import { takeTools, withMissing } from '../take-tools.ts';
import { offerMcpTool } from './offer-tool.ts';
import type { ListedServer } from './servers.ts';

/** A toolkit of a server's tools, with what was left out; none where no tool is left. */
export interface ServerToolkit {
  readonly toolkit: Toolkit | null;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

/** What a server lists as a toolkit, named as the configuration, else the server itself, calls it. */
export function toolkitOfServer(
  { info, instructions, tools }: ListedServer,
  { name, transport }: { name: string | null; transport: 'stdio' | 'http' | 'file' },
): ServerToolkit {
  const { tools: taken, missing, leftOut, notes } = takeTools((tools as Json[]).map(offerMcpTool));
  if (taken.length === 0) return { toolkit: null, leftOut, notes };
  const title = info?.title ?? info?.name ?? name;
  const server = info === undefined ? {} : { server: { name: info.name, version: info.version } };
  const toolkit: Toolkit = {
    name: identifierOf(name ?? info?.name ?? ''),
    category: 'imported',
    description: instructions?.trim() || (title === null ? 'Tools of an MCP server.' : `Tools of ${title}.`),
    risks: [],
    collections: {},
    tools: [...taken],
    ...withMissing(missing),
    source: { from: 'mcp', transport, ...server },
  };
  return { toolkit, leftOut, notes };
}
