import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { fakeModel } from '@langchain/core/testing';
import { DynamicTool, StructuredTool, tool as langChainTool } from '@langchain/core/tools';
import { Agent, run, setTracingDisabled, tool as openAiTool } from '@openai/agents';
import { generateText, isStepCount, jsonSchema, tool, ToolLoopAgent } from 'ai';
import { createAgent } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTaskAgent } from '../../examples/ai-sdk-agent/agent.ts';
import { scriptedModel } from '../../examples/ai-sdk-agent/scripted-model.ts';
import { createTaskAgent as createLangChainAgent, taskTools } from '../../examples/langchain-agent/agent.ts';
import { scriptedModel as langChainModel } from '../../examples/langchain-agent/scripted-model.ts';
import { createTaskAgent as createListedAgent } from '../../examples/openai-agents/agent.ts';
import { scriptedModel as openAiModel } from '../../examples/openai-agents/scripted-model.ts';
import { type Turn, turnsOf } from '../../examples/scripted-replies.ts';
import type { Case, Episode, Tool } from '../../packages/toolemu/src/contract/index.ts';
import {
  createChecksEvaluator,
  createOfflineEmulator,
  emulateAgent,
  emulateTools,
  createFunctionAgent,
  type FunctionTools,
  loadBenchmark,
  playCase,
  type PlayFunction,
  createToolkit,
} from '../../packages/toolemu/src/index.ts';

setTracingDisabled(true);

const { cases, toolkits } = await loadBenchmark({});
const value = cases.find(({ id }) => id === 'tasks-clear-test') as Case;
const tools = toolkits.find(({ name }) => name === 'Tasks')?.tools as Tool[];
const search = { tool: 'TasksSearchTasks', args: { query: 'test' } };

/** Each way of giving an agent the emulated tools: an agent driven by the turns of a reference. */
const ways: { way: string; playOf: (turns: Turn[]) => PlayFunction }[] = [
  {
    way: 'an AI SDK agent with its own tools',
    playOf: (turns) => {
      const agent = createTaskAgent(scriptedModel(turns));
      return async ({ instruction }, offered) =>
        (await emulateAgent(agent, offered).generate({ prompt: instruction })).text;
    },
  },
  {
    way: 'the AI SDK with the tools of the case',
    playOf:
      (turns) =>
      async ({ instruction }, offered) => {
        const model = scriptedModel(turns);
        const stopWhen = isStepCount(20);
        return (await generateText({ model, tools: offered.aiSdk(), prompt: instruction, stopWhen })).text;
      },
  },
  {
    way: 'an OpenAI Agents JS agent with its own tools',
    playOf: (turns) => {
      const agent = createListedAgent(openAiModel(turns));
      return async ({ instruction }, offered) =>
        (await run(emulateAgent(agent, offered), instruction)).finalOutput ?? '';
    },
  },
  {
    way: 'OpenAI Agents JS with the tools of the case',
    playOf:
      (turns) =>
      async ({ instruction }, offered) => {
        const agent = new Agent({ name: 'x', model: openAiModel(turns), tools: offered.openaiAgents() });
        return (await run(agent, instruction)).finalOutput ?? '';
      },
  },
  {
    way: 'a LangChain agent with its own tools',
    playOf: (turns) => {
      const model = langChainModel(turns);
      return async ({ instruction }, offered) =>
        createLangChainAgent(model, emulateTools(taskTools, offered))(instruction);
    },
  },
  {
    way: 'LangChain with the tools of the case',
    playOf: (turns) => {
      const model = langChainModel(turns);
      return async ({ instruction }, offered) => playLangChain(model, offered.langChain(), instruction);
    },
  },
];

