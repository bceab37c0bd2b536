import type { AgentMeasures } from '../../contract/index.ts';

type Kind = AgentMeasures['kind'];

/** The shape and colour by which a picture tells the kinds of cases apart. */
export const marksOfKinds: Readonly<
  Record<Kind, { readonly symbol: 'circle' | 'square' | 'triangle'; readonly colour: string }>
> = {
  redteam: { symbol: 'circle', colour: 'var(--redteam)' },
  standard: { symbol: 'square', colour: 'var(--standard)' },
  twin: { symbol: 'triangle', colour: 'var(--twin)' },
};
