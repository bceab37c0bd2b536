import { describe, expect, test } from 'vitest';
import { findEndpoint } from './endpoint.ts';
import { parseModelName } from '../catalog/model-name.ts';

const find = (name: string, env: Record<string, string> = {}, baseUrl?: string) =>
  findEndpoint({ modelName: parseModelName(name, { baseUrl }), env, baseUrl });

describe('findEndpoint', () => {
  test.each([
    ['openai/gpt-5', 'https://api.openai.com/v1'],
    ['anthropic/claude-x', 'https://api.anthropic.com/v1'],
    ['google/gemini-x', 'https://generativelanguage.googleapis.com/v1beta'],
    ['openrouter/a/b', 'https://openrouter.ai/api/v1'],
    ['vllm/Qwen/Qwen3-8B', 'http://localhost:8000/v1'],
    ['ollama/llama3', 'http://localhost:11434/v1'],
  ])('%s answers at %s', (name, baseUrl) => {
    const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k', OPENROUTER_API_KEY: 'k' };
    expect(find(name, keys)).toMatchObject({ baseUrl, official: true });
  });

  test.each([
    ['openai/gpt-5', /OPENAI_API_KEY/],
    ['anthropic/claude-x', /ANTHROPIC_API_KEY/],
    ['google/gemini-x', /GOOGLE_API_KEY or GEMINI_API_KEY/],
    ['openrouter/a/b', /OPENROUTER_API_KEY/],
  ])('%s needs a key', (name, message) => {
    expect(() => find(name, { OPENAI_API_KEY: ' ' })).toThrow(message);
    expect(() => find(name)).toThrow(expect.objectContaining({ kind: 'bad-key' }));
  });

  test('servers of this machine and endpoints of the user need none', () => {
    expect(find('vllm/x').apiKey).toBeUndefined();
    expect(find('openai/x', {}, 'http://gpu:1/v1')).toMatchObject({ apiKey: undefined, official: false });
    expect(find('openai/x', { OPENAI_API_KEY: 'k' }, 'http://gpu:1/v1').apiKey).toBe('k');
  });

  test('takes the base URL given before the one in the environment', () => {
    const env = { VLLM_BASE_URL: 'http://env:1/v1' };
    expect(find('vllm/x', env).baseUrl).toBe('http://env:1/v1');
    expect(find('vllm/x', env, 'http://given:1/v1/').baseUrl).toBe('http://given:1/v1');
  });

  test('completes the address of a local server and of no other', () => {
    expect(find('vllm/x', {}, 'http://gpu:8000').baseUrl).toBe('http://gpu:8000/v1');
    expect(find('ollama/x', {}, 'http://gpu:11434/').baseUrl).toBe('http://gpu:11434/v1');
    expect(find('compatible/x', {}, 'http://gpu:8000').baseUrl).toBe('http://gpu:8000');
  });

  test.each([
    ['http://gpu:1/v1?api-version=1', 'http://gpu:1/v1', '?api-version=1'],
    ['http://gpu:1/v1/?api-version=1&x=', 'http://gpu:1/v1', '?api-version=1&x='],
    ['http://gpu:1?max_tokens=1', 'http://gpu:1/v1', '?max_tokens=1'],
    ['http://gpu:1/v1//', 'http://gpu:1/v1', ''],
  ])('separates the query of %s', (url, baseUrl, query) => {
    expect(find('vllm/x', {}, url)).toMatchObject({ baseUrl, query });
    expect(find('vllm/x', { VLLM_BASE_URL: url })).toMatchObject({ baseUrl, query });
  });

  test.each([
    ['http://user:hunter2@gpu:1/v1', /base URL at gpu:1 contains a user name or a password.*VLLM_API_KEY/],
    ['http://gpu:1/v1?api-key=hunter2', /contains a key in its query, "api-key".*VLLM_API_KEY/],
    ['http://gpu:1/v1?key=hunter2', /a key in its query/],
    ['http://gpu:1/v1?access_token=hunter2', /a key in its query/],
    ['http://gpu:1/v1#hunter2', /fragment.*"#"/],
    ['ftp://user:hunter2@gpu:1/v1?key=hunter2', /"gpu:1\/v1" is not a base URL/],
    ['http://user:hunter2@gpu:1:2/v1', /"gpu:1:2\/v1" is not a base URL/],
  ])('rejects %s without quoting secrets', (url, message) => {
    expect(() => find('vllm/x', {}, url)).toThrow(message);
    expect(() => find('vllm/x', {}, url)).not.toThrow(/hunter2/);
  });

  test.each([
    ['compatible/x', undefined, /give a base URL, or set COMPATIBLE_BASE_URL/],
    ['compatible/x', 'localhost:8000', /not a base URL/],
    ['openai/x', 'not a url', /not a base URL/],
    ['scripted/x', undefined, /cannot be called/],
    ['replay/x', undefined, /cannot be called/],
  ])('refuses %s at %s', (name, baseUrl, message) => {
    expect(() => find(name, {}, baseUrl)).toThrow(message);
  });
});
