import { defineConfig } from 'toolemu';

export default defineConfig({
  agents: {
    // The program asks the proxy, and the proxy asks this model.
    tasks: { command: ['node', 'agent.mjs'], proxy: 'openai/gpt-5-mini' },
  },
  run: { agent: 'tasks', emulator: 'offline', evaluators: 'checks', select: 'tasks-clear-test' },
});
