type Figure = number | boolean | null | undefined;

/** The figures in which a report is not what was recomputed, each by its path. */
export function compareFigures(
  recomputed: object,
  report: object,
): {
  readonly compared: number;
  readonly differing: readonly { readonly path: string; readonly value: Figure; readonly recomputed: Figure }[];
};
