import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorKind, type ReasoningEffort } from '../../contract/index.ts';
import type { ModelCall } from '../calls/model-call.ts';
import { createScriptedModel } from '../../testing/scripted-model.ts';
import { zeroUsage } from '../recording/usage.ts';
import { withoutRefusedParameters } from './without-refused-parameters.ts';

const request: ModelCall = {
  messages: [{ role: 'user', content: 'hi' }],
  parameters: { temperature: 0, stop: ['\nObservation:'], seed: 1, maxOutputTokens: 100 },
  schema: { name: 'reply', schema: { type: 'object' } },
};
const all = ['maxOutputTokens', 'schema', 'seed', 'stop', 'temperature'];

describe('withoutRefusedParameters', () => {
  test.each([
    ["Unsupported value: 'temperature' does not support 0 with this model.", ['temperature']],
    ["Unsupported parameter: 'stop' is not supported with this model.", ['stop']],
    ['stop_sequences: each stop sequence must contain non-whitespace', ['stop']],
    ['Extra inputs are not permitted: seed', ['seed']],
    ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", ['maxOutputTokens']],
    ["Invalid schema for response_format 'reply'", ['schema']],
    ['This model does not support structured outputs', ['schema']],
    ['tool_choice forces tool use, which this model does not support', ['schema']],
    ['temperature and seed are not allowed', ['temperature', 'seed']],
  ])('%s', async (message, dropped) => {
    const inner = createScriptedModel({ replies: [refusal(message), 'ok', 'ok'] });
    const model = withoutRefusedParameters(inner);
    expect((await model.generate(request)).text).toBe('ok');
    await model.generate(request);
    const kept = all.filter((part) => !dropped.includes(part));
    expect(inner.calls.map(partsOf)).toEqual([all, kept, kept]);
  });

  test.each([
    ['openai/o3', false],
    ['openai/gpt-5-mini', false],
    ['openai/gpt-5.1', false],
    ['openai/gpt-5-chat-latest', true],
    ['openai/gpt-4o', true],
    ['compatible/o3', true],
  ])('sends %s stop sequences: %s', async (name, sends) => {
    const inner = createScriptedModel({ name, replies: ['ok'] });
    await withoutRefusedParameters(inner).generate(request);
    expect(inner.calls.map(partsOf)).toEqual([all.filter((part) => part !== 'stop' || sends)]);
  });

  test('finds one after the other', async () => {
    const inner = createScriptedModel({ replies: [refusal('no temperature'), refusal('no seed'), 'ok'] });
    await withoutRefusedParameters(inner).generate(request);
    expect(inner.calls.map(partsOf).at(-1)).toEqual(['maxOutputTokens', 'schema', 'stop']);
  });

  test('sends nothing that was refused while the request waited for its turn', async () => {
    const sent: string[][] = [];
    const model = withoutRefusedParameters({
      name: 'compatible/x',
      async generate(call) {
        await call.begin?.();
        sent.push(partsOf(call));
        if (call.parameters.temperature !== undefined) throw refusal('no temperature');
        return { text: 'ok', toolCalls: [], finish: 'stop', usage: zeroUsage, sent: {}, responseModel: null };
      },
    });
    const turn = Promise.withResolvers<void>();
    const waiting = model.generate({ ...request, begin: () => turn.promise });
    await model.generate(request);
    turn.resolve();
    expect((await waiting).text).toBe('ok');
    const kept = all.filter((part) => part !== 'temperature');
    expect(sent).toEqual([all, kept, kept]);
  });

  test('does not remember what was not the reason', async () => {
    const inner = createScriptedModel({ replies: [refusal('temperature?'), refusal('no such model'), 'ok'] });
    const model = withoutRefusedParameters(inner);
    await expect(model.generate(request)).rejects.toThrow('no such model');
    await model.generate(request);
    expect(inner.calls.map(partsOf).at(-1)).toEqual(all);
  });

  test.each([
    "This model's maximum context length is 6048 tokens. However, you requested 6616 tokens " +
      '(568 in the messages, 6048 in the completion).',
    "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'. " +
      'Please reduce one or the other. (parameter=input_tokens, max_tokens, value=(8, 2045))',
  ])('leaves the maximum output out of one call where it alone makes the request too long: %s', async (tooLong) => {
    const inner = createScriptedModel({ replies: [refusal(tooLong, 'context-too-long'), 'ok', 'ok'] });
    const model = withoutRefusedParameters(inner);
    await model.generate(request);
    await model.generate(request);
    expect(inner.calls.map((call) => 'maxOutputTokens' in call.parameters)).toEqual([true, false, true]);
  });

  test.each<[string, ModelErrorKind]>([
    ['maximum context length is 8 tokens, your messages resulted in 9', 'context-too-long'],
    ['maximum context length is 8 tokens. However, your request has 9 input tokens.', 'context-too-long'],
    ['temperature', 'rate-limit'],
    ['invalid messages', 'bad-request'],
    ["Invalid schema for function 'transfer'", 'bad-request'],
  ])('lets "%s" (%s) pass', async (message, kind) => {
    const inner = createScriptedModel({ replies: [refusal(message, kind)] });
    const withTools = { ...request, tools: [{ name: 'transfer', description: '', inputSchema: {} }] };
    await expect(withoutRefusedParameters(inner).generate(withTools)).rejects.toThrow(message);
    expect(inner.calls).toHaveLength(1);
  });

  const thinking = (reasoningEffort: ReasoningEffort): ModelCall => ({
    ...request,
    parameters: { ...request.parameters, reasoningEffort },
  });

  test.each([
    'Unrecognized request argument supplied: reasoning_effort',
    'invalid reasoning value: "minimal" (must be "high", "medium", "low", or "none")',
    '"llama3" does not support thinking',
    'think value "medium" is not supported for this model',
    'Unable to submit request because thinking_budget is not supported by this model.',
    'Reasoning is mandatory for this endpoint and cannot be disabled.',
    'chat_template is not supported for Mistral tokenizers.',
    'This model does not support the effort parameter.',
    'output_config.effort: Extra inputs are not permitted',
  ])('leaves out an effort that is refused, and other efforts not: %s', async (message) => {
    const inner = createScriptedModel({ replies: [refusal(message), 'ok', 'ok', 'ok', 'ok'] });
    const model = withoutRefusedParameters(inner);
    for (const effort of ['none', 'none', 'high'] as const) await model.generate(thinking(effort));
    await model.generate(request);
    expect(inner.calls.map(({ parameters }) => parameters.reasoningEffort)).toEqual([
      'none',
      undefined,
      undefined,
      'high',
      undefined,
    ]);
    expect(inner.calls.map(partsOf).at(2)).toEqual(all);
  });

  test('leaves the effort out of one call where thoughts of before are missed', async () => {
    const missed = refusal(
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is ' +
        'enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use`).',
    );
    const inner = createScriptedModel({ replies: [missed, 'ok', 'ok'] });
    const model = withoutRefusedParameters(inner);
    await model.generate(thinking('high'));
    await model.generate(thinking('high'));
    expect(inner.calls.map(({ parameters }) => parameters.reasoningEffort)).toEqual(['high', undefined, 'high']);
  });

  test('keeps the effort where something else is refused because of it', async () => {
    const refused = refusal('`temperature` may only be set to 1 when thinking is enabled.');
    const inner = createScriptedModel({ replies: [refused, 'ok'] });
    await withoutRefusedParameters(inner).generate(thinking('high'));
    expect(inner.calls.at(-1)?.parameters).toMatchObject({ reasoningEffort: 'high' });
    expect(inner.calls.at(-1)?.parameters).not.toHaveProperty('temperature');
  });

  test("does not take a model's name for a parameter", async () => {
    const error = new ModelError('vllm/seed-oss: the model seed-oss does not exist', {
      kind: 'bad-request',
      model: 'vllm/seed-oss',
    });
    const inner = createScriptedModel({ replies: [error] });
    await expect(withoutRefusedParameters(inner).generate(request)).rejects.toBe(error);
  });
});

function refusal(message: string, kind: ModelErrorKind = 'bad-request'): ModelError {
  return new ModelError(message, { kind, model: 'openai/gpt-5', status: 400 });
}

function partsOf({ parameters, schema }: ModelCall): string[] {
  return [...Object.keys(parameters), ...(schema === undefined ? [] : ['schema'])].sort();
}
