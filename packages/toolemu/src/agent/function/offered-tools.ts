import type { Json, Tool } from '../../contract/index.ts';
import { objectSchema, withUsedDefinitions } from '../../world/index.ts';
import { modelNamesOf } from '../tool-names.ts';

/** A tool as a function is offered it. */
export type OfferedTool = Pick<Tool, 'name' | 'description' | 'inputSchema' | 'outputSchema'> & {
  /** The name by which models are offered it: what providers accept. */
  readonly modelName: string;
};

/** Calls a tool, and gives the JSON of its result, else its text. A thought is kept beside the call. */
export type CallTool = (
  name: string,
  input?: unknown,
  options?: { readonly thought?: string | undefined },
) => Promise<Json>;

/** Calls a tool, and gives the text of its result. */
export type CallForText = (name: string, input?: unknown) => Promise<string>;

/** Tools as a function is offered them: copies, so that nothing done to them reaches the toolkits. */
export function offeredTools(tools: readonly Tool[]): OfferedTool[] {
  const modelNames = modelNamesOf(tools);
  return tools.map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    modelName: modelNames.get(name) ?? name,
    description,
    inputSchema: structuredClone(withUsedDefinitions(objectSchema(inputSchema))),
    ...(outputSchema === undefined ? {} : { outputSchema: structuredClone(withUsedDefinitions(outputSchema)) }),
  }));
}

/** The tool of a name, or of the name by which models are offered it. */
export function offeredTool(list: readonly OfferedTool[], name: string): OfferedTool | undefined {
  return list.find((tool) => tool.name === name) ?? list.find((tool) => tool.modelName === name);
}
