import type { OfferedTool, OfferedToolkit, Tool, Toolkit } from '../contract/index.ts';
import { deepFreeze } from './deep-freeze.ts';

/** Toolkits as an agent is offered them. Each toolkit is copied and frozen once per process. */
export function offeredToolkits(toolkits: readonly (Toolkit | OfferedToolkit)[]): readonly OfferedToolkit[] {
  return Object.freeze(toolkits.map(offeredToolkit));
}

const offered = new WeakMap<Toolkit | OfferedToolkit, OfferedToolkit>();

function offeredToolkit(toolkit: Toolkit | OfferedToolkit): OfferedToolkit {
  const known = offered.get(toolkit);
  if (known !== undefined) return known;
  const { name, description, tools } = toolkit;
  const copy: OfferedToolkit = deepFreeze({ name, description, tools: tools.map(offeredTool) });
  offered.set(toolkit, copy);
  offered.set(copy, copy);
  return copy;
}

const offeredProperties = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'icons',
  'execution',
  '_meta',
] as const satisfies readonly (keyof OfferedTool)[];

/** A list of what is offered, so that a new property of a tool is hidden until somebody decides to show it. */
function offeredTool(tool: Tool | OfferedTool): OfferedTool {
  const shown = offeredProperties.flatMap((property) =>
    tool[property] === undefined ? [] : [[property, tool[property]]],
  );
  // The names are those of the type, each with the value of the tool.
  return structuredClone(Object.fromEntries(shown)) as OfferedTool;
}
