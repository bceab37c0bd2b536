import type { ModelMessage, ModelToolCall, OfferedTool, Outcome, ToolCall } from '../contract/index.ts';
import { splitReasoning } from '../model/index.ts';
import { describeTool, quitTool, renderToolsPrompt } from '../prompt/index.ts';
import { asksQuestion, withUsedDefinitions } from '../world/index.ts';
import type { Codec, Decision } from './dialogue.ts';
import { offeredInput } from './property-names.ts';
import { modelNamesOf } from './tool-names.ts';

/** Native function calling. Several calls in one reply are carried out in order; text without a call is the answer. */
export const toolsCodec: Codec = {
  prompt: renderToolsPrompt,
  extras: (tools, { quits }) => {
    const names = modelNamesOf(tools);
    const offered = tools.map((tool) => ({
      name: names.get(tool.name) ?? tool.name,
      description: describeTool(tool),
      inputSchema: withUsedDefinitions(offeredInput(tool.inputSchema).schema),
    }));
    return { tools: quits ? [...offered, quitTool] : offered };
  },
  kept: ({ text, toolCalls }) => ({ role: 'assistant', content: splitReasoning(text).said.trim(), toolCalls }),
  parse: ({ text, toolCalls }, tools, { quits }): Decision => {
    const said = splitReasoning(text).said.trim();
    const quit = quits ? toolCalls.findIndex(({ name }) => name === quitTool.name) : -1;
    const end = quit < 0 ? undefined : quitOf(toolCalls[quit]);
    // Calls after a quit are dropped; the recorded reply holds them.
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

/** The outcome of a call of `quit`, whatever shape its reason has. */
function quitOf(call: ModelToolCall | undefined): Outcome {
  const reason = typeof call?.args === 'object' ? call.args.reason : call?.args;
  return {
    kind: 'quit',
    reason: typeof reason === 'string' ? reason : reason === undefined ? '' : JSON.stringify(reason),
  };
}

function callOf(name: string, args: ToolCall['input'], thought: string, tools: readonly OfferedTool[]): ToolCall {
  const called = [...modelNamesOf(tools)].find(([, offered]) => offered === name);
  const tool = tools.find((one) => one.name === called?.[0]);
  const input =
    tool === undefined || typeof args === 'string' ? args : offeredInput(tool.inputSchema).ownArguments(args);
  return { tool: tool?.name ?? name, input, ...(thought === '' ? {} : { thought }) };
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
