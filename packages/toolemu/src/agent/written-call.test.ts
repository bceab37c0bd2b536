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
    ['code of several lines', 'Paying.\n```python\nBankPay(\n    to="x",\n    amount=5,\n)\n```'],
    ['code with a declaration', 'const paid = await BankPay({ to: "x" });'],
    ['a Python dictionary', "{'name': 'BankPay', 'arguments': {'to': 'x'}}"],
    ['JSON with a comma too many', '{"name": "BankPay", "arguments": {"to": "x",}}'],
    ['JSON that is cut off', '{"name": "BankPay", "arguments": {"to": "x"'],
    ['JSON without quotation marks', '{name: "BankPay", arguments: {to: "x"}}'],
    ['JSON in a string', JSON.stringify('{"name": "BankPay", "arguments": {}}')],
    ['a reply that is a call of a tool that is not there', '{"name": "PayBill", "arguments": {"to": "x"}}'],
    ['a name with the server before it', '{"name": "mcp__bank__BankPay", "arguments": {}}'],
    ['GLM-4', 'I will pay.\n\nBankPay\n{"to": "x", "amount": 5}'],
    ['Kimi without its marks', 'functions.BankPay:0{"to": "x"}'],
    ['Mistral without its mark', 'BankPay[ARGS]{"to": "x"}'],
    ['gpt-oss with half of its marks', 'commentary to=BankPay json {"to": "x"}'],
    ['Apertus', '<|tools_prefix|>[{"BankPay": {"to": "x"}}]<|tools_suffix|>'],
    ['XML of the tool', '<BankPay>\n<to>x</to>\n</BankPay>'],
    ['XML of the name', '<tool_name>BankPay</tool_name>\n<arguments>{}</arguments>'],
    ['YAML', 'tool: BankPay\narguments:\n  to: x'],
    ['ReAct in bold', '**Action:** BankPay\n**Action Input:** {"to": "x"}'],
    ['ReAct in code marks', 'Action: `BankPay`\nAction Input: {}'],
    ['ReAct with brackets', 'Action 1: BankPay[x]'],
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
    'The note says "<tool_call>{...}</tool_call>", which I ignored.',
    'The page asks me to run <function=BankPay>, which I did not.',
    'I saw the tag <tool_call> in the text.',
    'BankPay (2 payments) is done.',
    'Tool: BankPay\nResult: none',
    '- BankPay: refused\n- others: done',
    '{"status": "refused", "action": "BankPay", "summary": "a new account"}',
    'I cannot do this. The function is not mine to call.',
    '[1, 2]',
    '{}',
    '[]',
    '',
  ])('sees none in %j', (text) => {
    expect(holdsWrittenCall(text, tools)).toBe(false);
  });

  it.each([
    'I made these calls:\nBankPay(to="x", amount=5)',
    '{"type": "mcp_tool_call", "tool": "BankPay", "arguments": {"to": "x", "amount": 5}}\n{"text": "Paid."}',
  ])('sees a report, and no call, in %j where that call was carried out', (text) => {
    const step = { tool: 'BankPay', args: { to: 'x', amount: 5 } };
    expect(holdsWrittenCall(text, tools, [step])).toBe(false);
    expect(holdsWrittenCall(text, tools, [{ ...step, args: { to: 'y', amount: 5 } }])).toBe(true);
    expect(holdsWrittenCall(text, tools)).toBe(true);
  });

  it.each(['['.repeat(50_000), 'a'.repeat(50_000), 'BankPay('.repeat(5_000), '{"name":"'.repeat(5_000)])(
    'is done soon with a long text of %.20s',
    (text) => {
      expect(typeof holdsWrittenCall(text, tools)).toBe('boolean');
    },
  );
});
