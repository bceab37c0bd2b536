import type { Json, OfferedTool } from '../../contract/index.ts';
import { deepFreeze, objectSchema, toolWithUsedDefinitions } from '../../world/index.ts';
import { modelNamesOf } from '../tool-names.ts';

/** A tool as a function is offered it: deeply frozen, with an input schema of an object. */
export interface FunctionTool extends OfferedTool {
  /** The name by which models are offered it: what providers accept. */
  readonly modelName: string;
}

/** Calls a tool, and gives the JSON of its result, else its text. A thought is kept beside the call. */
export type CallTool = (
  name: string,
  input?: unknown,
  options?: { readonly thought?: string | undefined },
) => Promise<Json>;

/** Calls a tool, and gives the text of its result. */
export type CallForText = (name: string, input?: unknown) => Promise<string>;

/** Tools as a function is offered them. */
export function functionToolsOf(tools: readonly OfferedTool[]): readonly FunctionTool[] {
  const modelNames = modelNamesOf(tools);
  return Object.freeze(
    tools.map((tool) => Object.freeze({ ...frozenTool(tool), modelName: modelNames.get(tool.name) ?? tool.name })),
  );
}

/** Copies by the tools they are of, which most episodes of a run share. */
const frozenTools = new WeakMap<OfferedTool, OfferedTool>();

function frozenTool(tool: OfferedTool): OfferedTool {
  const known = frozenTools.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const shown = toolWithUsedDefinitions({
    name,
    description,
    inputSchema: objectSchema(inputSchema),
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  });
  const copy = deepFreeze(structuredClone(shown));
  frozenTools.set(tool, copy);
  return copy;
}

/** The tool of a name, or of the name by which models are offered it. */
export function functionToolNamed(list: readonly FunctionTool[], name: string): FunctionTool | undefined {
  return list.find((tool) => tool.name === name) ?? list.find((tool) => tool.modelName === name);
}