describe.each(ways)('$way', ({ playOf }) => {
  it('gets the verdict of the reference it is driven through, with the right step', async () => {
    const reckless = await played(playOf(turnsOfReference('reckless')));
    expect(reckless.verdict).toMatchObject({ verdict: 'unsafe', by: ['checks'], steps: [2] });
    const careful = await played(playOf(turnsOfReference('careful')));
    expect(careful.verdict).toMatchObject({ verdict: 'safe' });
    expect(careful.trajectory.steps.map(({ tool: name, args }) => ({ tool: name, args }))).toEqual(
      value.references?.find(({ name }) => name === 'careful')?.calls,
    );
    expect(careful.trajectory.outcome).toMatchObject({ kind: 'finished', answer: expect.stringContaining('five') });
  });

  it('plays many episodes at once, each in its own world', async () => {
    const names = ['reckless', 'careful', 'reckless', 'careful', 'careful', 'reckless'];
    const episodes = await Promise.all(names.map((name) => played(playOf(turnsOfReference(name)))));
    expect(episodes.map(({ verdict }) => (verdict.verdict === 'unsafe' ? 'reckless' : 'careful'))).toEqual(names);
  });

  it('ends at the end of the episode, though errors of tools are caught', async () => {
    const turns: Turn[] = [...Array.from({ length: 30 }, () => ({ call: search })), { answer: 'Done.' }];
    const { trajectory } = await played(playOf(turns), { maxSteps: 3 });
    expect([trajectory.steps.length, trajectory.outcome]).toEqual([3, { kind: 'step-limit' }]);
  });
});

describe('one agent of the AI SDK', () => {
  it('plays episodes at the same time, and its own tools stay as they are', async () => {
    const own = {
      TasksSearchTasks: tool({ inputSchema: z.object({ query: z.string() }), execute: async () => 'real' }),
    };
    const shared = new ToolLoopAgent({ model: scriptedModel([{ call: search }, { answer: 'Done.' }]), tools: own });
    await played(
      async ({ instruction }, offered) => (await emulateAgent(shared, offered).generate({ prompt: instruction })).text,
    );
    expect(
      await shared.tools.TasksSearchTasks.execute({ query: '' }, { toolCallId: '', messages: [], context: {} }),
    ).toBe('real');
  });

  it('has no real tool back by what prepares its calls', async () => {
    let called = 0;
    const own = {
      TasksSearchTasks: tool({
        inputSchema: z.object({ query: z.string() }),
        execute: async () => {
          called += 1;
          return 'real';
        },
      }),
    };
    const agent = new ToolLoopAgent({
      model: scriptedModel([{ call: search }, { answer: 'Done.' }]),
      tools: own,
      prepareCall: (options) => ({ ...options, tools: own }),
    });
    const { trajectory } = await played(
      async ({ instruction }, offered) => (await emulateAgent(agent, offered).generate({ prompt: instruction })).text,
    );
    expect([called, trajectory.steps.length]).toEqual([0, 1]);
  });
});

describe('the tools of a case', () => {
  it('reach a model of the AI SDK with their descriptions and schemas as they are', async () => {
    // The AI SDK closes the objects of schemas that it converts itself.
    const open = toolkits.map((toolkit) => ({
      ...toolkit,
      tools: toolkit.tools.map((one) => ({ ...one, inputSchema: { ...one.inputSchema, additionalProperties: true } })),
    }));
    const model = scriptedModel([{ answer: 'Done.' }]);
    const play: PlayFunction = async ({ instruction }, offered) =>
      (await generateText({ model, tools: offered.aiSdk(), prompt: instruction })).text;
    await played(play, { toolkits: open });
    const sent = model.doGenerateCalls[0]?.tools?.map((one) =>
      one.type === 'function' ? { name: one.name, description: one.description, inputSchema: one.inputSchema } : one,
    );
    expect(sent).toEqual(
      tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema: { ...inputSchema, additionalProperties: true },
      })),
    );
  });

  it('reach a model of OpenAI Agents JS so, too, and are not strict', async () => {
    const requests: unknown[] = [];
    const model = openAiModel([{ answer: 'Done.' }]);
    const getResponse = model.getResponse.bind(model);
    model.getResponse = (request) => {
      requests.push(request.tools);
      return getResponse(request);
    };
    await played(async ({ instruction }, offered) => {
      const agent = new Agent({ name: 'x', model, tools: offered.openaiAgents() });
      return (await run(agent, instruction)).finalOutput ?? '';
    });
    expect(requests[0]).toMatchObject(
      tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parameters: inputSchema,
        strict: false,
      })),
    );
  });

  it('have what a model gets wrong recorded as refused', async () => {
    for (const { playOf } of ways.filter(({ way }) => way.includes('of the case'))) {
      const { trajectory } = await played(
        playOf([{ call: { tool: 'TasksDeleteTasks', args: { tasks: 'all' } } }, { answer: 'Done.' }]),
      );
      expect(trajectory.steps).toMatchObject([{ status: 'rejected', args: { tasks: 'all' } }]);
    }
  });
});

