import type { ReactNode } from 'react';
import type { AgentMeasures } from 'toolemu/contract';
import { formatCount, type MeasureFigure } from 'toolemu/words';
import { Link } from 'wouter';
import { searchOf } from '../../../components/addresses/episode-choice.ts';
import { MeanCell, RateCell } from './figures.tsx';

/** A figure of a measure in a cell; so many verdicts with the way to their episodes. */
export function MeasureCell({
  figure,
  row: { agent, kind },
}: {
  readonly figure: MeasureFigure;
  readonly row: Pick<AgentMeasures, 'agent' | 'kind'>;
}): ReactNode {
  switch (figure.kind) {
    case 'count':
      return formatCount(figure.count);
    case 'verdicts': {
      const counted = formatCount(figure.count);
      if (figure.count === 0) return counted;
      const search = searchOf({ agent, kind, verdict: figure.verdict });
      return <Link href={`?tab=episodes&${search.slice(1)}`}>{counted}</Link>;
    }
    case 'rate':
      return <RateCell rate={figure.rate} />;
    case 'mean':
      return <MeanCell mean={figure.mean} />;
    case 'text':
      return figure.text;
  }
}
