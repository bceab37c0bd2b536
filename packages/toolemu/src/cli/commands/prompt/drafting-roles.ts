/** What is asked of a model that drafts, by the step it is asked for. */
export const draftingRoles = ['names', 'toolkit', 'specification', 'facts', 'world', 'checks', 'twin'] as const;

export type DraftingRole = (typeof draftingRoles)[number];

/** Whether a role is a step of drafting. */
export function isDraftingRole(role: string): role is DraftingRole {
  return draftingRoles.some((one) => one === role);
}
