import { isObject, type JsonObject } from '../../contract/index.ts';
import type { CallForText, FunctionTool } from './function-tool.ts';

/** A tool call as LangChain hands it to a tool. */
interface LangChainToolCall {
  readonly type: 'tool_call';
  readonly args: unknown;
}

/** A tool as LangChain takes it. A type and no interface: LangChain takes records, which an interface does not fit. */
export type LangChainTool = {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the tool's input. */
  readonly schema: JsonObject;
  readonly returnDirect: boolean;
  readonly invoke: (input: unknown) => Promise<string>;
  readonly lc_runnable: true;
  readonly lc_namespace: readonly string[];
};

/** LangChain's own classes of tools, as far as they are needed here. */
export interface OwnLangChainTool {
  readonly name: string;
  readonly description?: unknown;
  readonly schema?: unknown;
  readonly responseFormat?: unknown;
  readonly invoke: (...inputs: never[]) => unknown;
}

/** Tools for LangChain. They accept every input: the sandbox validates, and records what it refuses. */
export function langChainTools(list: readonly FunctionTool[], text: CallForText): LangChainTool[] {
  return list.map(({ name, modelName, description, inputSchema }) => ({
    name: modelName,
    description,
    schema: inputSchema,
    returnDirect: false,
    invoke: async (input) => text(name, isToolCall(input) ? input.args : input),
    // LangChain recognizes its tools by these two properties, which work across copies of its package.
    lc_runnable: true,
    lc_namespace: ['langchain', 'tools'],
  }));
}

/** Whether a value is a tool of LangChain: made by `tool()`, of a class of its own, or a runnable as a tool. */
export function isLangChainTool(value: object): value is OwnLangChainTool {
  const { lc_runnable: isRunnable, name, invoke } = value as Record<string, unknown>;
  return isRunnable === true && 'schema' in value && typeof name === 'string' && typeof invoke === 'function';
}

/** A copy of a LangChain tool that answers its calls by `text`. It has the class and all other properties of the tool. */
export function emulateLangChainTool(
  tool: OwnLangChainTool,
  text: (input: unknown) => Promise<string>,
): OwnLangChainTool {
  // LangChain has validated the input before it calls either of these.
  const answer = async (input: unknown): Promise<unknown> => {
    const content = await text(isObject(input) ? input : { input });
    return tool.responseFormat === 'content_and_artifact' ? [content, undefined] : content;
  };
  const replaced: Record<string, unknown> =
    '_call' in tool
      ? { _call: answer, func: answer }
      : { invoke: async (input: unknown) => text(isToolCall(input) ? input.args : input) };
  return Object.create(
    tool,
    Object.fromEntries(
      Object.entries(replaced).map(([name, value]) => [name, { value, enumerable: true, writable: true }]),
    ),
  ) as OwnLangChainTool;
}

function isToolCall(value: unknown): value is LangChainToolCall {
  return isObject(value) && value.type === 'tool_call' && 'args' in value;
}
