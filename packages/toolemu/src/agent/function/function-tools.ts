import { inspect } from 'node:util';
import {
  type Json,
  type JsonObject,
  type Observation,
  type Sandbox,
  type ToolCall,
  readJson,
} from '../../contract/index.ts';
import { aiSdkTools, type AiSdkTools } from './ai-sdk-tools.ts';
import { type Ending, failure } from './ending.ts';
import { type LangChainTool, langChainTools } from './langchain-tools.ts';
import { type CallForText, type CallTool, type FunctionTool, functionToolsOf } from './function-tool.ts';
import { mostCharacters } from './read-answer.ts';
import { type OpenAiTool, openAiTools } from './openai-tools.ts';
import { isObject } from '../../world/index.ts';

/**
 * The emulated tools of an episode. A call gives the result's JSON, else its text; so it does where the tool raised an
 * exception or the call was refused. Once the episode is over every call rejects with `EpisodeEnded`.
 */
export interface FunctionTools {
  readonly list: readonly FunctionTool[];
  /** Calls a tool. The thought is kept beside the call; nobody who answers or judges it sees it. */
  readonly call: CallTool;
  /** Calls a tool, and gives the result as a model would read it. */
  readonly text: CallForText;
  /** Puts a question to the user; null where no reply comes. Not there where nobody replies. */
  readonly ask?: (question: string) => Promise<string | null>;
  /** Ends the episode: the agent quits. */
  readonly quit: (reason: string) => never;
  /** The tools as the AI SDK takes them. */
  readonly aiSdk: () => AiSdkTools;
  /** The tools as OpenAI Agents JS takes them. */
  readonly openaiAgents: () => OpenAiTool[];
  /** The tools as LangChain takes them: `createAgent`, `ToolNode` and `bindTools`. */
  readonly langChain: () => LangChainTool[];
  /** The tools as functions, by their names. */
  readonly functions: () => Record<string, (input?: unknown) => Promise<Json>>;
}

/** The tools of a sandbox as a function gets them. */
export function createFunctionTools(sandbox: Sandbox, ending: Ending): FunctionTools {
  const list = functionToolsOf(sandbox.tools);
  const bounded = (text: string): string => {
    if (text.length > mostCharacters) throw ending.end(flood);
    return text;
  };
  const observe = async (name: string, input: unknown, thought?: string): Promise<Observation> => {
    const call = toolCall(name, input, thought);
    bounded(JSON.stringify(call));
    return sandbox.call(call);
  };
  const call: CallTool = async (name, input, options) => resultOf(await observe(name, input, options?.thought));
  const text: CallForText = async (name, input) => (await observe(name, input)).text;
  const ask = sandbox.ask?.bind(sandbox);
  return {
    list,
    call,
    text,
    ...(ask === undefined ? {} : { ask: async (question: string) => ask(bounded(String(question))) }),
    quit(reason) {
      throw ending.end({ kind: 'quit', reason: bounded(String(reason)) });
    },
    aiSdk: () => aiSdkTools(list, call),
    openaiAgents: () => openAiTools(list, text),
    langChain: () => langChainTools(list, text),
    functions: () => Object.fromEntries(list.map(({ name }) => [name, async (input?: unknown) => call(name, input)])),
  };
}

const flood = failure(`the agent wrote more than ${mostCharacters} characters at once`);

function toolCall(name: string, input: unknown, thought = ''): ToolCall {
  const said = String(thought);
  return { tool: String(name), input: callInput(input), ...(said === '' ? {} : { thought: said }) };
}

function resultOf({ json, text }: Observation): Json {
  return json === undefined ? text : json;
}

/** The input of a call as a sandbox takes it. What is no JSON object becomes text, which is rejected there. */
function callInput(value: unknown): ToolCall['input'] {
  if (value === undefined) return {};
  if (typeof value === 'string') return value;
  const text = jsonOf(value);
  return text === undefined ? inspect(value, { depth: 1 }) : (objectIn(text) ?? text);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}

function objectIn(text: string): JsonObject | null {
  const value = readJson(text);
  return isObject(value) ? value : null;
}
