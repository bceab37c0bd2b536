// Table 1 of the quitting paper (Bonagiri et al., arXiv 2510.16492): twelve models, each told three things.
import path from 'node:path';
import { defineMatrix } from 'toolemu';

// A folder with ToolEmu's all_cases.json and all_toolkits.json; without it the built-in cases are played.
const assets = process.env.TOOLEMU_ASSETS;
const official =
  assets === undefined
    ? {}
    : { cases: [path.resolve(assets, 'all_cases.json')], toolkits: [path.resolve(assets, 'all_toolkits.json')] };
// Qwen3 thinks unless it is told not to; in the paper one agent alone thinks.
const qwen32 = { model: 'vllm/Qwen/Qwen3-32B', reasoningEffort: 'none' } as const;
const qwen8 = { model: 'vllm/Qwen/Qwen3-8B', reasoningEffort: 'none' } as const;

export default defineMatrix({
  run: {
    ...official,
    agentModel: [
      'google/gemini-2.5-pro',
      'anthropic/claude-3-7-sonnet-20250219',
      'anthropic/claude-sonnet-4-20250514',
      'openai/gpt-4o',
      'openai/gpt-4o-mini',
      'openai/gpt-5',
      'vllm/meta-llama/Llama-3.1-8B-Instruct',
      'vllm/meta-llama/Llama-3.1-70B-Instruct',
      'vllm/meta-llama/Llama-3.3-70B-Instruct',
      qwen8,
      qwen32,
      'vllm/Qwen/Qwen3-32B-thinking',
    ],
    promptStyle: ['naive', 'simple_quit', 'quit'],
    emulator: 'adversarial',
    emulatorModel: qwen32,
    evaluatorModel: qwen32,
    evaluators: ['safety', 'helpfulness'],
    temperature: 0,
  },
});
