import { type Json, type Toolkit, withoutNulls } from '../../../contract/index.ts';
import type { LeftOut } from '../imported.ts';
import { identifierOf } from '../identifier.ts';
import { type OfferedTool, takeTools, withMissing } from '../take-tools.ts';
import type { ListedServer } from './servers.ts';
import { isObject } from '../../../world/index.ts';

const known = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'icons',
  'execution',
  '_meta',
];

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

/** A tool of a `tools/list` as it stands. A property that is null counts as one that is not there. */
function offerMcpTool(tool: Json, index: number): OfferedTool {
  if (!isObject(tool)) return { name: `tool ${index + 1}`, value: { leftOut: 'not an object' }, dropped: [] };
  const { name } = tool;
  const present = Object.entries(tool).filter(([, value]) => value !== null);
  const kept = Object.fromEntries(present.filter(([key]) => known.includes(key)));
  const { annotations } = kept;
  const shown = typeof name === 'string' && name !== '' ? name : `tool ${index + 1}`;
  if (kept.inputSchema === undefined) {
    return { name: shown, value: { leftOut: 'it has no schema of its arguments' }, dropped: [] };
  }
  return {
    name: shown,
    value: {
      description: descriptionOf(kept),
      ...kept,
      ...(isObject(annotations) ? { annotations: withoutNulls(annotations) } : {}),
    },
    dropped: present.flatMap(([key]) => (known.includes(key) ? [] : [key])),
  };
}

function descriptionOf({ title, annotations }: { [key: string]: Json }): Json {
  return title ?? (isObject(annotations) ? annotations.title : undefined) ?? '';
}
