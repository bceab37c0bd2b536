import { expect, test } from 'vitest';
import { ModelError } from '../contract/index.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { probe } from './doctor.ts';
import { zeroUsage } from './recording/usage.ts';

const usage = { ...zeroUsage, inputTokens: 9, outputTokens: 1 };

test('finds a model well', async () => {
  const model = createScriptedModel({
    replies: [{ text: 'ready', usage, responseModel: 'm-1' }, '{"animal":"spider","legs":8}'],
  });
  expect(await probe(model)).toEqual([
    { name: 'reachable', ok: true, detail: 'm-1 answered (stop)' },
    { name: 'usage', ok: true, detail: '9 tokens in, 1 out' },
    { name: 'structured output', ok: true, detail: 'held to the schema by the endpoint' },
  ]);
});

test('says what an endpoint leaves out', async () => {
  const model = createScriptedModel({
    replies: [
      { text: 'ready', sent: {} },
      { text: '```\n{"animal":"spider","legs":8,}\n```', sent: { schema: false } },
    ],
  });
  expect((await probe(model)).map(({ ok, detail }) => [ok, detail])).toEqual([
    [true, 'a model answered (stop); takes no temperature and no maxOutputTokens'],
    [false, 'the endpoint reports no token usage: costs and budgets use estimates'],
    [true, 'asked for in words, repaired'],
  ]);
});

test.each([
  [{ reasoningEffort: 'none' }, ''],
  [{ thinking: { type: 'disabled' } }, ''],
  [{}, '; takes no reasoningEffort'],
])('says whether a reasoning effort was taken: %j', async (sent, without) => {
  const told = { temperature: 0, maxOutputTokens: 2000, ...sent };
  const model = createScriptedModel({ replies: [{ text: 'ready', sent: told }, '{"animal":"spider","legs":8}'] });
  const [reachable] = await probe(model, { reasoningEffort: 'none' });
  expect(reachable?.detail).toBe(`a model answered (stop)${without}`);
  expect(model.calls.map(({ parameters }) => parameters.reasoningEffort)).toEqual(['none', 'none']);
});

test('says what is wrong', async () => {
  const error = new ModelError('openai/x: no key', { kind: 'bad-key', model: 'openai/x' });
  expect(await probe(createScriptedModel({ replies: [error] }))).toEqual([
    { name: 'reachable', ok: false, detail: 'openai/x: no key' },
  ]);
  for (const reply of ['eight', '{"animal":"spider","legs":"eight"}', error]) {
    const findings = await probe(createScriptedModel({ replies: ['ready', reply] }));
    expect(findings.find(({ name }) => name === 'structured output')?.ok).toBe(false);
  }
});
