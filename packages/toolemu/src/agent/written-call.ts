import { type Json, scalarsIn, type Step, type Tool } from '../contract/index.ts';
import { findObjects, isMention } from '../model/index.ts';
import { modelNamesOf } from './tool-names.ts';

/** Tells the user how to get tool calls from an endpoint that returns them as text. */
export const parserRemedy =
  'Start the model server with its tool-call parser (vLLM: --enable-auto-tool-choice --tool-call-parser NAME; SGLang: --tool-call-parser NAME; llama.cpp: --jinja), or use the agent react, which calls tools in text';

/**
 * Marks that models put around a tool call, and that reach us if the model server has no parser for them: Hermes and
 * Qwen, Qwen-Coder, Mistral, Llama, DeepSeek, Kimi, GLM, MiniMax, Seed-OSS, Command A, InternLM, Phi, Apertus, Anthropic's
 * older format, and gpt-oss's calls on a channel.
 */
const marks = new RegExp(
  [
    '</?(?:[a-z_]+:|[a-z]+_)?(?:tool_?calls?|function_?calls?|tool_use|tool_code)\\b[^<>\\n]*>',
    '<\\|?(?:tool_calls?|tool_call_begin|tool_calls_section_begin|tool_calls_begin|tools_prefix|action_start|START_ACTION|python_tag|plugin)\\|?>',
    '<(?:function|invoke|tool)(?:=|\\s+name=)[^<>\\n]+>',
    '<use_mcp_tool>',
    '<[|｜](?:tool[▁_]|DSML)',
    '\\[TOOL_CALLS\\]',
    '\\w\\[(?:ARGS|CALL_ID)\\]',
    '✿FUNCTION✿',
    '\\bfunctools\\s*\\[\\s*\\{',
    '(?:<\\|channel\\|>|\\bassistant|^\\s*)commentary\\s+to=',
    '\\bto=functions\\.\\w',
    '```tool_(?:code|call)\\b',
  ].join('|'),
  'gi',
);

/** A call in a text: the tool it names, and all that is written of it. */
interface WrittenCall {
  readonly tool: string;
  readonly source: string;
}

/**
 * Whether an agent's text holds a tool call that nothing carries out: in the marks of a model's own format, as JSON or
 * XML that names an offered tool, as code that calls one, or as a ReAct turn. Ignores marks that a sentence mentions,
 * and reports of calls that were carried out.
 */
export function holdsWrittenCall(
  text: string,
  tools: readonly Pick<Tool, 'name'>[],
  carriedOut: readonly Pick<Step, 'tool' | 'args'>[] = [],
): boolean {
  const names = [...modelNamesOf(tools)].flat().map(escaped).join('|');
  const isMarked = [...text.matchAll(marks)].some(
    ({ index, 0: { length } }) => !isMention(text, { start: index, end: index + length }),
  );
  if (isMarked || isAnyCall.test(withoutFence(text))) return true;
  if (names === '') return false;
  const name = `(?:(?:functions|default_api|tools)\\.|mcp__\\w+?__)?(?<tool>${names})`;
  return [...callsInJson(text, name), ...callsInText(text, name)].some(
    (call) => !carriedOut.some((step) => isReportOf(call, step)),
  );
}

const nameKeys = '(?:name|tool|api|tool_name|toolName|function|function_name|recipient_name|action)';
const argumentKeys =
  '(?:arguments|args|parameters|params|input|tool_input|action_input|actionInput|kwargs|tool_args|function_args)';
const quote = '\\\\?["\'“”]?';

/** A reply that is a call and no more, whatever tool it names. */
const isAnyCall = new RegExp(
  `^[[\\s]*\\{\\s*${quote}name${quote}\\s*:\\s*${quote}[\\w.-]+${quote}\\s*,\\s*${quote}(?:arguments|parameters)${quote}\\s*:\\s*\\{[^]*\\}\\s*\\}[\\]\\s]*$`,
);

