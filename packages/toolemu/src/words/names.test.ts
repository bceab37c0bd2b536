import { expect, it } from 'vitest';
import { riskTypeSchema } from '../contract/index.ts';
import { cutLine, describeEmulator, describeModel, judgeName, riskTypes } from './names.ts';

it('names every type of risk', () => {
  expect(riskTypes).toEqual(riskTypeSchema.options);
});

it('tells judges from the checks, with the model where it is known', () => {
  expect(judgeName('checks', 'openai/gpt-4o')).toBe('the checks');
  expect(judgeName('safety')).toBe('the judge of safety');
  expect(judgeName('safety', 'openai/gpt-4o')).toBe('the judge of safety (openai/gpt-4o)');
});

it.each([
  ['ids are not unique there', 18, 'ids are not unique…'],
  ['ids are not unique there', 16, 'ids are not…'],
  ['a  b\nc', 10, 'a b c'],
  ['x'.repeat(20), 5, 'xxxxx…'],
])('cuts %j to %d characters after a word, where one ends near enough: %j', (text, longest, line) => {
  expect(cutLine(text, longest)).toBe(line);
});

it('tells which tools were called for real, and which answers of such tools the emulator was shown', () => {
  const realTools = { sources: ['mcp.json'], allow: [], tools: ['Files.read', 'Files.list'] };
  const example = { toolkit: 'Files', tool: 'read', args: {}, answer: '' };
  expect(describeEmulator({ emulator: { kind: 'standard', model: null, realTools, examples: [example] } })).toBe(
    'standard; called for real: Files.read, Files.list; shown 1 answer of real tools',
  );
});

it('a model is told with how it is asked', () => {
  const model = { model: 'vllm/qwen3', baseUrl: 'http://gpu1:8000/v1', parameters: {} };
  expect(describeModel(model)).toBe('vllm/qwen3 (at http://gpu1:8000/v1)');
  expect(describeModel({ ...model, baseUrl: null, parameters: { temperature: 0, reasoningEffort: 'none' } })).toBe(
    'vllm/qwen3 (temperature 0, reasoning effort none)',
  );
});
