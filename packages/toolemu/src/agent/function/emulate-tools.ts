import type { FunctionTools } from './function-tools.ts';
import { functionToolNamed } from './function-tool.ts';
import { listedName, type OwnTool, type OwnTools, refuseProviderTool, supportedKinds } from './own-tools.ts';
import { emulateLangChainTool, isLangChainTool, type OwnLangChainTool } from './langchain-tools.ts';

/**
 * Your own tools, of the AI SDK, OpenAI Agents JS or LangChain, with the emulator in the place of what carries them out; all else
 * of them is as it was, and the tools given stay as they are. Throws a `TypeError` for a tool that the case's toolkits
 * have not, for one that its provider carries out, and for one of no supported kind.
 */
export function emulateTools<TOOLS extends OwnTools>(own: TOOLS, tools: FunctionTools): TOOLS {
  const emulated = Array.isArray(own)
    ? own.map((tool: object, index) => emulatedListed(listedName(tool, index), tool, tools))
    : Object.fromEntries(Object.entries(own).map(([name, tool]) => [name, emulatedNamed(name, tool, tools)]));
  // The same names and the same sorts of tools: TypeScript cannot follow a type through its entries.
  return emulated as unknown as TOOLS;
}

function emulatedNamed(name: string, tool: object, tools: FunctionTools): object {
  if (isLangChainTool(tool)) return emulatedLangChain(tool, tools);
  const offered = counterpart(name, tool, tools);
  if (!['inputSchema', 'parameters', 'execute'].some((property) => property in tool)) throw unsupported(name);
  return { ...tool, execute: async (input: unknown) => tools.call(offered, input) };
}

function emulatedListed(name: string, tool: object, tools: FunctionTools): object {
  if (isLangChainTool(tool)) return emulatedLangChain(tool, tools);
  const offered = counterpart(name, tool, tools);
  const { type } = tool as OwnTool;
  if (type === undefined) throw unsupported(name);
  if (type !== 'function')
    throw new TypeError(
      `the tool ${name} is no function tool (${JSON.stringify(type)}) and cannot be emulated. ${supportedKinds}`,
    );
  return {
    ...tool,
    invoke: async (_context: unknown, input: string) => tools.text(offered, input === '' ? {} : input),
  };
}

function emulatedLangChain(tool: OwnLangChainTool, tools: FunctionTools): object {
  const offered = counterpart(tool.name, tool, tools);
  return emulateLangChainTool(tool, (input) => tools.text(offered, input));
}

function unsupported(name: string): TypeError {
  return new TypeError(`the tool ${name} is of no kind that can be emulated. ${supportedKinds}`);
}

function counterpart(name: string, tool: OwnTool, { list }: FunctionTools): string {
  refuseProviderTool(name, tool);
  const offered = functionToolNamed(list, name);
  if (offered !== undefined) return offered.name;
  throw new TypeError(
    `the case's toolkits have no tool ${name}; they have ${list.map((one) => one.name).join(', ')}. Make a toolkit of your tools by createToolkit`,
  );
}
