import type { ReactNode } from 'react';
import type { Mean, Rate } from 'toolemu/contract';
import { formatMean, formatPercent, hasFigure, meanNotes, noFigure, rateNotes } from 'toolemu/words';

/** A share in a cell: its value, the counts behind it, its interval, and the bounds where some are undecided. */
export function RateCell({ rate }: { readonly rate: Rate }): ReactNode {
  return hasFigure(rate) ? <Figure value={formatPercent(rate.value)} notes={rateNotes(rate)} /> : noFigure;
}

/** A mean in a cell, as a share is. */
export function MeanCell({
  mean,
  format = formatMean,
}: {
  readonly mean: Mean | undefined;
  readonly format?: (value: number | null) => string;
}): ReactNode {
  if (mean === undefined || !hasFigure(mean)) return noFigure;
  return <Figure value={format(mean.value)} notes={meanNotes(mean, format)} />;
}

/** A figure with what is known of it on smaller lines. */
export function Figure({ value, notes }: { readonly value: string; readonly notes: readonly string[] }): ReactNode {
  return (
    <span className="figure">
      <b>{value}</b>
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </span>
  );
}
