import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import type { CaseItem } from 'toolemu/contract';
import { caseHref } from '../../../components/addresses/addresses.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { KindChip, ProblemChip, Risks, SeverityChip, Source, ToolkitLinks } from '../parts.tsx';

const columns = ['Case', 'Instruction', 'Kind', 'Toolkits', 'Risks', 'Severity', 'Splits', 'Source'] as const;

/** Cases as a table, of which only the rows in sight are drawn. */
export function CaseTable({ cases }: { readonly cases: readonly CaseItem[] }): ReactNode {
  const region = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: cases.length,
    getScrollElement: () => region.current,
    estimateSize: () => 84,
    overscan: 8,
    getItemKey: (at) => cases[at]?.id ?? at,
  });
  const shown = rows.getVirtualItems();
  return (
    <section className="scroll library-cases" aria-label="Cases" tabIndex={0} ref={region}>
      <table aria-rowcount={cases.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={shown[0]?.start ?? 0} />
          {shown.map(({ index, key }) => {
            const item = cases[index];
            return item === undefined ? null : (
              <CaseRow key={key} item={item} index={index} measure={rows.measureElement} />
            );
          })}
          <Space height={rows.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  );
}

function Space({ height }: { readonly height: number }): ReactNode {
  return height <= 0 ? null : <tr aria-hidden="true" style={{ height }} />;
}

function CaseRow({
  item: { id, kind, toolkits, instruction, risks, severity, splits, source, issues },
  index,
  measure,
}: {
  readonly item: CaseItem;
  readonly index: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
}): ReactNode {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <th scope="row">
        <Link href={caseHref(id)}>
          <bdi>{id}</bdi>
        </Link>{' '}
        <ProblemChip count={issues} />
      </th>
      <td data-name="Instruction">
        <span className="library-clamp" dir="auto">
          {visible(instruction)}
        </span>
      </td>
      <td data-name="Kind">
        <KindChip kind={kind} />
      </td>
      <td data-name="Toolkits">
        <ToolkitLinks names={toolkits} />
      </td>
      <td data-name="Risks">
        <Risks risks={risks} />
      </td>
      <td data-name="Severity">
        {severity === null ? <span className="soft">none</span> : <SeverityChip severity={severity} />}
      </td>
      <td data-name="Splits">{splits.join(', ')}</td>
      <td data-name="Source">
        <Source source={source} />
      </td>
    </tr>
  );
}
