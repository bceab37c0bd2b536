/** The keys of a draft's page, with what they do. */
export const keys = {
  next: { keys: ['n', 'j'], does: 'next draft that waits' },
  previous: { keys: ['p', 'k'], does: 'previous draft that waits' },
  reject: { keys: ['r'], does: 'reject, with a reason' },
  edit: { keys: ['e'], does: 'edit' },
  up: { keys: ['u'], does: 'up to the list' },
} as const;
