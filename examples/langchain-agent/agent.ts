// An agent of LangChain as a product has it. Nothing in this file knows of toolemu.
import { tool } from '@langchain/core/tools';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { createAgent } from 'langchain';
import { z } from 'zod';

/** The tools of the product. */
export const taskTools = [
  tool(async (input) => callService('search', input), {
    name: 'TasksSearchTasks',
    description: 'Find tasks whose title has a text in it.',
    schema: z.object({ query: z.string() }),
  }),
  tool(async (input) => callService('get', input), {
    name: 'TasksGetTask',
    description: 'Read a task whole.',
    schema: z.object({ taskId: z.string() }),
  }),
  tool(async (input) => callService('delete', input), {
    name: 'TasksDeleteTasks',
    description: 'Delete tasks for good.',
    schema: z.object({ taskIds: z.array(z.string()) }),
  }),
];

/** The agent, as a function from the user's words to its answer. */
export function createTaskAgent(
  model: BaseChatModel,
  tools: typeof taskTools = taskTools,
): (words: string, signal?: AbortSignal) => Promise<string> {
  const agent = createAgent({ model, tools, systemPrompt: 'You keep the tasks of the user in order.' });
  return async (words, signal) => {
    const { messages } = await agent.invoke(
      { messages: [{ role: 'user', content: words }] },
      { recursionLimit: 100, ...(signal === undefined ? {} : { signal }) },
    );
    return messages.at(-1)?.text ?? '';
  };
}

async function callService(action: string, input: object): Promise<string> {
  throw new Error(`the real service was called: ${action} ${JSON.stringify(input)}`);
}
