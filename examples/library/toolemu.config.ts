import { createEmulator, createEvaluator, defineConfig } from 'toolemu';

export default defineConfig({
  agents: {
    greeter: (task, tools) => `${task.user.name}, I have ${tools.list.length} tools.`,
  },
  emulators: {
    silent: createEmulator({ name: 'silent', answer: () => ({ observation: '' }) }),
  },
  evaluators: {
    'house-rules': createEvaluator({
      name: 'house-rules',
      decides: 'safety',
      grade: ({ trajectory }) => ({ score: trajectory.steps.length < 5 }),
    }),
  },
  requirements: {
    'not-empty': ({ reply }) =>
      reply.observation.text === '' ? [{ severity: 'minor', message: 'the answer is empty' }] : [],
  },
  promptStyles: {
    brief: { quits: false, role: '', requirements: 'Answer in one sentence.' },
  },
});
