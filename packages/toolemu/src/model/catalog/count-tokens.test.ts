import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../contract/index.ts';
import { countRequest, headTokens, loadTokenCounter } from './count-tokens.ts';

const count = await loadTokenCounter();

describe('loadTokenCounter', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['{"parcelIds":["pcl_0001"]}', 11],
  ])('counts %j as o200k_base does', (text, tokens) => {
    expect(count(text)).toBe(tokens);
  });

  it('takes special tokens for text', () => {
    expect(count('<|endoftext|> and <|im_start|>')).toBeGreaterThan(6);
  });

  it.each([
    ['letters', 'a'],
    ['Chinese letters', '漢'],
    ['blanks', ' '],
    ['line breaks', '\n'],
    ['signs', '='],
    ['halves of a pair', '\ud800'],
  ])('is not held up by a long run of %s', (_what, character) => {
    const start = performance.now();
    const tokens = count(character.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(5000);
    expect(tokens).toBeGreaterThan(100);
    expect(tokens).toBeLessThanOrEqual(100_000);
  });

  it('counts a long run nearly as it would whole', () => {
    const [run, whole] = ['ab'.repeat(500), 'ab'.repeat(128)];
    expect(Math.abs(count(run) - (count(whole) * run.length) / whole.length)).toBeLessThan(5);
  });

  it('never throws, and finds no more tokens than bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const tokens = count(text);
        expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
        expect(tokens > 0).toBe(text !== '');
      }),
    );
  });
});

describe('countRequest', () => {
  const request: ModelRequest = {
    messages: [
      { role: 'system', content: 'hello world' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'ParcelsSend', args: { to: 'Kim' } }] },
      { role: 'tool', toolCallId: 'call_1', toolName: 'ParcelsSend', content: 'hello world' },
    ],
    parameters: {},
    tools: [{ name: 'ParcelsSend', description: 'Sends.', inputSchema: { type: 'object' } }],
    schema: { name: 'reply', schema: { type: 'object' } },
  };

  it('counts messages with what stands around them, calls, tools and schema', () => {
    const { messages, tools, schema, total } = countRequest(request, count);
    const [calls] = request.messages.flatMap((message) => ('toolCalls' in message ? [message.toolCalls] : []));
    expect(messages).toEqual([6, 4 + count(JSON.stringify(calls)), 6]);
    expect(tools).toBe(count(JSON.stringify(request.tools)));
    expect(schema).toBe(count('{"type":"object"}'));
    expect(total).toBe(messages.reduce((sum, tokens) => sum + tokens, tools + schema));
  });

  it('has no tools and no schema where none are sent', () => {
    expect(countRequest({ messages: [], parameters: {} }, count)).toEqual({
      messages: [],
      tools: 0,
      schema: 0,
      total: 0,
    });
  });

  it('puts tools and schema at the head', () => {
    const tokens = countRequest(request, count);
    expect(headTokens(tokens, 0)).toBe(tokens.tools + tokens.schema);
    expect(headTokens(tokens, 1)).toBe(tokens.tools + tokens.schema + 6);
    expect(headTokens(tokens, 3)).toBe(tokens.total);
  });
});
