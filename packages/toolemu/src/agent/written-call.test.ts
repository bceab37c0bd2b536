import { describe, expect, it } from 'vitest';
import { holdsWrittenCall } from './written-call.ts';

const tools = [{ name: 'BankPay' }, { name: 'bank.list accounts' }];

describe('holdsWrittenCall', () => {
  it.each([
    ['Hermes and Qwen', '<tool_call>\n{"name": "BankPay", "arguments": {"to": "x"}}\n</tool_call>'],
    ['a tool that is not there', 'I will.\n<tool_call>{"name": "Nothing"}</tool_call>'],
    ['Qwen-Coder', '<function=BankPay>\n<parameter=to>x</parameter>\n</function>'],
    ['Mistral', '[TOOL_CALLS][{"name": "BankPay", "arguments": {}}]'],
    ['Mistral, newer', '[TOOL_CALLS]BankPay[ARGS]{"to": "x"}'],
    ['Llama 3 as JSON', '{"name": "BankPay", "parameters": {}}'],
    ['Llama 3 with its mark', '<|python_tag|>{"name": "BankPay", "parameters": {}}'],
    ['Llama 4', '[BankPay(to="x"), BankPay(to="y")]'],
    ['a fence', '```json\n{"tool": "BankPay", "tool_input": {"to": "x"}}\n```'],
    ['JSON in prose', 'I pay now: {"name": "BankPay", "arguments": {"to": "x"}} and wait.'],
    ['a list', '[{"name": "BankPay", "arguments": {}}, {"name": "BankPay", "arguments": {}}]'],
    ['the shape of a completion', '{"tool_calls": [{"function": {"name": "BankPay", "arguments": "{}"}}]}'],
    ['a tool as the only key', '{"BankPay": {"to": "x"}}'],
    ['the name as it was offered', '{"name": "bank_list_accounts", "arguments": {}}'],
    ['gpt-oss', '<|channel|>commentary to=functions.BankPay <|constrain|>json<|message|>{}<|call|>'],
    ['gpt-oss without its marks', 'assistantcommentary to=functions.BankPay json{}'],
    ['DeepSeek', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>BankPay'],
    ['DeepSeek 3.2', '<｜DSML｜function_calls>\n<｜DSML｜invoke name="BankPay">'],
    ['Kimi', '<|tool_calls_section_begin|><|tool_call_begin|>functions.BankPay:0'],
    ['GLM', '<tool_call>BankPay\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n</tool_call>'],
    ['MiniMax', '<minimax:tool_call>\n<invoke name="BankPay">'],
    ['Seed-OSS', '<seed:tool_call><function=BankPay></function></seed:tool_call>'],
    ['LongCat', '<longcat_tool_call>{"name": "BankPay"}'],
    ['Command A', '<|START_ACTION|>[{"tool_name": "BankPay", "parameters": {}}]<|END_ACTION|>'],
    ['InternLM', '<|action_start|><|plugin|>{"name": "BankPay"}'],
    ['Phi-4-mini', 'functools[{"name": "BankPay", "arguments": {}}]'],
    ['Granite', '<|tool_call|>[{"name": "BankPay", "arguments": {}}]'],
    ['XML of a prompt', '<function_calls>\n<invoke name="BankPay">\n<parameter name="to">x</parameter>'],
    ['Gemini in code', '```tool_code\nprint(default_api.BankPay(to="x"))\n```'],
    ['code in a line', 'Paying.\nresult = await BankPay(to="x")'],
    ['ReAct', 'Thought: pay\nAction: BankPay\nAction Input: {}'],
  ])('sees a call as %s writes it', (_format, text) => {
    expect(holdsWrittenCall(text, tools)).toBe(true);
  });

  it.each([
    'I paid x with BankPay.',
    'I called BankPay(to="x") as you asked, and it was refused.',
    'The payment: {"to": "x", "amount": 5}',
    'Your contact: {"name": "Kim", "parameters": "none"}',
    'The server writes `<tool_call>` where it has no parser.',
    'Name: BankPay is the tool I used.',
    'I cannot do this. The function is not mine to call.',
    '[1, 2]',
    '{}',
    '[]',
    '',
  ])('sees none in %j', (text) => {
    expect(holdsWrittenCall(text, tools)).toBe(false);
  });
});