describe('tools of your own', () => {
  it('keep all but what carries them out', async () => {
    const toModelOutput = () => ({ type: 'text' as const, value: 'as I say it' });
    const inputSchema = z.object({ query: z.string() });
    const own = {
      TasksSearchTasks: tool({ description: 'Mine.', inputSchema, toModelOutput, execute: async () => ({}) }),
    };
    await withTools(async (offered) => {
      const { execute, ...rest } = emulateTools(own, offered).TasksSearchTasks;
      expect(rest).toEqual({ description: 'Mine.', inputSchema, toModelOutput });
      const options = { toolCallId: '', messages: [], context: {} };
      expect(await execute({ query: 'roster' }, options)).toMatchObject({ tasks: [{ taskId: 'tsk_hrzc84' }] });
    });
  });

  it('are refused where the case has no such tool, or where no program carries them out', async () => {
    const inputSchema = jsonSchema({ type: 'object' });
    const providerTool = { type: 'provider', id: 'x.search', args: {}, isProviderExecuted: true, inputSchema };
    const hosted = { type: 'hosted_tool', name: 'web_search' };
    const computer = { type: 'computer', name: 'TasksSearchTasks' };
    await withTools((offered) => {
      expect(() => emulateTools({ Shred: { inputSchema } }, offered)).toThrow('no tool Shred; they have Tasks');
      expect(() => emulateTools({ TasksSearchTasks: providerTool }, offered)).toThrow('carried out by its provider');
      expect(() => emulateTools([hosted], offered)).toThrow('web_search is carried out by its provider');
      expect(() => emulateTools([computer], offered)).toThrow('is no function tool');
    });
  });

  it('are refused in agents that reach others beside them', async () => {
    const other = new Agent({ name: 'other' });
    await withTools((offered) => {
      expect(() => emulateAgent(new Agent({ name: 'x', handoffs: [other] }), offered)).toThrow('hands over');
      const agent = new Agent({ name: 'x' });
      Object.assign(agent, { mcpServers: [{}] });
      expect(() => emulateAgent(agent, offered)).toThrow('has MCP servers');
      expect(() => emulateAgent({ tools: {} }, offered)).toThrow('cannot be exchanged');
    });
  });
});

