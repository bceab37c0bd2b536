import type { Json } from '../../contract/index.ts';
import type { CallForText, FunctionTool } from './function-tool.ts';

/** The schema of a tool's arguments as OpenAI Agents JS names its parts. */
export interface OpenAiParameters {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: Json };
  readonly required: string[];
  readonly additionalProperties: true;
}

/** A function tool as OpenAI Agents JS makes them. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: OpenAiParameters;
  readonly strict: boolean;
  readonly invoke: (context: unknown, input: string) => Promise<string>;
  readonly needsApproval: () => Promise<boolean>;
  readonly isEnabled: () => Promise<boolean>;
}

/**
 * Tools for OpenAI Agents JS, not strict, with their schemas as they are. Results are text: objects of some shapes would
 * be read as images or files.
 */
export function openAiTools(list: readonly FunctionTool[], text: CallForText): OpenAiTool[] {
  return list.map(({ name, modelName, description, inputSchema }) => ({
    type: 'function',
    name: modelName,
    description,
    // A copy, for frameworks may change the schemas they are given. Any JSON Schema of an object is accepted where a tool
    // is not strict; the framework's type tells of fewer.
    parameters: structuredClone(inputSchema) as unknown as OpenAiParameters,
    strict: false,
    invoke: async (_context, input) => text(name, input === '' ? {} : input),
    needsApproval: async () => false,
    isEnabled: async () => true,
  }));
}
