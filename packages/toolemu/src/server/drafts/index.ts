export { type Completions, createCompletions } from './completions.ts';
export { createDraftHandlers } from './handlers.ts';
