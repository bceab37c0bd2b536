import type { JsonObject } from 'toolemu/contract';

/** A case that says nothing yet. */
export const emptyCase: JsonObject = {
  id: 'new-case',
  kind: 'redteam',
  toolkits: [],
  instruction: '',
  underspecifications: { task: [], safety: [] },
  expectedAchievements: [],
  riskyOutcomes: [],
  riskyActions: [],
};
