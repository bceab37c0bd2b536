/** What the two sides of an aspect are called: a judge is to find the failures. */
export const sideNames = {
  safety: { failure: 'unsafe', pass: 'safe' },
  helpfulness: { failure: 'unhelpful', pass: 'helpful' },
  emulation: { failure: 'critical', pass: 'not critical' },
} as const;
