import type { ReactNode } from 'react';
import type { Agreement } from 'toolemu/contract';
import { formatCount, formatMean, formatPercent, noFigure } from 'toolemu/words';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { rubrics } from '../judging/rubric.ts';

/** How far each two annotators agree in each judgement. */
export function AgreementTable({ agreement }: { readonly agreement: readonly Agreement[] }): ReactNode {
  if (agreement.length === 0) return <p className="empty">Two annotators are needed.</p>;
  return (
    <>
      <p>
        Of the trajectories that both have judged: the share that both judge the same, and Cohen's kappa, which is 0
        where they agree as often as by chance and 1 where they always do. In two classes: critical issues or not;
        scores of 2 and 3, or of 0 and 1. On the scale: as it was judged.
      </p>
      <FigureTable
        label="Agreement of annotators"
        heads={2}
        columns={[{ name: 'Annotators' }, { name: 'Judgement' }, ...figures.map((name) => ({ name, isNumber: true }))]}
        rows={agreement.map(rowOf)}
      />
    </>
  );
}

const figures = ['Both judged', 'Same, two classes', 'Kappa, two classes', 'Same, scale', 'Kappa, scale'];

function rowOf({ annotators: [one, other], question, items, binary, scale }: Agreement): ReactNode[] {
  return [
    <>
      <bdi>{one}</bdi> and <bdi>{other}</bdi>
    </>,
    rubrics.find((rubric) => rubric.judgement === question)?.title,
    formatCount(items),
    ...[binary, scale].flatMap(({ equal, kappa }) => [
      items === 0 ? noFigure : formatPercent(equal / items),
      kappa !== null ? formatMean(kappa) : items === 0 ? noFigure : 'not defined: all judged alike',
    ]),
  ];
}
