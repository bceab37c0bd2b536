import type { JsonObject, OfferedTool, Task } from '../contract/index.ts';
import { quitTool } from '../prompt/index.ts';
import { askUserTool, objectSchema, offeredToolkits, toolWithUsedDefinitions } from '../world/index.ts';

/** Tools as `tools/list` tells them. */
export type ListedTool = JsonObject & { readonly name: string };

/** What is offered beside the tools of the toolkits. */
export interface OwnTools {
  readonly asks: boolean;
  readonly quits: boolean;
}

const askUser: ListedTool = {
  name: askUserTool,
  description: 'Ask the user a question, and get the reply.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['question'],
    properties: { question: { type: 'string' } },
  },
};

/** The tools of a task as they are offered, and then those that are the gateway's own. */
export function offeredTools({ toolkits }: Pick<Task, 'toolkits'>, { asks, quits }: OwnTools): ListedTool[] {
  const listed = offeredToolkits(toolkits).flatMap(({ tools }) => tools.map(listedTool));
  return [...listed, ...(asks ? [askUser] : []), ...(quits ? [{ ...quitTool } as ListedTool] : [])];
}

/** Why the tools cannot be offered by one server, which has one tool of a name; null where they can. */
export function problemOfOffer({ toolkits }: Pick<Task, 'toolkits'>, { asks, quits }: OwnTools): string | null {
  const holders = new Map<string, string[]>();
  for (const { name, tools } of toolkits) {
    for (const tool of tools) holders.set(tool.name, [...(holders.get(tool.name) ?? []), name]);
  }
  for (const [tool, names] of holders) {
    if (names.length > 1) return `the tool "${tool}" is in ${names.join(' and ')}: an MCP server has one of a name`;
  }
  const own = [...(asks ? [askUserTool] : []), ...(quits ? [quitTool.name] : [])].find((name) => holders.has(name));
  if (own === undefined) return null;
  return `${holders.get(own)?.join()} has a tool "${own}" of its own: leave out the option that offers another`;
}

/** A tool as clients accept it: they reject a list with an input that is not an object. */
function listedTool(tool: OfferedTool): ListedTool {
  // Every property of an offered tool is JSON.
  return toolWithUsedDefinitions({ ...tool, inputSchema: objectSchema(tool.inputSchema) }) as ListedTool;
}
