import type { Json } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import type { OfferedTool } from '../take-tools.ts';

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

/** A tool of a `tools/list` as it stands. A property that is null counts as one that is not there. */
export function offerMcpTool(tool: Json, index: number): OfferedTool {
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

function withoutNulls(value: { [key: string]: Json }): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}
