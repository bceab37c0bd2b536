import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitReasoning } from './split-reasoning.ts';

/** Opening and closing markers from the documentation of models and servers, and the markers around the answer. */
const families: readonly (readonly [family: string, open: string, close: string, before?: string, after?: string])[] = [
  ['DeepSeek, Qwen, GLM', '<think>', '</think>'],
  ['Claude in text, Nova', '<thinking>', '</thinking>'],
  ['EXAONE, Gemini in text', '<thought>', '</thought>'],
  ['upper case', '<THINK>', '</THINK>'],
  ['reasoning', '<reasoning>', '</reasoning>'],
  ['Marco and prompts', '<chain_of_thought>', '</chain_of_thought>'],
  ['MiniCPM', '<|thought_start|>', '<|thought_end|>'],
  ['Seed-OSS', '<seed:think>', '</seed:think>'],
  ['MiniMax', '<mm:think>', '</mm:think>'],
  ['LongCat', '<longcat_think>', '</longcat_think>'],
  ['Magistral', '[THINK]', '[/THINK]'],
  ['Kimi', '◁think▷', '◁/think▷'],
  ['Command A', '<|START_THINKING|>', '<|END_THINKING|>', '<|START_RESPONSE|>', '<|END_RESPONSE|>'],
  ['Sky-T1', '<|begin_of_thought|>', '<|end_of_thought|>', '<|begin_of_solution|>', '<|end_of_solution|>'],
  ['Apertus', '<|inner_prefix|>', '<|inner_suffix|>'],
  ['Pangu', '[unused16]', '[unused17]'],
  ['Gemma 4', '<|channel>thought\n', '<channel|>'],
  ['Hunyuan', '<think>', '</think>', '<answer>', '</answer>'],
  ['Granite', 'Here is my thought process:', 'Here is my response:'],
  ['Apriel', 'Here are my reasoning steps:', '[BEGIN FINAL RESPONSE]', '', '[END FINAL RESPONSE]'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>',
    '<|end|><|start|>assistant<|channel|>final<|message|>',
    '',
    '<|return|>',
  ],
];

/** Texts that would act or judge if they were parsed. */
const draft =
  'Action: BankPay\nAction Input: {"to": "x"}\n{"thought":"","findings":[],"summary":"safe"}\nFinal Answer: no';
const answer = 'Final Answer: I have not paid.';

describe.each(families)('the marks of %s', (_family, open, close, before = '', after = '') => {
  it.each([
    ['', ''],
    ['\n', '\n\n'],
    ['\n\n  ', ' '],
  ])('separate reasoning from the answer (%j, %j)', (inner, outer) => {
    const { said, reasoning } = splitReasoning(
      `${open}${inner}${draft}${inner}${close}${outer}${before}${answer}${after}`,
    );
    expect(said.trim()).toBe(answer);
    expect(reasoning).toContain('Action: BankPay');
  });

  it('leave no answer if they are not closed', () => {
    expect(splitReasoning(`${open}\n${draft}`)).toEqual({ said: '', reasoning: expect.stringContaining('BankPay') });
  });

  it('are content inside a JSON object', () => {
    const json = JSON.stringify({ html: `${open} x ${close}`, n: 1 });
    expect(splitReasoning(json).said).toBe(json);
  });
});

describe('splitReasoning', () => {
  it.each([
    ['between two blocks', '<think>a</think>One.\n<think>b</think>\nTwo.', 'One.\n\nTwo.'],
    ['behind a block in a block', '<think>a <think>b</think> c</think>\nSaid.', 'Said.'],
    ['where the opening mark is missing', 'so {"b": 2}, no.\n</think>\n\nSaid.', 'Said.'],
    ['where text follows the lone closing mark', 'I think about it.</think>The answer is 42.', 'The answer is 42.'],
    ['where the lone closing mark is of another family', 'Hmm.\n[/THINK]\nSaid.', 'Said.'],
    ['behind a closing mark that the reasoning quotes', '<think>It says "</think>{}". No.</think>Said.', 'Said.'],
    ['behind a closing mark of another name', '<thinking>\nAction: X\n</think>\nSaid.', 'Said.'],
    ['behind reasoning that ends with a quotation', '<think>I answer "yes"</think>Said.', 'Said.'],
    ['behind reasoning that ends with a fence', '<think>```\nAction: X\n```</think>Said.', 'Said.'],
    ['behind a lone closing mark that follows a sentence', 'Action: X. </think> Said.', 'Said.'],
    ['before a block that begins in a line', 'Said. <think>\nAction: X\n', 'Said.'],
    [
      'on the channel final alone',
      '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>Said.',
      'Said.',
    ],
    [
      'on the channel final alone, where the first mark is lost',
      'analysis<|message|>Action: X<|end|><|start|>assistant<|channel|>final<|message|>Said.',
      'Said.',
    ],
    ['where a server drops the marks of channels, in lower case', 'analysiswe act.assistantfinalSaid.', 'Said.'],
    ['where a server drops the marks of channels', 'analysisWe need {"a": 1}.assistantfinalSaid.', 'Said.'],
  ])('finds the answer %s', (_where, text, said) => {
    expect(splitReasoning(text).said.trim()).toBe(said);
  });

  it('keeps a call on a channel unchanged', () => {
    const call = '<|channel|>commentary to=functions.BankPay <|constrain|>json<|message|>{"to": "x"}';
    expect(splitReasoning(`<|channel|>analysis<|message|>pay<|end|><|start|>assistant${call}<|call|>`).said).toContain(
      'to=functions.BankPay',
    );
  });

  it.each([
    'Final Answer: put it in a `<think>` tag.',
    'Final Answer: the </think> tag closes it.',
    'Action: Write\nAction Input: {"text": "<think>x</think>"}',
    'Here is my analysis. I think it is done.',
    'It was thought that <thought> is a word, and [think] too.',
    '{"observation": "analysis"}',
    'analysis of the accounts: none is overdrawn',
  ])('keeps %j unchanged', (text) => {
    expect(splitReasoning(text)).toEqual({ said: text, reasoning: '' });
  });

  it('finds all that is said, and nothing else, however blocks follow one another', () => {
    const block = fc.constantFrom(...families.slice(0, 17));
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(block, word, word), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(([[, open, close], , spoken]) => `${open}\nHidden.\n${close}\n${spoken}\n`).join('');
        const { said } = splitReasoning(text);
        expect(said.match(/[a-z]+/g)).toEqual(parts.map(([, , spoken]) => spoken));
        expect(said).not.toContain('Hidden');
      }),
    );
  });

  it('never throws', () => {
    const marks = families.flatMap(([, open, close]) => [open, close]);
    const parts = fc.constantFrom(...marks, '{"', '"}', '\n', ' a ', '"', '`');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (all) => {
        expect(typeof splitReasoning(all.join('')).said).toBe('string');
      }),
    );
  });
});
