import type { Tool } from '../contract/index.ts';
import { findObjects, isJsonObject, parseJson } from '../model/index.ts';
import { modelNamesOf } from './tool-names.ts';

/** Tells the user how to get tool calls from an endpoint that returns them as text. */
export const parserRemedy =
  'Start the model server with its tool-call parser (vLLM: --enable-auto-tool-choice --tool-call-parser NAME; SGLang: --tool-call-parser NAME; llama.cpp: --jinja), or use the agent react, which calls tools in text';

/**
 * Markers that models put around a tool call, and that reach us if the model server has no parser for them: Hermes and
 * Qwen, Qwen-Coder, Mistral, Llama, DeepSeek, Kimi, GLM, MiniMax, Seed-OSS, Command A, InternLM, Phi, Anthropic's
 * older format, and gpt-oss's calls on a channel.
 */
const marks = new RegExp(
  [
    '</?(?:[a-z_]+:|[a-z]+_)?(?:tool_?calls?|function_?calls?|tool_use)\\b[^<>\\n]*>',
    '<\\|?(?:tool_calls?|tool_call_begin|tool_calls_section_begin|tool_calls_begin|action_start|START_ACTION|python_tag|plugin)\\|?>',
    '<(?:function|invoke|tool)(?:=|\\s+name=)[^<>\\n]+>',
    '<[|｜](?:tool[▁_]|DSML)',
    '\\[TOOL_CALLS\\]',
    '\\bfunctools\\s*\\[\\s*\\{',
    '(?:<\\|channel\\|>|assistant)\\s*commentary\\s+to=',
    '\\bto=functions\\.\\w',
    '```tool_(?:code|call)\\b',
  ].join('|'),
  'gi',
);

/**
 * Whether an agent's text contains a tool call that nothing executes: in the markers of a model's own format, as JSON that
 * names an offered tool, as a line of code that calls one, or as a ReAct turn. Ignores markers in quotation marks or code.
 */
export function holdsWrittenCall(text: string, tools: readonly Pick<Tool, 'name'>[]): boolean {
  const names = new Set([...modelNamesOf(tools)].flat());
  const isUnquoted = ({ index }: RegExpExecArray): boolean =>
    index === 0 || !'`\'"“‘«'.includes(text[index - 1] as string);
  return (
    [...text.matchAll(marks)].some(isUnquoted) || holdsJsonCall(text, names) || text.split('\n').some(isCodeCall(names))
  );
}

function holdsJsonCall(text: string, names: ReadonlySet<string>): boolean {
  const whole = parseJson(text.trim().replace(/^```\w*\s*|\s*```$/g, ''));
  const bare = Array.isArray(whole) ? whole : [whole];
  if (bare.length > 0 && bare.every((value) => namesTool(value, names))) return true;
  return findObjects(text).some(({ start, end }) => callsInside(parseJson(text.slice(start, end)), names));
}

/** Whether a value, or one inside it, names a tool and gives it arguments. */
function callsInside(value: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => callsInside(item, names));
  if (!isJsonObject(value)) return false;
  const isCall = namesTool(value, names) && argumentKeys.some((key) => key in value);
  return isCall || Object.values(value).some((inner) => callsInside(inner, names));
}

const nameKeys = ['name', 'tool', 'tool_name', 'toolName', 'function', 'function_name', 'recipient_name', 'action'];
const argumentKeys = ['arguments', 'args', 'parameters', 'params', 'input', 'tool_input', 'action_input', 'kwargs'];

/** Whether a value calls a tool: `{"name": "Tool", ...}`, or `{"Tool": {...}}`. */
function namesTool(value: unknown, names: ReadonlySet<string>): boolean {
  if (!isJsonObject(value)) return false;
  const isTool = (name: unknown): boolean => typeof name === 'string' && names.has(name.replace(/^functions\./, ''));
  const keys = Object.keys(value);
  if (keys.length === 1 && isTool(keys[0]) && isJsonObject(value[keys[0] as string])) return true;
  return nameKeys.some((key) => isTool(value[key]));
}

/** A line such as `BankPay(amount=5)` or `print(default_api.BankPay(amount=5))`, or a ReAct turn's `Action: BankPay`. */
function isCodeCall(names: ReadonlySet<string>): (line: string) => boolean {
  return (line) => {
    const call =
      /^\s*(?:\[\s*)?(?:\w+\s*=\s*)?(?:await\s+)?(?:print\(\s*)?(?:(?:default_api|functions|tools)\.)?([\w.-]+)\s*\(.*\)\s*[\]);,]*\s*$/.exec(
        line,
      );
    const action = /^\s*(?:Action|Tool):\s*([\w.-]+)\s*$/.exec(line);
    return names.has(call?.[1] ?? '') || names.has(action?.[1] ?? '');
  };
}
