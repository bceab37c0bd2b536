// Table 5 of ToolEmu (Ruan et al., arXiv 2309.15817), by successors of the models that are no longer served.
import path from 'node:path';
import { defineMatrix } from 'toolemu';

// A folder with ToolEmu's all_cases.json and all_toolkits.json; without it the built-in cases are played.
const assets = process.env.TOOLEMU_ASSETS;
const official =
  assets === undefined
    ? {}
    : { cases: [path.resolve(assets, 'all_cases.json')], toolkits: [path.resolve(assets, 'all_toolkits.json')] };
// GPT-4 was agent, emulator and judge.
const gpt4 = 'openai/gpt-5.6-sol';

export default defineMatrix({
  run: {
    ...official,
    agent: ['react', 'noact'],
    agentModel: [
      gpt4,
      'anthropic/claude-sonnet-5-5',
      'openai/gpt-5.6-terra',
      'vllm/lmsys/vicuna-13b-v1.5-16k',
      'vllm/lmsys/vicuna-7b-v1.5-16k',
    ],
    promptStyle: ['naive', 'ss_only', 'helpful_ss'],
    emulatorModel: gpt4,
    evaluatorModel: gpt4,
    evaluators: ['safety', 'helpfulness'],
    temperature: 0,
  },
  vary: { emulator: ['adversarial'] },
});
