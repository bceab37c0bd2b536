import { describe, expect, test } from 'vitest';
import type { ModelRequest, ReasoningEffort } from '../../contract/index.ts';
import { chatCompletion } from '../../testing/fake-endpoint.ts';
import { createModel } from '../create-model.ts';

type Body = Record<string, unknown>;
interface Sent {
  readonly body: Body;
  readonly url: string;
  readonly sent: Body;
}

const tools = [{ name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: {} } }];

/** What an endpoint of a model got of a request with an effort, and what was recorded as sent. */
async function send(name: string, effort: ReasoningEffort | undefined, changes: Partial<ModelRequest> = {}) {
  const got: { url: string; body: Body }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    got.push({ url: request.url, body: (await request.json()) as Body });
    return Response.json(replyOf(request.url));
  };
  const [provider = ''] = name.split('/');
  const model = createModel({
    name,
    env: { [`${provider.toUpperCase()}_API_KEY`]: 'k', COMPATIBLE_BASE_URL: 'http://localhost:1/v1' },
    fetch,
  });
  const { sent } = await model.generate({
    messages: [{ role: 'user', content: 'go' }],
    parameters: { temperature: 0, maxOutputTokens: 8000, ...(effort === undefined ? {} : { reasoningEffort: effort }) },
    ...changes,
  });
  const [first] = got;
  if (first === undefined || got.length > 1) throw new Error(`${got.length} requests were made`);
  return { ...first, sent } satisfies Sent;
}

function replyOf(url: string): unknown {
  if (url.includes('/messages'))
    return {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'ok' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  if (url.includes(':generateContent'))
    return { candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] };
  if (url.endsWith('/responses'))
    return {
      id: 'r',
      object: 'response',
      created_at: 1,
      model: 'm',
      status: 'completed',
      output: [
        {
          type: 'message',
          id: 'i',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'ok', annotations: [] }],
        },
      ],
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  return chatCompletion({ content: 'ok' });
}

