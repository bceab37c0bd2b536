import type { ModelMessage, ModelTool, ModelToolCall, Outcome, Tool, ToolCall } from '../contract/index.ts';
import { describeTool, renderToolsPrompt } from '../prompt/index.ts';
import { asksQuestion } from '../world/index.ts';
import type { Codec, Decision } from './dialogue.ts';
import { withoutReasoning } from './reasoning.ts';
import { modelNameOf } from './tool-names.ts';

const quitTool: ModelTool = {
  name: 'quit',
  description: 'Quit the task: stop and take no further action. Give the reason, for the user.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['reason'],
    properties: { reason: { type: 'string' } },
  },
};

/** Native function calling. Several calls in one reply are carried out in order; text without a call is the answer. */
export const toolsCodec: Codec = {
  prompt: renderToolsPrompt,
  extras: (tools, { quits }) => ({
    tools: [
      ...tools.map((tool) => ({
        name: modelNameOf(tool.name, tools),
        description: describeTool(tool),
        inputSchema: tool.inputSchema,
      })),
      ...(quits ? [quitTool] : []),
    ],
  }),
  kept: ({ text, toolCalls }) => ({ role: 'assistant', content: withoutReasoning(text).trim(), toolCalls }),
  parse: ({ text, toolCalls }, tools, { quits }): Decision => {
    const said = withoutReasoning(text).trim();
    const quit = quits ? toolCalls.findIndex(({ name }) => name === quitTool.name) : -1;
    const end = quit < 0 ? undefined : quitOf(toolCalls[quit]);
    const calls = (quit < 0 ? toolCalls : toolCalls.slice(0, quit)).map(({ name, args }, index) =>
      callOf(name, args, index === 0 ? said : '', tools),
    );
    if (calls.length > 0) return { kind: 'calls', calls, ...(end === undefined ? {} : { afterwards: end }) };
    if (end !== undefined) return { kind: 'end', outcome: end };
    return said === ''
      ? { kind: 'unreadable', reason: 'it is blank: call a tool, or answer in text' }
      : { kind: 'end', outcome: { kind: 'finished', answer: said, asks: asksQuestion(said) } };
  },
  render: ({ reply, observations }) => [reply, ...results(reply.toolCalls ?? [], observations)],
};

/** Calls after a quit are dropped. */
function quitOf(call: ModelToolCall | undefined): Outcome {
  const reason = typeof call?.args === 'object' ? call.args.reason : call?.args;
  return { kind: 'quit', reason: typeof reason === 'string' ? reason : JSON.stringify(reason ?? '') };
}

function callOf(name: string, args: ToolCall['input'], thought: string, tools: readonly Tool[]): ToolCall {
  const tool = tools.find((one) => modelNameOf(one.name, tools) === name);
  return { tool: tool?.name ?? name, input: args, ...(thought === '' ? {} : { thought }) };
}

function results(
  calls: NonNullable<(ModelMessage & { role: 'assistant' })['toolCalls']>,
  observations: readonly { text: string }[],
): ModelMessage[] {
  return calls.map(({ id, name }, index) => ({
    role: 'tool',
    toolCallId: id,
    toolName: name,
    content: observations[index]?.text ?? 'not carried out',
  }));
}
