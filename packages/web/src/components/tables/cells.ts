import type { ReactNode } from 'react';

/** The cells of a row of a table. */
export function cells(...contents: readonly ReactNode[]): readonly ReactNode[] {
  return contents;
}