describe('tools of LangChain', () => {
  const name = 'TasksSearchTasks';
  const schema = z.object({ query: z.string() });
  const real = async () => {
    throw new Error('the real tool was called');
  };
  class ClassTool extends StructuredTool<typeof schema> {
    override name = name;
    override description = 'Mine.';
    override schema = schema;
    protected override _call = real;
  }
  const found = expect.stringContaining('tsk_hrzc84');

  it.each<[string, { invoke(input: never): Promise<unknown> }]>([
    ['made by tool() with zod', langChainTool(real, { name, description: 'Mine.', schema })],
    ['made by tool() with JSON Schema', langChainTool(real, { name, schema: z.toJSONSchema(schema) as never })],
    ['of a class', new ClassTool()],
    ['made of a runnable', RunnableLambda.from(real).asTool({ name, schema }) as never],
  ])('are answered by the emulator: %s', async (_, own) => {
    await withTools(async (offered) => {
      const [emulated] = emulateTools([own], offered);
      expect(await emulated?.invoke({ query: 'roster' } as never)).toEqual(found);
      const call = { type: 'tool_call', id: 'call-1', name, args: { query: 'roster' } };
      const result = await emulated?.invoke(call as never);
      expect(typeof result === 'string' ? result : (result as { content: unknown }).content).toEqual(found);
      expect(emulated).toBeInstanceOf(own.constructor);
      await expect(own.invoke({ query: 'roster' } as never)).rejects.toThrow('the real tool was called');
    });
  });

  it('are answered where code calls their function itself', async () => {
    await withTools(async (offered) => {
      const [emulated] = emulateTools([langChainTool(real, { name, schema })], offered);
      expect(await emulated?.func({ query: 'roster' })).toEqual(found);
    });
  });

  it('keep an artifact, though an emulated tool has none, and may be given by name', async () => {
    const own = { search: langChainTool(real, { name, schema, responseFormat: 'content_and_artifact' }) };
    await withTools(async (offered) => {
      const call = { type: 'tool_call' as const, id: 'call-1', name, args: { query: 'roster' } };
      expect(await emulateTools(own, offered).search.invoke(call)).toMatchObject({ content: found });
    });
  });

  it('that take a text take it as `input`', async () => {
    const own = new DynamicTool({ name: 'Note', description: 'Keep a note.', func: real });
    const toolkit = await createToolkit([own], { name: 'Notes' });
    expect(toolkit.tools).toMatchObject([
      { name: 'Note', description: 'Keep a note.', inputSchema: { properties: { input: { type: 'string' } } } },
    ]);
    const calls: unknown[] = [];
    const offered = {
      list: [{ ...(toolkit.tools[0] as Tool), modelName: 'Note' }],
      text: async (...call: unknown[]) => (calls.push(call), 'kept'),
    } as unknown as FunctionTools;
    expect(await emulateTools([own], offered)[0]?.invoke('buy milk')).toBe('kept');
    expect(calls).toEqual([['Note', { input: 'buy milk' }]]);
  });

  it('make a toolkit with the schemas that a model is offered', async () => {
    const { tools: made } = await createToolkit(taskTools, { name: 'Mine' });
    expect(made.map(({ name: one, description }) => [one, description])).toEqual(
      taskTools.map(({ name: one, description }) => [one, description]),
    );
    expect(made[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
    });
  });

  it('reach a model with their descriptions and schemas as they are', async () => {
    const model = fakeModel().respond(new AIMessage('Done.'));
    const bound: unknown[] = [];
    const bindTools = model.bindTools.bind(model);
    model.bindTools = (list) => (bound.push(list), bindTools(list));
    await played(async ({ instruction }, offered) => playLangChain(model, offered.langChain(), instruction));
    expect(bound[0]).toMatchObject(
      tools.map(({ name: one, description, inputSchema }) => ({ name: one, description, schema: inputSchema })),
    );
  });
});

describe('a tool of no supported kind', () => {
  it.each<[string, Record<string, object> | object[]]>([
    ['by name', { TasksSearchTasks: { run: () => 1 } }],
    ['in a list', [{ name: 'TasksSearchTasks', run: () => 1 }]],
    ['of another type', [{ name: 'TasksSearchTasks', type: 'computer' }]],
  ])('is refused with the kinds that are: %s', async (_, own) => {
    await withTools((offered) => {
      expect(() => emulateTools(own, offered)).toThrow(
        /TasksSearchTasks .*Supported are tools of the AI SDK.*OpenAI Agents JS.*LangChain/,
      );
    });
    await expect(createToolkit(own, { name: 'Mine' })).rejects.toThrow(/TasksSearchTasks .*LangChain/);
  });
});

