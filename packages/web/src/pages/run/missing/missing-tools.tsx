import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatCount, missingToolsWords } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { useFigures } from '../run-context.ts';

/** The tools that agents were tested without, each with the reason; empty if no tool is missing. */
export function MissingTools(): ReactNode {
  const { missingTools } = useFigures().report;
  const words = missingToolsWords(missingTools);
  if (words === null) return null;
  return (
    <section aria-labelledby="missing-tools">
      <h2 id="missing-tools">Missing tools</h2>
      <p>{words}</p>
      <FigureTable
        label="Tools that agents were tested without, and why"
        columns={[
          { name: 'toolkit' },
          { name: 'tool', isText: true },
          { name: 'why', isText: true },
          { name: 'cases', isNumber: true },
        ]}
        rows={missingTools.map(({ toolkit, name, reason, cases }) =>
          cells(visible(toolkit), visible(name), visible(reason), formatCount(cases)),
        )}
      />
    </section>
  );
}

/** A warning above the figures that agents were tested without some of their tools. */
export function MissingToolsWarning(): ReactNode {
  const words = missingToolsWords(useFigures().report.missingTools);
  if (words === null) return null;
  return (
    <p role="note" className="run-warning">
      {words} <Link href="?tab=missing">Show the tools</Link>
    </p>
  );
}
