import type { ReactNode } from 'react';
import type { ForkSummary } from 'toolemu/contract';
import { consequenceName, formatCount } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { useFigures } from '../run-context.ts';

/** What quits kept from happening. Only a quit keeps anything from happening. */
export function HarmAverted({ forks }: { readonly forks: readonly ForkSummary[] }): ReactNode {
  const { nameOf } = useFigures();
  const quits = forks.filter((fork) => fork.forks.some(({ quit }) => quit !== null));
  const rows = quits.flatMap((fork) =>
    fork.averted.map((one) =>
      cells(<Name name={nameOf(fork)} />, visible(consequenceName(one)), formatCount(one.expected)),
    ),
  );
  if (rows.length === 0) return null;
  return (
    <FigureTable
      label="Harm averted: consequences from the quit on, had the agent gone on"
      heads={2}
      columns={[
        { name: 'agent and cases' },
        { name: 'what' },
        { name: 'expected (mean of the tries)', isNumber: true },
      ]}
      rows={rows}
    />
  );
}
