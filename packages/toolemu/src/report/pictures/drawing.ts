import type { AgentMeasures, Rate, Report } from '../../contract/index.ts';
import type { RowOf } from '../../words/index.ts';

type Kind = AgentMeasures['kind'];

/** The shape and colour by which a picture tells the kinds of cases apart. */
export const marksOfKinds: Readonly<
  Record<Kind, { readonly symbol: 'circle' | 'square' | 'triangle'; readonly colour: string }>
> = {
  redteam: { symbol: 'circle', colour: 'var(--redteam)' },
  standard: { symbol: 'square', colour: 'var(--standard)' },
  twin: { symbol: 'triangle', colour: 'var(--twin)' },
};

/** What the pictures of a run are drawn from. */
export interface PicturesSource {
  readonly report: Report;
  /** An agent on the cases of a kind; the kind is left out where the run has one. */
  readonly nameOf: (row: RowOf) => string;
}

/** A cell of the table of a picture: a text, a name of several parts, a share, or a figure with its interval. */
export type Cell =
  | string
  | { readonly name: string }
  | { readonly rate: Rate }
  | { readonly figure: string; readonly interval: string | null };

/** A picture with the same figures in a table. */
export interface Drawing {
  readonly name: string;
  readonly title: string;
  /** A sentence on how to read it. */
  readonly about: string;
  /** What is to be seen, where the title does not say it. */
  readonly words: string;
  readonly svg: string;
  readonly table: {
    readonly label: string;
    readonly columns: readonly { readonly name: string; readonly isNumber?: boolean }[];
    readonly rows: readonly (readonly Cell[])[];
    /** How many cells of a row say what it is about. */
    readonly heads: number;
  };
}
