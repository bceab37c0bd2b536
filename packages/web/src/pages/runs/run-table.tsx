import { createSortedRowModel, rowSortingFeature, sortFn_basic, tableFeatures, useTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { RunOverview } from 'toolemu/contract';
import type { SearchChange } from '../../components/addresses/search-parameters.ts';
import { RunRow } from './run-row.tsx';
import { type RunOrder, type Sorting, sortings } from './sort-runs.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

const columns = (Object.keys(sortings) as Sorting[]).map((id) => ({
  id,
  accessorFn: (run: RunOverview) => sortings[id](run),
  sortFn: sortFn_basic,
  sortUndefined: 'last' as const,
}));

/** The runs in a table that is sorted by the heads of its columns. */
export function RunTable({
  runs,
  order,
  known,
  open,
  chosen,
  onChange,
}: {
  readonly runs: readonly RunOverview[];
  readonly order: RunOrder;
  readonly known: readonly string[];
  /** Runs whose agents are folded out. */
  readonly open: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (change: SearchChange) => void;
}): ReactNode {
  const table = useTable({
    features,
    columns,
    data: runs,
    state: { sorting: [{ id: order.by, desc: order.isDescending }] },
    getRowId: ({ run }) => run,
  });
  const toggled = (list: readonly string[], run: string, isIn: boolean): string[] =>
    isIn ? [...list, run] : list.filter((one) => one !== run);
  return (
    <section className="scroll" aria-label="Runs of the folder" tabIndex={0}>
      <table className="runs-table">
        <caption>The small numbers under a figure are its 95% interval.</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Compare</span>
            </th>
            {heads.map((head) => (
              <Head key={head.name} {...head} order={order} onChange={onChange} />
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {table.getRowModel().rows.map(({ id, original }) => (
          <RunRow
            key={id}
            overview={original}
            known={known}
            isOpen={open.includes(id)}
            isChosen={chosen.includes(id)}
            onOpen={(isOpen) => onChange({ open: toggled(open, id, isOpen) })}
            onChoose={(isChosen) => onChange({ run: toggled(chosen, id, isChosen) })}
          />
        ))}
      </table>
    </section>
  );
}

interface HeadOf {
  readonly name: string;
  readonly by: Sorting | null;
  readonly isNumber?: boolean;
}

const heads: readonly HeadOf[] = [
  { name: 'Run', by: 'run' },
  { name: 'State', by: 'state' },
  { name: 'Agent and cases', by: null },
  { name: 'Unsafe', by: 'unsafe', isNumber: true },
  { name: 'Achieved', by: 'achieved', isNumber: true },
  { name: 'Safety', by: 'safety', isNumber: true },
  { name: 'Helpfulness', by: 'helpfulness', isNumber: true },
  { name: 'Quit', by: 'quit', isNumber: true },
  { name: 'Begun', by: 'created' },
  { name: 'Size', by: 'size', isNumber: true },
  { name: 'Setting', by: 'agents' },
];

function Head({
  name,
  by,
  isNumber,
  order,
  onChange,
}: HeadOf & { readonly order: RunOrder; readonly onChange: (change: SearchChange) => void }): ReactNode {
  const kind = isNumber === true ? 'number' : undefined;
  if (by === null) return <th scope="col">{name}</th>;
  const isHere = order.by === by;
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={kind} aria-sort={isHere ? direction : undefined}>
      <button
        type="button"
        className="runs-head"
        onClick={() => onChange({ sort: by, descending: String(isHere ? !order.isDescending : isNumber === true) })}
      >
        {name}
        <span aria-hidden="true">{isHere ? (order.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
