import type {
  JsonObject,
  JsonSchema,
  ModelMessage,
  ModelToolCall,
  OfferedTool,
  Outcome,
  ToolCall,
} from '../contract/index.ts';
import { splitReasoning } from '../model/index.ts';
import { describeTool, quitTool, renderToolsPrompt } from '../prompt/index.ts';
import { asksQuestion, isObject, objectSchema, withUsedDefinitions } from '../world/index.ts';
import type { Codec, Decision } from './dialogue.ts';
import { distinctName, modelNamesOf } from './tool-names.ts';

/** The input schema that a model sees, and a way back from its property names to the tool's. */
export interface OfferedInput {
  readonly schema: JsonSchema;
  /** Converts a model's arguments to the property names of the tool. */
  readonly ownArguments: (args: JsonObject) => JsonObject;
}

const maxNameLength = 64;

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

/**
 * Renders a tool's input with property names that every provider accepts: at most 64 letters, digits, `_`, `.` and `-`.
 * Valid names stay; others are rewritten at the top level, the only one that providers check. Names stay distinct.
 */
export function offeredInput(given: JsonSchema): OfferedInput {
  const schema = objectSchema(given);
  const { properties } = schema;
  const own = isObject(properties) ? Object.keys(properties) : [];
  if (!isObject(properties) || own.every(isAccepted)) return { schema: given, ownArguments: (args) => args };
  const taken = new Set(own.filter(isAccepted));
  const offered = new Map<string, string>();
  for (const name of own) {
    const plain = name.replaceAll(/[^\w.-]/g, '_').replace(/^_+(?=\w)/, '') || '_';
    const free = isAccepted(name) ? name : distinctName(name, { plain, taken, maxLength: maxNameLength });
    offered.set(name, free);
    taken.add(free);
  }
  const ownNames = new Map([...offered].map(([name, free]) => [free, name]));
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [offered.get(name) ?? name, inner]),
      ),
      ...(required.length === 0
        ? {}
        : { required: required.map((name) => (typeof name === 'string' ? (offered.get(name) ?? name) : name)) }),
    },
    ownArguments: (args) =>
      Object.fromEntries(Object.entries(args).map(([name, value]) => [ownNames.get(name) ?? name, value])),
  };
}

function isAccepted(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}