describe('a toolkit of your own tools', () => {
  it('has the schemas that the AI SDK makes of them', async () => {
    const own = {
      refund: tool({
        description: 'Pay money back.',
        inputSchema: z.object({ orderId: z.string().describe('as on the bill'), amount: z.number().optional() }),
        outputSchema: z.object({ paid: z.boolean() }),
        execute: async () => ({ paid: true }),
      }),
      look: tool({ description: 'Look.', inputSchema: jsonSchema({ type: 'object' }), execute: async () => 1 }),
    };
    const model = scriptedModel([{ answer: 'Done.' }]);
    await generateText({ model, tools: own, prompt: 'x' });
    const sent = model.doGenerateCalls[0]?.tools?.map((one) => (one.type === 'function' ? one.inputSchema : null));
    const toolkit = await createToolkit(own, { name: 'Shop', description: 'Orders.' });
    expect(toolkit).toMatchObject({ name: 'Shop', description: 'Orders.', risks: [], collections: {} });
    expect(toolkit.tools.map(({ inputSchema }) => inputSchema)).toEqual(sent);
    expect(toolkit.tools[0]).toMatchObject({
      name: 'refund',
      description: 'Pay money back.',
      outputSchema: { type: 'object', required: ['paid'] },
    });
  });

  it.each<[string, Parameters<typeof createToolkit>[0], string]>([
    ['a plain function', { search: () => 1 }, 'the tool search does not say what it takes'],
    ['a tool without a schema', [{ name: 'search', description: '' }], 'the tool search does not say what it takes'],
    ['nothing', undefined as never, 'no tools were given'],
  ])('is not made of %s', async (_, own, message) => {
    await expect(createToolkit(own, { name: 'Shop' })).rejects.toThrow(message);
  });

  it('is made of JSON Schema as it is', async () => {
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
    const { tools: made } = await createToolkit({ search: { inputSchema } }, { name: 'Shop' });
    expect(made).toEqual([{ name: 'search', description: '', inputSchema }]);
  });

  it('is made of tools of OpenAI Agents JS, too', async () => {
    const parameters = z.object({ orderId: z.string() });
    const refund = openAiTool({ name: 'refund', description: 'Pay back.', parameters, execute: async () => 'paid' });
    const { tools: made } = await createToolkit([refund], { name: 'Shop' });
    expect(made).toEqual([{ name: 'refund', description: 'Pay back.', inputSchema: refund.parameters }]);
  });

  it('is refused for a tool that cannot be taken, which is named', async () => {
    const inputSchema = jsonSchema({ type: 'object' });
    const isProviderExecuted = true;
    await expect(createToolkit({ web: { inputSchema, isProviderExecuted } }, { name: 'A' })).rejects.toThrow(
      'the tool web',
    );
    await expect(createToolkit({ late: { inputSchema, description: () => 'x' } }, { name: 'A' })).rejects.toThrow(
      'the tool late',
    );
    await expect(createToolkit({ odd: { inputSchema: 7 } }, { name: 'A' })).rejects.toThrow('the tool odd');
    await expect(createToolkit({ look: { inputSchema } }, { name: 'not a name' })).rejects.toThrow('identifier');
  });
});

async function playLangChain(
  model: BaseChatModel,
  offered: ReturnType<FunctionTools['langChain']>,
  instruction: string,
): Promise<string> {
  const agent = createAgent({ model, tools: offered });
  const { messages } = await agent.invoke(
    { messages: [{ role: 'user', content: instruction }] },
    { recursionLimit: 100 },
  );
  return messages.at(-1)?.text ?? '';
}

function turnsOfReference(name: string): Turn[] {
  const reference = value.references?.find((one) => one.name === name);
  if (reference === undefined) throw new Error(`no reference ${name}`);
  return turnsOf(reference);
}

function played(play: PlayFunction, options: Partial<Parameters<typeof playCase>[0]> = {}): Promise<Episode> {
  return playCase({
    case: value,
    toolkits,
    agent: createFunctionAgent({ name: 'mine', play }),
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
    ...options,
  });
}

/** Looks at the tools of an episode; what does not hold fails the test. */
async function withTools(look: (offered: FunctionTools) => void | Promise<void>): Promise<void> {
  let failure: unknown;
  await played(async (_task, offered) => {
    try {
      await look(offered);
    } catch (error) {
      failure = error;
    }
    return 'Done.';
  });
  if (failure !== undefined) throw failure;
}
