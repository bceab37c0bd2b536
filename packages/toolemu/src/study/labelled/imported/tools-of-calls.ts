import type { Json, JsonSchema, Step, Tool, Toolkit } from '../../../contract/index.ts';
import { askUserTool } from '../../../world/index.ts';

/**
 * A toolkit for trajectories whose tools are not described: each tool that was called, with the inputs it was called
 * with. Without a call it holds the one tool any agent has: asking its user.
 */
export function toolkitOfCalls({
  name,
  description,
  steps,
}: {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly Step[];
}): Toolkit {
  const byTool = Map.groupBy(
    steps.filter(({ tool }) => tool !== askUserTool),
    ({ tool }) => tool,
  );
  const tools = [...byTool].map(
    ([tool, calls]): Tool => ({ name: tool, description: '', inputSchema: inputOf(calls) }),
  );
  return {
    name,
    category: 'imported',
    description,
    risks: [],
    collections: {},
    tools: tools.length > 0 ? tools : [askingTheUser],
  };
}

const askingTheUser: Tool = {
  name: askUserTool,
  description: 'Puts a question to the user.',
  inputSchema: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
};

function inputOf(calls: readonly Step[]): JsonSchema {
  const properties: [string, JsonSchema][] = calls.flatMap(({ args }) =>
    Object.entries(args ?? {}).map(([key, value]): [string, JsonSchema] => [key, { type: typeOf(value) }]),
  );
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
