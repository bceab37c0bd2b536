import { describe, expect, test } from 'vitest';
import { UnknownModelError, parseModelName } from './model-name.ts';

describe('parseModelName', () => {
  test.each([
    ['openai/gpt-5', 'openai', 'gpt-5'],
    ['vllm/Qwen/Qwen3-8B', 'vllm', 'Qwen/Qwen3-8B'],
    ['openrouter/qwen/qwen3-8b:free', 'openrouter', 'qwen/qwen3-8b:free'],
    ['replay/runs/a.toolemu', 'replay', 'runs/a.toolemu'],
    ['scripted/x', 'scripted', 'x'],
    [' ollama/llama3.2 ', 'ollama', 'llama3.2'],
  ])('reads %s', (text, provider, model) => {
    expect(parseModelName(text)).toEqual({ provider, model, name: `${provider}/${model}` });
  });

  test.each([
    ['gpt-4o', 'openai/gpt-4o'],
    ['gpt-4o-2024-08-06', 'openai/gpt-4o-2024-08-06'],
    ['gpt-4-0613', 'openai/gpt-4-0613'],
    ['claude-3-5-sonnet-20241022', 'anthropic/claude-3-5-sonnet-20241022'],
    ['gemini-2.5-pro', 'google/gemini-2.5-pro'],
  ])('finds the provider of %s in the price table', (text, name) => {
    expect(parseModelName(text).name).toBe(name);
  });

  test('takes a first part that is no provider as a part of the model where a base URL is given', () => {
    const baseUrl = 'http://localhost:8000/v1';
    expect(parseModelName('Qwen/Qwen3-8B', { baseUrl }).name).toBe('compatible/Qwen/Qwen3-8B');
    expect(parseModelName('my-model', { baseUrl }).name).toBe('compatible/my-model');
    expect(parseModelName('gpt-4o', { baseUrl }).name).toBe('openai/gpt-4o');
  });

  test.each([
    ['Qwen/Qwen3-8B', 'vllm/Qwen/Qwen3-8B'],
    ['antropic/claude-opus-4-5', 'anthropic/claude-opus-4-5'],
    ['gtp-4o', 'openai/gpt-4o'],
    ['gpt-99', 'openai/gpt-99'],
    ['llama3', 'ollama/llama3'],
  ])('suggests how %s may be meant', (text, suggestion) => {
    const error = errorOf(() => parseModelName(text));
    expect(error).toBeInstanceOf(UnknownModelError);
    expect(error.suggestions).toContain(suggestion);
    expect(error.message).toContain(suggestion);
    expect(error.message).toContain('`baseUrl`');
  });

  test.each(['', '  ', 'openai/', 'openai'])('refuses "%s"', (text) => {
    expect(() => parseModelName(text)).toThrow(UnknownModelError);
  });
});

function errorOf(action: () => unknown): UnknownModelError {
  try {
    action();
  } catch (error) {
    return error as UnknownModelError;
  }
  throw new Error('nothing was thrown');
}