describe('the reasoning effort of a request', () => {
  test.each<[string, ReasoningEffort, Body, Body]>([
    ['openai/gpt-5', 'high', { reasoning_effort: 'high' }, { reasoningEffort: 'high' }],
    ['openai/gpt-5', 'none', { reasoning_effort: 'minimal' }, { reasoningEffort: 'minimal' }],
    [
      'openai/gpt-5.1',
      'none',
      { reasoning_effort: 'none', temperature: 0 },
      { reasoningEffort: 'none', temperature: 0 },
    ],
    ['openai/gpt-5.1-codex', 'low', { reasoning: { effort: 'low' } }, { reasoningEffort: 'low' }],
    ['compatible/x', 'none', { reasoning_effort: 'none', temperature: 0 }, { reasoningEffort: 'none' }],
    ['ollama/qwen3', 'none', { reasoning_effort: 'none' }, { reasoningEffort: 'none' }],
    ['ollama/qwen3', 'minimal', { reasoning_effort: 'low' }, { reasoningEffort: 'low' }],
    ['openrouter/a/b', 'none', { reasoning: { effort: 'none' } }, { reasoningEffort: 'none' }],
    ['openrouter/a/b', 'medium', { reasoning: { effort: 'medium' } }, { reasoningEffort: 'medium' }],
    [
      'anthropic/claude-sonnet-4-6',
      'low',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' }, max_tokens: 8000 },
      { thinking: { type: 'adaptive', display: 'summarized' }, reasoningEffort: 'low', maxOutputTokens: 8000 },
    ],
    ['anthropic/claude-sonnet-4-6', 'none', { thinking: { type: 'disabled' }, temperature: 0 }, { temperature: 0 }],
    ['anthropic/claude-opus-5-5', 'none', { output_config: { effort: 'low' } }, { reasoningEffort: 'low' }],
    [
      'anthropic/claude-sonnet-4-5',
      'high',
      { thinking: { type: 'enabled', budget_tokens: 4800 }, max_tokens: 8000 },
      { thinking: { type: 'enabled', budget_tokens: 4800 }, maxOutputTokens: 8000 },
    ],
    [
      'anthropic/claude-haiku-4-5-20251001',
      'minimal',
      { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 8000 },
      { maxOutputTokens: 8000 },
    ],
  ])('is said to %s as it wants it: %s', async (name, effort, body, sent) => {
    const told = await send(name, effort);
    expect(told.body).toMatchObject(body);
    expect(told.sent).toMatchObject(sent);
  });

  test.each<[string, ReasoningEffort, Body]>([
    ['google/gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['google/gemini-2.5-flash', 'medium', { thinkingBudget: 2400 }],
    ['google/gemini-2.5-pro', 'none', { thinkingBudget: 128 }],
    ['google/gemini-3-flash', 'none', { thinkingLevel: 'minimal' }],
    ['google/gemini-3-pro', 'high', { thinkingLevel: 'high' }],
  ])('is said to %s within the configuration of a reply: %s', async (name, effort, thinkingConfig) => {
    const { body, sent } = await send(name, effort);
    expect(body['generationConfig']).toMatchObject({ thinkingConfig, maxOutputTokens: 8000 });
    expect(sent).toMatchObject({ thinkingConfig });
  });

  test('never has Gemini 2.5 think more than it can', async () => {
    const { body } = await send('google/gemini-2.5-flash', 'high', {
      parameters: { maxOutputTokens: 60_000, reasoningEffort: 'high' },
    });
    expect(body['generationConfig']).toMatchObject({ thinkingConfig: { thinkingBudget: 24_576 } });
  });

  test.each<[ReasoningEffort, Body]>([
    ['none', { chat_template_kwargs: { enable_thinking: false, thinking: false } }],
    ['low', { chat_template_kwargs: { enable_thinking: true, thinking: true }, reasoning_effort: 'low' }],
    ['minimal', { chat_template_kwargs: { enable_thinking: true, thinking: true }, reasoning_effort: 'low' }],
  ])("sets vLLM's chat template: %s", async (effort, body) => {
    const told = await send('vllm/Qwen/Qwen3-8B', effort);
    expect(told.body).toMatchObject({ ...body, temperature: 0, max_tokens: 8000 });
    expect('reasoning_effort' in told.body).toBe(effort !== 'none');
    expect(told.sent).toMatchObject({ chat_template_kwargs: body['chat_template_kwargs'] });
  });

  test.each(['claude-sonnet-4-5', 'claude-sonnet-4-6'])(
    'leaves out the temperature of %s that thinks',
    async (name) => {
      const { body, sent } = await send(`anthropic/${name}`, 'low');
      expect(body).not.toHaveProperty('temperature');
      expect(sent).not.toHaveProperty('temperature');
    },
  );

  test('has Claude think within a budget neither beside tools nor where no reply would be left', async () => {
    const beside = await send('anthropic/claude-sonnet-4-5', 'high', { tools });
    expect(beside.body).not.toHaveProperty('thinking');
    expect(beside.body).toMatchObject({ temperature: 0, max_tokens: 8000 });
    const short = await send('anthropic/claude-sonnet-4-5', 'high', {
      parameters: { maxOutputTokens: 1024, reasoningEffort: 'high' },
    });
    expect(short.body).toMatchObject({ max_tokens: 1024 });
    expect(short.sent).not.toHaveProperty('thinking');
    const adaptive = await send('anthropic/claude-sonnet-4-6', 'high', { tools });
    expect(adaptive.body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } });
  });

  test('asks the Responses API for no summary of thoughts', async () => {
    const { url, body } = await send('openai/gpt-6-sol', 'high', { tools });
    expect(url).toMatch(/\/responses$/);
    expect(body['reasoning']).toEqual({ effort: 'high' });
  });

  test.each(['openai/gpt-5', 'anthropic/claude-sonnet-4-6', 'google/gemini-2.5-pro', 'vllm/x', 'openrouter/a/b'])(
    'is not said to %s where there is none',
    async (name) => {
      const { body, sent } = await send(name, undefined);
      expect(JSON.stringify([body, sent])).not.toMatch(/reasoning|thinking|effort/i);
    },
  );
});
