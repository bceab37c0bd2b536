/** What to write in the place of an export that is an agent of a framework, or tools; blank where it is neither. */
export function whatInstead(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('tools' in value && typeof value.tools === 'object')
    return '. It looks like an agent with its tools: export a function that runs emulateAgent(agent, tools) (docs/own-agent.md)';
  if (isLangChainAgent(value))
    return '. It looks like an agent of LangChain: export a function that makes it with emulateTools(myTools, tools) (docs/own-agent.md)';
  if (![value, ...Object.values(value)].some(isTool)) return '';
  return '. It looks like tools: make a toolkit of them by toolkitOf(tools, { name }), name its file among the toolkits, and export the function that calls them (docs/own-agent.md)';
}

function isTool(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    ['inputSchema', 'parameters', 'execute', 'invoke'].some((property) => property in value)
  );
}

/** What `createAgent` returns, or a graph of LangGraph: it runs as a tool does, and has no schema of an input. */
function isLangChainAgent(value: object): boolean {
  const isRunnable = 'graph' in value || ('lc_runnable' in value && value.lc_runnable === true);
  return isRunnable && 'invoke' in value && !('schema' in value);
}
