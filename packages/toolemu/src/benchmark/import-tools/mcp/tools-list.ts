import type { Json } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';

/** The tools of a saved answer to `tools/list`, as such, in its JSON-RPC envelope or bare; null where it is none. */
export function toolsInList(value: Json): Json[] | null {
  if (Array.isArray(value)) return value.some(isMcpTool) ? value : null;
  if (!isObject(value)) return null;
  if (isObject(value.result)) return toolsInList(value.result);
  return Array.isArray(value.tools) && !isOurs(value) ? toolsInList(value.tools) : null;
}

/** Whether a saved answer to `tools/list` is one page of several, and not the last. */
export function hasNextPage(value: Json): boolean {
  if (!isObject(value)) return false;
  return isObject(value.result) ? hasNextPage(value.result) : (value.nextCursor ?? '') !== '';
}

/** Whether an object with `tools` is, or was meant as, a toolkit of ours. */
function isOurs(value: { [key: string]: Json }): boolean {
  return ['name', 'category', 'collections', 'risks'].some((key) => key in value);
}

function isMcpTool(value: Json): boolean {
  return isObject(value) && 'name' in value && isObject(value.inputSchema) && !('type' in value);
}
