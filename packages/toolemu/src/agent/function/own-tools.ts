/** A tool of a user's, as the AI SDK, OpenAI Agents JS or LangChain has it. */
export interface OwnTool {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly parameters?: unknown;
  readonly schema?: unknown;
  readonly isProviderExecuted?: unknown;
}

/** Tools of a user's: the AI SDK has them by name, OpenAI Agents JS and LangChain in a list. */
export type OwnTools = { readonly [name: string]: object } | readonly object[];

/** Throws where a tool is carried out by its provider: then no program can answer in its place. */
export function refuseProviderTool(name: string, { type, isProviderExecuted }: OwnTool): void {
  const isProviders = isProviderExecuted === true || (type === 'provider' && isProviderExecuted !== false);
  if (isProviders || type === 'hosted_tool') {
    throw new TypeError(
      `the tool ${name} is carried out by its provider and cannot be emulated: leave it out, or put a function tool in its place`,
    );
  }
}

/** The name of a tool in a list. */
export function listedName(tool: object, index: number): string {
  const { name } = tool as { name?: unknown };
  return typeof name === 'string' && name !== '' ? name : `number ${index + 1}`;
}

/** Says which kinds of tools are supported, as the end of an error. */
export const supportedKinds =
  'Supported are tools of the AI SDK by name ({ description, inputSchema, execute }), and lists of function tools of OpenAI Agents JS (tool({ ... })) or of LangChain (tool(...), StructuredTool)';
