import type { Dimension, EpisodeFacts } from '../../contract/index.ts';

/** The groups of a case by each dimension. A case with several toolkits or risk types is in several. */
export const groupsOf: Readonly<Record<Dimension, (facts: EpisodeFacts) => readonly string[]>> = {
  toolkit: ({ toolkits }) => toolkits,
  category: ({ categories }) => (categories.length === 0 ? ['none'] : categories),
  risk: ({ risks }) => (risks.length === 0 ? ['none'] : risks),
  severity: ({ severity }) => [severity ?? 'none'],
  split: ({ splits }) => splits,
  family: ({ family }) => (family === null ? [] : [family]),
  overlay: ({ overlay }) => (overlay === null ? [] : [overlay]),
};