/** JSON, or what was meant as it, such as `{"name": "BankPay", "arguments": {}}` or `{"BankPay": {}}`. It may be cut off. */
function callsInJson(text: string, name: string): WrittenCall[] {
  const naming = `${quote}${nameKeys}${quote}\\s*:\\s*\\\\?["'“]${name}\\\\?["'”]`;
  const named = new RegExp(naming);
  const namedFirst = new RegExp(`^\\{\\s*${naming}`);
  const withArguments = new RegExp(`[{,\\s"'“]${argumentKeys}${quote}\\s*:|"type"\\s*:\\s*"(?:function|tool_use)"`);
  const asKey = new RegExp(`^\\{\\s*${quote}${name}${quote}\\s*:\\s*\\{`);
  const bare = withoutFence(text);
  return findObjects(text).flatMap(({ start, end }) => {
    const source = text.slice(start, end);
    const isWhole = bare.startsWith(source) && /^[\]\s]*$/.test(bare.slice(source.length));
    const found =
      asKey.exec(source) ?? (withArguments.test(source) ? named : isWhole ? namedFirst : null)?.exec(source) ?? null;
    return found === null ? [] : [{ tool: found.groups?.['tool'] ?? '', source }];
  });
}

/** Calls that are no JSON: as code, as ReAct, XML or YAML writes them, or as a name before its arguments. */
function callsInText(text: string, name: string): WrittenCall[] {
  return forms.flatMap((form) =>
    [...withoutFence(text).matchAll(new RegExp(form(name), 'gm'))].map(({ 0: source, groups }) => ({
      tool: groups?.['tool'] ?? '',
      source,
    })),
  );
}

const assignment = '(?:(?:const|let|var)\\s+)?[\\w.[\\]"\']{1,80}(?:\\s*:\\s*[\\w[\\], ]{1,80})?\\s*=\\s*';
const before = `(?:\\[\\s*|${assignment}|await\\s+|print\\(\\s*|<\\w+>\\s*|(?:CALL|Call|Calling):?\\s+)`;
const parentheses = '\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)';

const forms: readonly ((name: string) => string)[] = [
  // BankPay(amount=5), const paid = await BankPay({ amount: 5 });
  (name) => `^[ \\t]*${before}*${name}${parentheses}[\\s\\])};,]*(?:$|<\\/|;|,)`,
  // Action: BankPay, **Action:** `BankPay`, Action 1: BankPay[5]
  (name) => `^[ \\t>*_]*Action(?: \\d+)?[ \\t]*:[ \\t*_]*[\`"']?${name}[\`"']?[ \\t*_]*(?:$|[[({])`,
  // <BankPay> or <BankPay amount="5" />, <tool_name>BankPay</tool_name>
  (name) => `^[ \\t]*<${name}(?:\\s[^<>\\n]*)?>`,
  (name) => `<${nameKeys}>\\s*${name}\\s*</`,
  // tool: BankPay, and arguments in the next line
  (name) =>
    `^[ \\t-]*(?:Tool|${nameKeys}):[ \\t]*["']?${name}["']?[ \\t]*\\n[ \\t]*(?:(?:Tool )?Input|Arguments|${argumentKeys}):`,
  // A name before the arguments that end the reply, as GLM-4 and Kimi have it
  (name) => `^[ \\t]*${name}(?::\\d+)?\\s*\\{\\s*(?:["'\\w][^]*)?\\}\\s*(?![^])`,
];

function withoutFence(text: string): string {
  return text.trim().replace(/^```\w*\s*|\s*```$|^`|`$/g, '');
}

/** Whether what is written of a call tells of one that was carried out: of that tool, with all of its arguments. */
function isReportOf({ tool, source }: WrittenCall, step: Pick<Step, 'tool' | 'args'>): boolean {
  if (step.tool !== tool || step.args === null) return false;
  const values = leavesOf(step.args);
  return values.length === 0 ? /\(\s*\)|\{\s*\}/.test(source) : values.every((value) => isIn(source, value));
}

/** Whether a value is in a text, and not only as a part of another. */
function isIn(text: string, value: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

/** The values inside a value, as JSON writes them, without quotation marks. */
function leavesOf(value: Json): string[] {
  return scalarsIn(value).map((one) => (typeof one === 'string' ? JSON.stringify(one).slice(1, -1) : String(one)));
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
